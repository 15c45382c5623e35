// SPDX-License-Identifier: MIT
//
// A hash of a position. All eight symmetric positions have the same hash.
#ifndef SYMMETRIC_HASH_H
#define SYMMETRIC_HASH_H

#include <stdint.h>

#include "bitboard.h"
#include "color.h"
#include "position.h"

// The hash of a coloring, by Color, on a square board, and of the player to move.
uint64_t symmetric_hash(const Bitboard stones[2], int size, Color to_play);

// The hash of a position with a komi, in half points. It also covers what a coloring
// does not show: a pending ko, and the passes before.
uint64_t symmetric_hash_with_komi(const Position *pos, int komi);

#endif
