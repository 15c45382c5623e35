// SPDX-License-Identifier: MIT
//
// Moves that a search is to leave out: for each player and move, up to which ply that
// is so. The first ply is the move that the search is asked for.
#ifndef MOVE_BANS_H
#define MOVE_BANS_H

#include <stdbool.h>
#include <stddef.h>

#include "color.h"
#include "point.h"

typedef struct MoveBans {
    int until[2][POINT_LIMIT]; // by Color and point or PASS; 0: never left out
} MoveBans;

// Leaves out the move at least up to that ply.
static inline void move_bans_add(MoveBans *bans, Color player, Point move, int until)
{
    if (bans->until[player][move] < until)
        bans->until[player][move] = until;
}

// Is the player's move left out at that ply? No bans: NULL.
static inline bool move_bans_has(const MoveBans *bans, Color player, Point move,
                                 int ply)
{
    return bans != NULL && ply <= bans->until[player][move];
}

#endif
