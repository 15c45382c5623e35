// SPDX-License-Identifier: MIT
//
// Dynamic komi: points that a search grants to one side of a one-sided game. If nearly
// every playout is won, or nearly every one lost, all moves would look alike. With
// these points the winning side wins by more, and the losing side loses by less. They
// go to zero as the board fills up. Source: Baudis 2011, "Balancing MCTS by Dynamically
// Adjusting the Komi Value".
#ifndef DYNAMIC_KOMI_H
#define DYNAMIC_KOMI_H

#include "game.h"
#include "params.h"

// The result of a search with dynamic komi, for the player to move.
typedef struct KomiExperience {
    double win_rate; // with the dynamic komi
    double score;    // points, mean of the playouts, without the dynamic komi
} KomiExperience;

// The points that a player gives at its first move: some for every stone of the
// handicap. Negative: it receives them.
double dynamic_komi_begin(const Game *game, const Params *params, Color player);

// The points that the player gives at its next move, after a search in which it gave
// `given`. They are 0 in an open game, and towards the end of every game.
double dynamic_komi_adapt(const Game *game, const Params *params, double given,
                          const KomiExperience *experience);

#endif
