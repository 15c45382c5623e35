// SPDX-License-Identifier: MIT
//
// The random networks of tests/data/katago, and what they are to compute. Source:
// tests/scripts/train/katago_cases.py, which writes both.
#ifndef KATAGO_CASE_H
#define KATAGO_CASE_H

#include <stdio.h>

#include "katago_file.h"
#include "layer_reference.h"

enum { KATAGO_CASE_PATH = 4096, KATAGO_CASE_OUTPUTS = 5 };

// The names of the files, and a NULL.
extern const char *const KATAGO_CASES[];

// A position: what the network is given, and what it is to find.
typedef struct KatagoPosition {
    LayerValues given, wanted;
} KatagoPosition;

// The path of a case's file in a folder.
void katago_case_path(const char *folder, const char *name,
                      char path[KATAGO_CASE_PATH]);

// Opens the file with its positions. Errors: NULL.
FILE *katago_case_positions(const char *folder, const char *name);

// Reads the next position, which must be freed. False at the end of the file. Ends the
// program if the file does not fit to the network.
bool katago_case_read(FILE *file, const KatagoModel *model, KatagoPosition *position);
void katago_case_free(KatagoPosition *position);

// The outputs of a network, as they are in the list.
void katago_case_outputs(const KatagoModel *model, int outputs[KATAGO_CASE_OUTPUTS]);

#endif
