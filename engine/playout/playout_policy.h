// SPDX-License-Identifier: MIT
//
// What a playout knows of good moves. A PlayoutPolicy holds the probability with which
// each rule has its turn, and the set of good 3x3 shapes. The lanes play by it
// (batch_policy.h). Hand-made priors ask the same questions about single points.
#ifndef PLAYOUT_POLICY_H
#define PLAYOUT_POLICY_H

#include <stdbool.h>
#include <stdint.h>

#include "params.h"
#include "position.h"

enum { PATTERN_CODES = 1 << 16 };

typedef struct PlayoutPolicy {
    Params params;
    uint64_t patterns[PATTERN_CODES / 64]; // the codes that match a good shape
} PlayoutPolicy;

// Sets the parameters, and builds the set of patterns.
void playout_policy_init(PlayoutPolicy *policy, const Params *params);

// Does the surrounding of an empty point match a good 3x3 shape for the player to move?
// Source: the shapes of Gelly, Wang, Munos, Teytaud 2006.
bool playout_policy_matches_pattern(const PlayoutPolicy *policy, const Position *pos,
                                    Point p);

#endif
