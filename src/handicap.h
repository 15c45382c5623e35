// SPDX-License-Identifier: MIT
//
// The points of a fixed handicap. Source: GTP 2 draft 2, "Fixed handicap placement".
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

#endif
