// SPDX-License-Identifier: MIT
#include "stones_between.h"

#include "handicap.h"

enum { FULL_BOARD_POINTS = 19 * 19 };

// The number of stones if every board took it. A handicap of N stones, with komi of
// half a point, is worth N - 1/2 moves. A rank is worth one move on 19x19, and on other
// boards as much less as they have fewer points. The result is the nearest number.
static int wanted_stones(int ranks, int points)
{
    return ranks == 0 ? 0 : 1 + (2 * ranks - 1) * points / (2 * FULL_BOARD_POINTS);
}

StonesBetween stones_between(int ranks, int columns, int rows)
{
    int wanted = wanted_stones(ranks, columns * rows);
    int limit = handicap_limit(columns, rows);
    if (limit == 0)
        limit = 1;
    return (StonesBetween){.stones = wanted < limit ? wanted : limit,
                           .is_limited = wanted > limit};
}
