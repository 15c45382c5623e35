// SPDX-License-Identifier: MIT
//
// What the two readers of ladders share: ladder.c, and katago_ladders.c, which reads
// ladders as KataGo does.
#ifndef LADDER_INTERNAL_H
#define LADDER_INTERNAL_H

#include <stdbool.h>

#include "position.h"

// A chain has no liberties but `at` and `lost`. Does it have three liberties after it
// extends to `at`, once the opponent has taken `lost`? NO_POINT: the opponent has not
// moved. Then it is not caught, and no move need be played to see that. Captures are
// ignored.
bool ladder_runs_free(const Position *pos, Point stone, Point at, Point lost);

// Adds the liberties of adjacent enemy chains in atari: the points that capture.
void ladder_add_captures(const Position *pos, Point stone, PointList *moves);

#endif
