// SPDX-License-Identifier: MIT
//
// Where handicap stones stand: fixed, and as we like it where we may choose. Source:
// GTP 2 draft 2, "Fixed handicap placement".
#ifndef HANDICAP_H
#define HANDICAP_H

#include <stdbool.h>

#include "point.h"

enum { HANDICAP_STONES_MAX = 9 };

// The largest fixed handicap on a board of that size: 9 on odd squares from 9x9, 4 on
// even ones from 8x8 and on 7x7, 0 on others, which have no handicap points.
int handicap_limit(int columns, int rows);

// Stores the points of a handicap of `count` stones. Errors: false, nothing stored, if
// there is no such handicap on this board.
bool handicap_points(int columns, int rows, int count,
                     Point points[HANDICAP_STONES_MAX]);

// Chooses points for a free handicap and stores them: those of the fixed handicap as
// far as there is one, then points far from the others, on the handicap lines and
// inside them as long as there is room. Returns how many: count, or one fewer than the
// board has points. Pre: columns and rows 1..19, count >= 1.
int handicap_free_points(int columns, int rows, int count, Point points[]);

#endif
