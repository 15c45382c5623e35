// SPDX-License-Identifier: MIT
//
// Zobrist keys. The hash of a coloring is the exclusive or of the keys of its stones.
// So a move changes the hash by one operation for each stone. A key is a pure function
// of point and color; no table is filled at start-up. Source: Zobrist 1970.
#ifndef ZOBRIST_H
#define ZOBRIST_H

#include <stdint.h>

#include "color.h"
#include "point.h"
#include "rng.h"

// The key of a stone. Pre: player is BLACK or WHITE.
static inline uint64_t zobrist_key(Color player, Point point)
{
    return rng_mix((2 * (uint64_t)point + (uint64_t)player) * 0x9e3779b97f4a7c15u);
}

#endif
