// SPDX-License-Identifier: MIT
//
// When a search with a clock may end. A move that can no longer change is played at
// once. If the choice is not settled, the search takes longer. Pure arithmetic: the
// search passes in what the root looks like, and keeps the hard limit itself.
#ifndef EARLY_STOP_H
#define EARLY_STOP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct EarlyStop {
    double seconds;  // for an ordinary move
    double expected; // the player's chance to win at its last move; negative: unknown
} EarlyStop;

// The state of the root while a search goes on.
typedef struct RootView {
    int moves;               // number of moves to choose from
    uint32_t games;          // of this search: visits of all moves
    uint32_t visits, second; // of the most visited move, and of the next
    double win_rate;         // of the most visited move
    bool undisputed;         // no other serious move wins more often
} RootView;

// Is it time to move, after `elapsed` seconds? Source: the rules of Pachi and Fuego, in
// outline.
bool early_stop_is_due(const EarlyStop *plan, const RootView *view, double elapsed);

#endif
