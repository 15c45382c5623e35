// SPDX-License-Identifier: MIT
//
// What the tree believes about moves before it tries them: virtual games, won or lost.
#ifndef PRIOR_H
#define PRIOR_H

#include <stdint.h>

#include "ladder.h"
#include "playout_policy.h"
#include "point_list.h"
#include "position.h"

// Virtual games of a move, for the player to move. Their unit is known to the tree.
// There are at most PRIOR_VISITS_MAX; games beyond that are left out.
enum { PRIOR_VISITS_MAX = UINT8_MAX };

typedef struct Prior {
    uint8_t visits;
    uint8_t wins; // 0 .. visits
} Prior;

// The moment of which the moves are judged, and what is needed to judge them.
typedef struct PriorView {
    const PlayoutPolicy *policy;
    LadderReader *ladders;
    const Position *pos;
    Point last; // the move just played, or NO_POINT or PASS
} PriorView;

// Fills a prior for each of the moves, which are points that may be played or PASS, by
// hand-made knowledge. One unit is one game.
void prior_fill(const PriorView *view, const PointList *moves, Prior priors[]);

// Fills the priors from the network's policy, `probability` by point. A move has won
// games in proportion to the square root of its probability (source: what Pachi makes
// of its network).
void prior_fill_by_network(const Params *params, const float probability[],
                           const PointList *moves, Prior priors[]);

// Gives a pass lost games, as prior_fill does. A network of ours has seen games end by
// agreement, but here everything left on the board may count.
void prior_doubt_pass(const Params *params, const PointList *moves, Prior priors[]);

// Games that one unit of these priors stands for.
float prior_network_unit(const Params *params);

// How the probability of a move is read from a prior of prior_fill_by_network. With
// `none` wins or fewer it is 0. With `sure` wins more than that it is 1. A pass has
// none.
typedef struct ProbabilityScale {
    float none, sure;
} ProbabilityScale;

ProbabilityScale prior_network_scale(const Params *params);

// Raises the probability of a move to at least `probability`, 0..1. Its lost games
// stay.
void prior_raise(const ProbabilityScale *scale, Prior *prior, float probability);

static inline float prior_probability(const ProbabilityScale *scale, int wins)
{
    float root = ((float)wins - scale->none) / scale->sure;
    return root > 0 ? root * root : 0;
}

#endif
