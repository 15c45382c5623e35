// SPDX-License-Identifier: MIT
//
// Codes moves in few bits, because most moves are near the one before. First it codes
// the larger and the smaller of the distances in columns and rows. Then it codes which
// is which and the directions, unless the edge decides them. A move of a good game on
// 19x19 takes about seven bits.
#ifndef MOVE_CODER_H
#define MOVE_CODER_H

#include "point.h"
#include "range_coder.h"

enum {
    MOVE_DISTANCE_BITS = 5, // bits of a distance 0..18
    MOVE_DISTANCES = 1 << MOVE_DISTANCE_BITS,
    MOVE_BEFORE_KINDS = 5, // kinds of the larger distance of the move before
    MOVE_LARGER_KINDS = 9, // of the larger distance, for the smaller one
};

typedef struct MoveModels {
    BitModel pass, turned;
    BitModel larger[MOVE_BEFORE_KINDS][MOVE_DISTANCES];
    BitModel smaller[MOVE_LARGER_KINDS][MOVE_DISTANCES];
    Point before; // the last point that was coded; at first NO_POINT
    int distance; // its larger distance from the point before it
} MoveModels;

// Starts with models of moves in games. Coding moves changes the models.
void move_models_init(MoveModels *models);

// Codes a move on a board of that size: a point of the board, or PASS.
Point move_code(RangeCoder *coder, MoveModels *models, int size, Point move);

#endif
