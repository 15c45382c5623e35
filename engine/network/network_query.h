// SPDX-License-Identifier: MIT
//
// What the network alone says of the present moment of a game, before any search. It
// may be asked about the board as it stands or turned in one of eight ways, which
// should mean the same to it, but only do so about.
#ifndef NETWORK_QUERY_H
#define NETWORK_QUERY_H

#include <stdbool.h>

#include "game.h"
#include "network.h"

// What is asked.
typedef struct NetworkQuery {
    Color player; // to move
    int symmetry; // by which the board is turned when it is shown (symmetry.h)
    // 0: the policy; 1: the optimistic policy; between them, the policy whose logits
    // are so far from those of the first to those of the second.
    float optimism;
} NetworkQuery;

// Fills the output with what the network says of the game. It is about the board as it
// stands. The policy is that of the optimism asked for, -1 where the player may not
// play, and the rest sums up to 1; the optimistic policy is as the network says it.
// Errors: false when memory is exhausted.
bool network_query_ask(const Network *network, const Game *game,
                       const NetworkQuery *query, NetworkOutput *output);

#endif
