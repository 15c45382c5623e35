// SPDX-License-Identifier: MIT
//
// Takes dead stones off the board where the rules leave that to play. It decides on the
// judge's verdicts, and does not search.
#ifndef CLEANUP_H
#define CLEANUP_H

#include "life_death.h"
#include "pass_decision.h"
#include "point.h"

// A move towards capturing the enemy stones that the verdict removes. It spoils
// nothing: these stones stay dead, and the player's living stones stay alive. It is at
// a liberty of these stones, or failing that beside one. NO_POINT if there is none. The
// verdict must be a copy, as the judge is asked again.
Point cleanup_move(const PassDecision *decision, const Verdict *verdict);

#endif
