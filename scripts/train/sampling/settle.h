// SPDX-License-Identifier: MIT
//
// Finds who owns which points at the end of a game that was not played out. Most games
// end by resignation, or by an agreement about dead stones that the record does not
// tell.
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

// Prepares `playouts` playouts for each game, by the engine's own policy. Pre: playouts
// > 0.
void settler_init(Settler *settler, int playouts);

// Finds the points, by Color, that five of six playouts from a game's last position
// give to the same player. False, nothing found, if the winner is unknown, or if these
// playouts do not make the recorded winner win. If komi is not known, it counts as 6.5.
bool settler_find(const Settler *settler, const GameRecord *record, const Position *pos,
                  Bitboard owner[2]);

#endif
