// SPDX-License-Identifier: MIT
//
// Moves that a search is to leave out: for each player and move, up to which ply that
// is so. The first ply is the move that the search is asked for. A resignation is no
// move of a search, but may be left out, too.
#ifndef MOVE_FILTER_H
#define MOVE_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "color.h"
#include "point.h"

typedef struct MoveFilter {
    int until[2][POINT_LIMIT]; // by Color and point, PASS or RESIGN; 0: never left out
    bool concern_search;       // not only resignations are left out
} MoveFilter;

// Leaves out the move at least up to that ply.
static inline void move_filter_add(MoveFilter *filter, Color player, Point move,
                                   int until)
{
    if (filter->until[player][move] < until)
        filter->until[player][move] = until;
    filter->concern_search = filter->concern_search || move != RESIGN;
}

// Those of a search, which is of less use to others with them: NULL if there are none.
static inline const MoveFilter *move_filter_of_search(const MoveFilter *filter)
{
    return filter != NULL && filter->concern_search ? filter : NULL;
}

// Is the player's move left out at that ply? No filter: NULL.
static inline bool move_filter_has(const MoveFilter *filter, Color player, Point move,
                                   int ply)
{
    return filter != NULL && ply <= filter->until[player][move];
}

#endif
