// SPDX-License-Identifier: MIT
//
// How a game goes for a player, as his own searches say: whether to resign it, and how
// many points to give or to take while it is one-sided.
#ifndef RESIGNATION_H
#define RESIGNATION_H

#include <stdbool.h>

#include "game.h"
#include "params.h"
#include "search.h"

typedef struct Resignation {
    bool begun;
    int lost_streak; // moves in a row that looked lost
    double given;    // points that he gives at his next move; see dynamic_komi.h
} Resignation;

// Before the player's first move of a game.
Resignation resignation_begin(const Game *game, const Params *params, Color player);

// Learns from a search of the game by that player, before a move is made: is it time to
// resign? That is so if the game has looked lost for params->resign_streak moves, and
// the board does not say the contrary, once it is half full. From a search of a few
// playouts nothing is learnt.
bool resignation_is_lost(Resignation *resignation, const Game *game,
                         const Params *params, const SearchReport *report);

// Learns from the same search how many points to give at the next move. With a network
// points are given in games with a handicap alone.
void resignation_learn(Resignation *resignation, const Game *game, const Params *params,
                       const SearchReport *report);

#endif
