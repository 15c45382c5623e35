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

// Fills the output with what the network says of the game, `player` to move, when it is
// shown the board turned by a symmetry (symmetry.h); the output is about the board as
// it stands. The policy is -1 where that player may not play, and the rest sums up
// to 1. Errors: false when memory is exhausted.
bool raw_network_ask(const Network *network, const Game *game, Color player,
                     int symmetry, NetworkOutput *output);

#endif
