// SPDX-License-Identifier: MIT
//
// How a network of ours is shown a position. For the files that run one only.
#ifndef NETWORK_PICTURE_H
#define NETWORK_PICTURE_H

#include "input_features.h"
#include "runtime.h"

// The board as it stands, and as it is shown to the network.
typedef struct Picture {
    const InputFeatures *features;
    int columns, rows; // as shown
    // By point of the board: the number of the point where it is shown, row by row.
    int16_t shown[POINT_LIMIT];
} Picture;

// The board turned by a symmetry (symmetry.h). The features must outlive it.
Picture picture_paint(const InputFeatures *features, int symmetry);

// Begins a run for this board, and fills the arrays of planes and of numbers.
void picture_show(const Picture *picture, RuntimeMemory *memory, int planes,
                  int globals);

#endif
