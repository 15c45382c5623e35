// SPDX-License-Identifier: MIT
//
// Moves that a search leaves out. For each player and move it holds the last ply at
// which the move is left out. Ply 1 is the move that the search is asked for. A search
// never chooses a resignation, but the filter may hold one, too.
#ifndef MOVE_FILTER_H
#define MOVE_FILTER_H

#include <stdbool.h>
#include <stddef.h>

#include "color.h"
#include "point.h"

typedef struct MoveFilter {
    int until[2][POINT_LIMIT]; // by Color and point, PASS or RESIGN; 0: never left out
    bool concern_search;       // a move other than a resignation is left out
} MoveFilter;

// Leaves out the move at least up to ply `until`.
static inline void move_filter_add(MoveFilter *filter, Color player, Point move,
                                   int until)
{
    if (filter->until[player][move] < until)
        filter->until[player][move] = until;
    filter->concern_search = filter->concern_search || move != RESIGN;
}

// The filter if it leaves out moves of a search, otherwise NULL. With such a filter a
// search is of less use to others.
static inline const MoveFilter *move_filter_of_search(const MoveFilter *filter)
{
    return filter != NULL && filter->concern_search ? filter : NULL;
}

// Is the player's move left out at that ply? NULL: there is no filter.
static inline bool move_filter_has(const MoveFilter *filter, Color player, Point move,
                                   int ply)
{
    return filter != NULL && ply <= filter->until[player][move];
}

#endif
