// SPDX-License-Identifier: MIT
//
// What a network's heads make of what its last layer says; for network.c only. Floats
// are added up in the same order on every machine.
#ifndef NETWORK_HEADS_H
#define NETWORK_HEADS_H

#include "network_internal.h"

// The board as it stands, and as the network is shown it.
typedef struct Picture {
    const InputFeatures *features;
    CellGrid grid; // of the board as it is shown
    // Of the points of the board: where they are shown.
    Point shown[POINT_LIMIT];
} Picture;

// What the heads read.
typedef struct HeadInputs {
    const Network *network;
    const Picture *picture;
    const float *values; // of the layer of all heads, by cell, then channel
    const float *pooled; // of what that layer read
} HeadInputs;

// Fills the output. Returns network_live_units().
int network_heads(const HeadInputs *inputs, NetworkOutput *output);

#endif
