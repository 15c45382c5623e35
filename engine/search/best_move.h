// SPDX-License-Identifier: MIT
//
// Which of a search's candidates is the best.
#ifndef BEST_MOVE_H
#define BEST_MOVE_H

#include "search.h"

// The lower end of the interval of 95 % for a share seen in so many trials; 0 without
// any. Source: Wilson 1927, "Probable inference, the law of succession, and statistical
// inference".
double best_move_low_rate(double share, double trials);

// Is x rather the best than y, by games and then by the chance to win? Negative: yes;
// positive: y is. A total order of different moves.
int best_move_compare(const Candidate *x, const Candidate *y);

// Puts the best one first, and the others behind it by best_move_compare. That is the
// most visited one unless another surely wins more often: a search that ends just after
// it has found something has not had the time to visit it most.
void best_move_sort(Candidate candidates[], int count);

#endif
