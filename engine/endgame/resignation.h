// SPDX-License-Identifier: MIT
//
// How a game goes for a player, according to its own searches. It decides whether to
// resign, and how many points to give or take while the game is one-sided.
#ifndef RESIGNATION_H
#define RESIGNATION_H

#include <stdbool.h>

#include "game.h"
#include "params.h"
#include "search.h"

typedef struct Resignation {
    bool begun;
    int lost_streak; // number of own moves in a row that looked lost
    double given; // points that the player gives at its next move; see dynamic_komi.h
} Resignation;

// The state before the player's first move of a game.
Resignation resignation_begin(const Game *game, const Params *params, Color player);

// Learns from a search by that player, before a move is made. Is it time to resign? The
// game must have looked lost for params->resign_streak moves. Once the board is half
// full, the count of the board must not say the contrary. A search of few playouts
// teaches nothing.
bool resignation_is_lost(Resignation *resignation, const Game *game,
                         const Params *params, const SearchReport *report);

// Learns from the same search how many points to give at the next move. With a network,
// points are given in handicap games only.
void resignation_learn(Resignation *resignation, const Game *game, const Params *params,
                       const SearchReport *report);

#endif
