// SPDX-License-Identifier: MIT
//
// Who will own what when the game is over: judged by playouts, for dead stones, the
// score, and the question whether anything is left to play for.
#ifndef OWNERSHIP_H
#define OWNERSHIP_H

#include <stdbool.h>

#include "game.h"
#include "lanes.h"
#include "policy.h"
#include "search.h"

// The state of stones and points if the game ended now. Every stone is in exactly one
// of alive, dead and seki; every empty point in exactly one of the territories and
// dame.
typedef struct FinalStatus {
    Bitboard alive, dead, seki;
    Bitboard territory[2]; // by Color; empty points only
    Bitboard dame;
} FinalStatus;

// Judges the game as it stands. Where the rules do not remove dead stones every stone
// is alive; else playouts decide. The same game always gets the same answer.
void ownership_final_status(const Game *game, const LaneKernel *lanes,
                            const Policy *policy, FinalStatus *status);

// The result that belongs to that status: half points, Black minus White, with komi.
int ownership_final_score(const Game *game, const FinalStatus *status);

// Did nearly all playouts of a search agree about nearly all points?
bool ownership_is_settled(const Game *game, const SearchReport *report);

#endif
