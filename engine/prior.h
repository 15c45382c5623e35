// SPDX-License-Identifier: MIT
//
// What the tree believes about moves before it has tried them: virtual games, won or
// lost.
#ifndef PRIOR_H
#define PRIOR_H

#include <stdint.h>

#include "point_list.h"
#include "policy.h"
#include "position.h"

// Virtual playouts of a move, from the point of view of the player to move.
typedef struct Prior {
    int visits;
    int half_wins; // 0 .. 2 * visits
} Prior;

// Fills a prior for each of the moves, points that may be played or PASS. `last` is the
// move just played, or NO_POINT or PASS.
void prior_fill(const Policy *policy, const Position *pos, Point last,
                const PointList *moves, Prior priors[]);

#endif
