// SPDX-License-Identifier: MIT
//
// The heads of a network: from its last layer to its output. For network.c only. Floats
// are added in the same order on every machine.
#ifndef NETWORK_HEADS_H
#define NETWORK_HEADS_H

#include "network_internal.h"

// The board as it stands, and as it is shown to the network.
typedef struct Picture {
    const InputFeatures *features;
    CellGrid grid; // of the board as shown
    // By point of the board: the point where it is shown.
    Point shown[POINT_LIMIT];
} Picture;

// What the heads read.
typedef struct HeadInputs {
    const Network *network;
    const Picture *picture;
    const float *values; // of the layer of all heads, by cell, then by channel
    const float *pooled; // of the input of that layer
} HeadInputs;

// Fills the output. Returns network_live_units().
int network_heads(const HeadInputs *inputs, NetworkOutput *output);

#endif
