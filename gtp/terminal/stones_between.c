// SPDX-License-Identifier: MIT
#include "stones_between.h"

#include "handicap.h"

enum { FULL_BOARD_POINTS = 19 * 19 };

// The number of stones if every board took it. A rank is worth one move on 19x19. On
// other boards it is worth as much less as their sides are shorter, which are the root
// of the points. With komi of half a point, N stones are worth N - 1/2 moves. So the
// nearest number of stones is that of the moves, rounded up.
static int wanted_stones(int ranks, int points)
{
    int stones = 0;
    while (stones * stones * FULL_BOARD_POINTS < ranks * ranks * points)
        stones++;
    return stones;
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
