// SPDX-License-Identifier: MIT
//
// What the two readers of ladders share: ladder.c, and katago_ladders.c, which reads
// them as KataGo does.
#ifndef LADDER_INTERNAL_H
#define LADDER_INTERNAL_H

#include <stdbool.h>

#include "position.h"

// Would a chain without other liberties than `at` and `lost` have three by extending to
// `at`, after its opponent has taken `lost` (NO_POINT: he has not moved)? Then it is
// not caught, and nothing need be played to see it. Captures are left out of account.
bool ladder_runs_free(const Position *pos, Point stone, Point at, Point lost);

// Adds the liberties of enemy chains in atari beside the chain: points that capture.
void ladder_add_captures(const Position *pos, Point stone, PointList *moves);

#endif
