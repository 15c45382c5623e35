// SPDX-License-Identifier: MIT
//
// The uniformly random playout, one at a time on Position: the reference for the
// playouts of the lanes. It leaves the same out of the rules: no superko but the simple
// ko, no suicide, no filling of own eyes, and an end at the cap.
#ifndef UNIFORM_PLAYOUT_H
#define UNIFORM_PLAYOUT_H

#include "playout_batch.h"
#include "position.h"
#include "rng.h"

// The next move: uniformly one of the points that can be played and are not an own eye,
// or PASS if there is none.
Point playout_choose(const Position *pos, Rng *rng);

// Plays on to two consecutive passes, or to the cap, by playout_choose. Returns the
// number of turns, passes included. The position is then what it was played to; score
// it with area.h.
int playout_run(Position *pos, Rng *rng);

#endif
