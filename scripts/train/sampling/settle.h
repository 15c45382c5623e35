// SPDX-License-Identifier: MIT
//
// Who owns what at the end of a game that was not played out: most games end by
// resignation, or by an agreement about dead stones that the record does not tell.
#ifndef SETTLE_H
#define SETTLE_H

#include <stdbool.h>

#include "game_record.h"
#include "playout_batch.h"
#include "playout_policy.h"
#include "position.h"

typedef struct Settler {
    const PlayoutKernel *lanes;
    PlayoutPolicy policy;
    int playouts;
} Settler;

// Playouts by the engine's own policy, so many for a game. Pre: more than none.
void settler_init(Settler *settler, int playouts);

// Finds the points that five of six playouts from the last position of a game leave to
// the same player, by Color. False, nothing found, if these playouts do not make the
// recorded winner win (with a komi of 6.5 if it is not known), or the winner is
// unknown.
bool settler_find(const Settler *settler, const GameRecord *record, const Position *pos,
                  Bitboard owner[2]);

#endif
