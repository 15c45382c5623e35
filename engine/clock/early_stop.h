// SPDX-License-Identifier: MIT
//
// When a search that has a clock has seen enough: a move that can no longer change is
// made at once, and a choice that is not ripe is thought over for longer. Pure
// arithmetic; the search says what the root looks like, and keeps to the hard limit.
#ifndef EARLY_STOP_H
#define EARLY_STOP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct EarlyStop {
    double seconds;  // for a move like any other
    double expected; // chance to win that the player had at his last move; negative:
                     // unknown
} EarlyStop;

// What the root looks like while a search goes on.
typedef struct RootView {
    int moves;               // to choose from
    uint32_t games;          // of this search: visits that came to the moves
    uint32_t visits, second; // of the most visited move, and of the next
    double win_rate;         // of the most visited move
    bool undisputed;         // no other move that is taken seriously wins more often
} RootView;

// Is it time to move, after so many seconds? Source: the rules of Pachi and Fuego, in
// outline.
bool early_stop_is_due(const EarlyStop *plan, const RootView *view, double elapsed);

#endif
