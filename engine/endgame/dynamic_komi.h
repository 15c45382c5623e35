// SPDX-License-Identifier: MIT
//
// Dynamic komi: points that a search grants to one side while a game is so one-sided
// that nearly every playout is won, or nearly every one is lost, and all moves would
// look alike. It makes the winning side win by more and the losing side lose by less,
// and goes away as the board fills up. Source: Baudis 2011, "Balancing MCTS by
// Dynamically Adjusting the Komi Value".
#ifndef DYNAMIC_KOMI_H
#define DYNAMIC_KOMI_H

#include "game.h"
#include "params.h"

// What a search with some dynamic komi came to, for the player who was to move.
typedef struct KomiExperience {
    double win_rate; // with the dynamic komi
    double score;    // points, mean of the playouts, without it
} KomiExperience;

// The points that a player is to give at his first move (negative: to receive): some
// for every stone of the handicap.
double dynamic_komi_begin(const Game *game, const Params *params, Color player);

// The points that he is to give at his next move, after a search in which he gave
// `given`. 0 in a game that is open, and towards the end of every game.
double dynamic_komi_adapt(const Game *game, const Params *params, double given,
                          const KomiExperience *experience);

#endif
