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

typedef struct MoveBans {
    int until[2][POINT_LIMIT]; // by Color and point, PASS or RESIGN; 0: never left out
    bool concern_search;       // not only resignations are left out
} MoveBans;

// Leaves out the move at least up to that ply.
static inline void move_bans_add(MoveBans *bans, Color player, Point move, int until)
{
    if (bans->until[player][move] < until)
        bans->until[player][move] = until;
    bans->concern_search = bans->concern_search || move != RESIGN;
}

// Those of a search, which is of less use to others with them: NULL if there are none.
static inline const MoveBans *move_bans_of_search(const MoveBans *bans)
{
    return bans != NULL && bans->concern_search ? bans : NULL;
}

// Is the player's move left out at that ply? No bans: NULL.
static inline bool move_bans_has(const MoveBans *bans, Color player, Point move,
                                 int ply)
{
    return bans != NULL && ply <= bans->until[player][move];
}

#endif
