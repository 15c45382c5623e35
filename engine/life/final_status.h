// SPDX-License-Identifier: MIT
//
// Who owns what when the game is over, once it is known which stones are dead; and what
// the playouts of a search tell about how near that is.
#ifndef FINAL_STATUS_H
#define FINAL_STATUS_H

#include <stdbool.h>
#include <stdint.h>

#include "game.h"

// The state of stones and points if the game ended now. Every stone is in exactly one
// of alive, dead and seki; every empty point in exactly one of the territories and
// dame.
typedef struct FinalStatus {
    Bitboard alive, dead, seki;
    Bitboard territory[2]; // by Color; empty points only
    Bitboard dame;
} FinalStatus;

// The state of everything once these stones are taken off the board. A living group is
// in seki if it has less than two eyes and shares a dame with such a group of the other
// colour; a group with an eye is not if those others are one or two stones without an
// eye. Pre: `dead` consists of chains.
void final_status_find(const Position *pos, const Bitboard *dead, FinalStatus *status);

// Takes chains that no living enemy encloses out of a set of dead ones. Pre: `dead`
// consists of chains.
void final_status_keep_unsurrounded(const Position *pos, Bitboard *dead);

// The areas without these stones, see area.h. Pre: the same.
void final_status_area(const Position *pos, const Bitboard *dead, Bitboard owner[2]);

// Points of Black minus points of White without these stones, no komi. Pre: the same.
int final_status_score(const Position *pos, const Bitboard *dead);

// Did most playouts of a search agree about most points, so that the game may soon be
// over? `ownership` counts for each point the playouts that left it to Black minus
// those that left it to White.
bool final_status_is_clear(const Position *pos, const int ownership[],
                           uint64_t playouts);

#endif
