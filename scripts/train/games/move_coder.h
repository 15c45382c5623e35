// SPDX-License-Identifier: MIT
//
// Moves in few bits: most are near the one before. Each is coded as the larger and the
// smaller of its distances in columns and rows, and then which is which and in which
// direction, unless the edge decides it. A move of a good game on 19x19 costs about
// seven bits.
#ifndef MOVE_CODER_H
#define MOVE_CODER_H

#include "point.h"
#include "range_coder.h"

enum {
    MOVE_DISTANCE_BITS = 5, // of distances 0..18
    MOVE_DISTANCES = 1 << MOVE_DISTANCE_BITS,
    MOVE_BEFORE_KINDS = 5, // of the larger distance of the move before
    MOVE_LARGER_KINDS = 9, // of the larger distance, for the smaller one
};

typedef struct MoveModels {
    BitModel pass, turned;
    BitModel larger[MOVE_BEFORE_KINDS][MOVE_DISTANCES];
    BitModel smaller[MOVE_LARGER_KINDS][MOVE_DISTANCES];
    Point before; // the last point that was coded, NO_POINT at first
    int distance; // its larger distance from the point before it
} MoveModels;

// As moves of games are; what is coded with them changes them.
void move_models_init(MoveModels *models);

// A move on a board of that size: a point of it, or PASS.
Point move_code(RangeCoder *coder, MoveModels *models, int size, Point move);

#endif
