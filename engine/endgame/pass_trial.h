// SPDX-License-Identifier: MIT
//
// A pass that was tried: what the searches before and after it say of it. The judge
// looks at one group at a time. A search sees the whole board.
#ifndef PASS_TRIAL_H
#define PASS_TRIAL_H

#include "pass_decision.h"

// The reports are of the searches for the player's move and, if the player passes, for
// the opponent's reply. Without playouts in the second one, nothing is known.
typedef struct PassTrial {
    const PassDecision *decision;
    const SearchReport *before, *after;
} PassTrial;

// Has the search of the reply found one that stands out, and that gains the opponent
// something?
bool pass_trial_refutes(const PassTrial *trial);

// Does the pass give away points, by both searches and the count? A winner does not
// need them, but should leave no group to an invader.
bool pass_trial_wastes_points(const PassTrial *trial);

// Does the search for the player's move know better than the judge what to play? After
// a stone in a won game it may see which of several threats is the largest.
bool pass_trial_knows_better(const PassDecision *decision, const SearchReport *report);

#endif
