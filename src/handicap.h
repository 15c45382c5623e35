// SPDX-License-Identifier: MIT
//
// Where handicap stones stand: the fixed handicap, and our own choice for a free one.
// Source: GTP 2 draft 2, "Fixed handicap placement", which has square boards only. On
// rectangles, as in KataGo, each side has the lines that a square board of its size has.
#ifndef HANDICAP_H
#define HANDICAP_H

#include <stdbool.h>

#include "point.h"

enum { HANDICAP_STONES_MAX = 9 };

// The largest fixed handicap on a board of that size. It is 9 if both sides are odd and
// at least 9. It is 4 on other boards whose sides are at least 7. It is 0 on all others,
// because they have no handicap points.
int handicap_limit(int columns, int rows);

// Stores the points of a fixed handicap of `count` stones. Errors: false, nothing
// stored, if this board has no such handicap.
bool handicap_points(int columns, int rows, int count,
                     Point points[HANDICAP_STONES_MAX]);

// Chooses and stores points for a free handicap. The points of the fixed handicap come
// first, as far as there is one. The others are far from each other, on the handicap
// lines and inside them as long as there is room. Returns the number of points: count,
// but at most one fewer than the board has points. Pre: columns and rows 1..19, count
// >= 1.
int handicap_free_points(int columns, int rows, int count, Point points[]);

#endif
