// SPDX-License-Identifier: MIT
//
// A part of the board as sets of at most 64 points, for local searches. Bit i of a set
// is point i of the field. Nothing outside ever changes. A chain that touches a wall of
// its own color cannot be captured.
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
    LifeSet wall[2]; // by Color: the points beside a wall of that color
} LifeBoard;

// A coloring of the field.
typedef struct LifeStones {
    LifeSet of[2]; // by Color
} LifeStones;

// Makes the board of a problem. Returns its stones.
LifeStones life_board_init(LifeBoard *board, const LifeProblem *problem);

// The points of the field in a set of the whole board.
LifeSet life_board_set(const LifeBoard *board, const Bitboard *set);

// The points of `within` that are connected to the seed by points of `within`, and the
// seed itself. If `beside` is not NULL, *beside receives the points beside these, and
// maybe some of these.
LifeSet life_reach(const LifeBoard *board, LifeSet seed, LifeSet within,
                   LifeSet *beside);

// Plays at a point. Errors: false for suicide; the stones are unchanged. Pre: the point
// is empty.
bool life_play(const LifeBoard *board, LifeStones *stones, Color player, int point);

// Is a move at the point no better than a pass, which is also allowed? It is no better
// if it fills an eye of one chain. It is no better if the point and all empty points
// beside it lie beside the wall of one player. That player would gain only liberties of
// the other player there. The other player would gain only a link between chains, or
// the capture of loose stones. Pre: the point is empty.
bool life_is_idle(const LifeBoard *board, const LifeStones *stones, Color player,
                  int point);

// The player's stones that cannot be captured even if the player always passes. Source:
// Benson 1976.
LifeSet life_unconditional(const LifeBoard *board, const LifeStones *stones,
                           Color player);

#endif
