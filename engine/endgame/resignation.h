// SPDX-License-Identifier: MIT
//
// How a game goes for a player, according to its own searches: when to resign.
#ifndef RESIGNATION_H
#define RESIGNATION_H

#include <stdbool.h>

#include "game.h"
#include "params.h"
#include "search.h"

typedef struct Resignation {
    int lost_streak; // number of own moves in a row that looked lost
} Resignation;

// Learns from a search by that player, before a move is made. Is it time to resign? The
// game must have looked lost for params->resign_streak moves. The player must be as far
// behind, and the game as old, as `params` demand. Once the board is half full, the
// count of the board must not say the contrary. In a handicap game White gets time to
// catch up. A search of few playouts teaches nothing.
bool resignation_is_lost(Resignation *resignation, const Game *game,
                         const Params *params, const SearchReport *report);

#endif
