// SPDX-License-Identifier: MIT
//
// What the tree believes about moves before it has tried them: virtual games, won or
// lost.
#ifndef PRIOR_H
#define PRIOR_H

#include <stdint.h>

#include "playout_policy.h"
#include "point_list.h"
#include "position.h"

// Virtual playouts of a move, from the point of view of the player to move, in units
// that the tree knows. There are never more than PRIOR_VISITS_MAX; what comes after
// that is left out.
enum { PRIOR_VISITS_MAX = UINT8_MAX };

typedef struct Prior {
    uint8_t visits;
    uint8_t wins; // 0 .. visits
} Prior;

// Fills a prior for each of the moves, points that may be played or PASS, by hand-made
// knowledge; a unit is a game. `last` is the move just played, or NO_POINT or PASS.
void prior_fill(const PlayoutPolicy *policy, const Position *pos, Point last,
                const PointList *moves, Prior priors[]);

// The same by the probabilities of a network, by point. A move has games won in
// proportion to the square root of its probability (source: what Pachi makes of its
// network). A pass has lost games as by hand: a network has seen games end by
// agreement, where here everything left on the board may count.
void prior_fill_by_network(const Params *params, const float probability[],
                           const PointList *moves, Prior priors[]);

// Games that a unit of these stands for.
float prior_network_unit(const Params *params);

// How the probability of a move is read from what prior_fill_by_network has made of it:
// of a prior with `none` wins or fewer it is 0, with `sure` more of them 1. A pass has
// none.
typedef struct ProbabilityScale {
    float none, sure;
} ProbabilityScale;

ProbabilityScale prior_network_scale(const Params *params);

// Makes a move at least so probable, 0..1. Its lost games stay.
void prior_raise(const ProbabilityScale *scale, Prior *prior, float probability);

static inline float prior_probability(const ProbabilityScale *scale, int wins)
{
    float root = ((float)wins - scale->none) / scale->sure;
    return root > 0 ? root * root : 0;
}

#endif
