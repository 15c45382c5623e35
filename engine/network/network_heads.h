// SPDX-License-Identifier: MIT
//
// From the numbers that a network ends with to its output. For network.c only. The same
// on every machine.
#ifndef NETWORK_HEADS_H
#define NETWORK_HEADS_H

#include "network_internal.h"

// The board as it stands, and as it is shown to the network.
typedef struct Picture {
    const InputFeatures *features;
    int columns, rows; // as shown
    // By point of the board: the number of the point where it is shown, row by row.
    int16_t shown[POINT_LIMIT];
} Picture;

// What the network's layers end with (NetworkArrays). By point, numbers are
// runtime_stride apart.
typedef struct HeadNumbers {
    int policies, values_count; // as network_policies() and network_values() say
    const float *policy, *pass, *values, *owner;
} HeadNumbers;

// Fills the output.
void network_heads(const HeadNumbers *numbers, const Picture *picture,
                   NetworkOutput *output);

#endif
