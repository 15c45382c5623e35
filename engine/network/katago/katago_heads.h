// SPDX-License-Identifier: MIT
//
// Reads the heads of KataGo's network files. For katago_file.c only.
#ifndef KATAGO_HEADS_H
#define KATAGO_HEADS_H

#include "katago_layers.h"

// What the heads see: an input that is read from an array with so many channels.
typedef struct KatagoTrunk {
    LayerInput input;
    int channels;
} KatagoTrunk;

// The arrays with what the heads find.
typedef struct KatagoPolicyArrays {
    KatagoArray points, pass;
} KatagoPolicyArrays;

typedef struct KatagoValueArrays {
    KatagoArray value, score, ownership;
} KatagoValueArrays;

KatagoPolicyArrays katago_read_policy_head(KatagoFileReader *reader, KatagoTrunk trunk);
KatagoValueArrays katago_read_value_head(KatagoFileReader *reader, KatagoTrunk trunk);

// Reads places of a header that mean nothing yet, and have to be 0.
void katago_read_options(KatagoFileReader *reader, int count);

#endif
