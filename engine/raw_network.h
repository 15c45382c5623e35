// SPDX-License-Identifier: MIT
//
// What the network alone says of the present moment of a game, before any search. It
// may be asked about the board as it stands or turned in one of eight ways, which
// should mean the same to it, but only do so about.
#ifndef RAW_NETWORK_H
#define RAW_NETWORK_H

#include <stdbool.h>

#include "game.h"
#include "network.h"

// The symmetries of a board, 0 .. SYMMETRY_COUNT - 1, as sums: 1 puts the top row at
// the bottom, 2 the left column at the right, 4 then makes columns of rows. Source:
// KataGo, which numbers them so.
enum { SYMMETRY_COUNT = 8 };

// The point where `point` of a grid of that size is after a symmetry.
Point symmetry_turn(Point point, int columns, int rows, int symmetry);

// Fills the output with what the network says of the game, `player` to move, when it is
// shown the board turned by a symmetry; the output is about the board as it stands. The
// policy is -1 where that player may not play, and the rest sums up to 1. Errors:
// false when memory is exhausted.
bool raw_network_ask(const Network *network, const Game *game, Color player,
                     int symmetry, NetworkOutput *output);

#endif
