// SPDX-License-Identifier: MIT
//
// A hash of a position that all eight symmetric positions share.
#ifndef SYMMETRIC_HASH_H
#define SYMMETRIC_HASH_H

#include <stdint.h>

#include "bitboard.h"
#include "color.h"
#include "position.h"

// Of a colouring, by Color, on a square board, and the player to move.
uint64_t symmetric_hash(const Bitboard stones[2], int size, Color to_play);

// Of a position with a komi, in half points: also of what a colouring does not tell,
// which is whether a ko is pending, and the passes before.
uint64_t symmetric_hash_with_komi(const Position *pos, int komi);

#endif
