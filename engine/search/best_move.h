// SPDX-License-Identifier: MIT
//
// Chooses the best of a search's candidates.
#ifndef BEST_MOVE_H
#define BEST_MOVE_H

#include "rng.h"
#include "search.h"

// The lower end of the 95 % interval for a share seen in `trials` trials; 0 without
// trials. Source: Wilson 1927, "Probable inference, the law of succession, and
// statistical inference".
double best_move_low_rate(double share, double trials);

// Compares candidates by games, then by their utility. Negative: x is better;
// positive: y is better. This is a total order of different moves.
int best_move_compare(const Candidate *x, const Candidate *y);

// Puts the best candidate first, and the others behind it by best_move_compare. The
// best one is the most visited, unless another surely wins more often. If a search ends
// just after it found a better move, it had no time to visit that move most.
void best_move_sort(Candidate candidates[], int count);

// The same, but the best one is that with the highest lower end of its utility. Moves
// that are much less visited than the most visited one are left out. Source: KataGo,
// useLcbForSelection and minVisitPropForLCB.
void best_move_sort_by_low(Candidate candidates[], int count);

// The index of a candidate that is about as good as the first one, by lot. Its chance
// is in proportion to its games, to the power of 1 / temperature. Candidates of which
// the utility is clearly lower than the first one's are left out. 0 at a
// temperature of 0. Pre: there is a candidate. Source: KataGo, chosenMoveTemperature.
int best_move_draw(const Candidate candidates[], int count, double temperature,
                   Rng *rng);

#endif
