// SPDX-License-Identifier: MIT
//
// A part of the board as sets of at most 64 points, for local searches: bit i of a set
// is the field's point i. What lies outside never changes: a chain that touches its own
// colour's wall cannot be captured.
#ifndef LIFE_BOARD_H
#define LIFE_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "life_search.h"

typedef uint64_t LifeSet;

typedef struct LifeBoard {
    int count;
    Point points[LIFE_FIELD_MAX]; // of the whole board, in index order
    LifeSet all;
    LifeSet neighbors[LIFE_FIELD_MAX];
    LifeSet wall[2]; // by Color: the points beside a wall of that colour
} LifeBoard;

// A colouring of the field.
typedef struct LifeStones {
    LifeSet of[2]; // by Color
} LifeStones;

// Makes the board of a problem. Returns its stones.
LifeStones life_board_init(LifeBoard *board, const LifeProblem *problem);

// The points of the field in a set of the whole board.
LifeSet life_board_set(const LifeBoard *board, const Bitboard *set);

// The points of `within` that are connected to the seed by such points, the seed's
// included. *beside, if it is not NULL, receives the points beside these, and maybe
// some of them.
LifeSet life_reach(const LifeBoard *board, LifeSet seed, LifeSet within,
                   LifeSet *beside);

// Plays at a point. Errors: false, unchanged, for suicide. Pre: the point is empty.
bool life_play(const LifeBoard *board, LifeStones *stones, Color player, int point);

// Is a move there no better than a pass, which is allowed, too? So it is if it fills an
// eye of one chain. So it is where the point and all empty points beside it lie beside
// one player's wall: there that player gains nothing but liberties of the other one,
// and the other one nothing but a link between chains or the capture of loose stones.
// Pre: the point is empty.
bool life_is_idle(const LifeBoard *board, const LifeStones *stones, Color player,
                  int point);

// The stones of the player that cannot be captured even if he always passes. Source:
// Benson 1976.
LifeSet life_unconditional(const LifeBoard *board, const LifeStones *stones,
                           Color player);

#endif
