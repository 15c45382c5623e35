// SPDX-License-Identifier: MIT
//
// What a search has found of a position. Win rates and leads are Black's, whoever is to
// move: chances from 0 to 1, and points with komi.
#ifndef REVIEW_POSITION_H
#define REVIEW_POSITION_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis.h"
#include "game.h"

enum {
    REVIEW_MOVES_MAX = 10, // moves of a position that are kept
    REVIEW_LINE_MAX = 12,  // moves of a line
};

// A move that the search has tried.
typedef struct ReviewMove {
    Point move;
    Point line[REVIEW_LINE_MAX]; // what is expected, this move first
    int line_length;
    uint32_t visits;
    double win_rate, lead;
    double low_rate; // pessimistic for the player of the move
    double prior;    // probability before the search
} ReviewMove;

typedef struct ReviewPosition {
    Color player; // to move
    uint64_t visits;
    double win_rate, lead;
    double deviation; // standard deviation of the final score, in points
    ReviewMove moves[REVIEW_MOVES_MAX]; // the best one first
    int move_count;
    // By columns from the left and rows from the top. Owners from -1 for White to 1 for
    // Black. The policy is of the player to move, that of passing last; -1: illegal.
    float owners[POINT_COUNT_MAX], policy[POINT_COUNT_MAX + 1];
} ReviewPosition;

// Takes from a last report what a review needs. `game` is the position.
void review_position_fill(ReviewPosition *position, const Analysis *analysis,
                          const Game *game);

#endif
