// SPDX-License-Identifier: MIT
//
// Taking dead stones off the board where that is left to play. Decides on what the
// judge knows; does not search.
#ifndef CLEANUP_H
#define CLEANUP_H

#include "life_death.h"
#include "pass_decision.h"
#include "point.h"

// A move towards capturing the enemy stones that the verdict on the board removes,
// which spoils nothing: they stay dead, and the player's living stones alive. At their
// liberties, or failing that beside these. NO_POINT if there is none. The verdict must
// be a copy, as the judge is asked again.
Point cleanup_move(const PassDecision *decision, const Verdict *verdict);

#endif
