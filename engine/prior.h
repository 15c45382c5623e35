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

// Virtual playouts of a move, from the point of view of the player to move. There are
// never more than PRIOR_VISITS_MAX; what comes after that is left out.
enum { PRIOR_VISITS_MAX = UINT8_MAX };

typedef struct Prior {
    uint8_t visits;
    uint8_t wins; // 0 .. visits
} Prior;

// Fills a prior for each of the moves, points that may be played or PASS. `last` is the
// move just played, or NO_POINT or PASS.
void prior_fill(const Policy *policy, const Position *pos, Point last,
                const PointList *moves, Prior priors[]);

#endif
