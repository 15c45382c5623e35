// SPDX-License-Identifier: MIT
//
// Reviews records in files: reads a record, searches its game, and writes the record, a
// page and a table. A file is complete or not there: if the review is interrupted,
// nothing is written.
#ifndef REVIEW_FILES_H
#define REVIEW_FILES_H

#include <stdbool.h>

#include "engine.h"
#include "review_game.h"
#include "review_paths.h"

typedef struct ReviewOptions {
    const EngineOptions *engine; // networks, memory and parameters
    SearchLimits limits;         // of each position
    int threads;                 // of all searches together
    ReviewRules rules;
    ReviewWishes wishes;
    const char *version; // of this program
} ReviewOptions;

typedef enum ReviewEnd {
    REVIEW_DONE,
    REVIEW_SOME_FAILED, // there was a message on stderr for each
    REVIEW_INTERRUPTED, // from the keyboard
    REVIEW_NO_MEMORY,   // to begin with
} ReviewEnd;

// Reviews records one after the other. The tables go to standard output, or to standard
// error if a record goes to standard output. Pre: interrupts are held (sigint.h).
ReviewEnd review_files_run(const ReviewOptions *options, char *const records[],
                           int count);

#endif
