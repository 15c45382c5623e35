// SPDX-License-Identifier: MIT
//
// Zobrist keys: a colouring hashes to the exclusive or of the keys of its stones, so a
// move changes the hash by one operation per stone. The keys are a pure function of
// point and colour; nothing has to be filled in at start-up. Source: Zobrist 1970.
#ifndef ZOBRIST_H
#define ZOBRIST_H

#include <stdint.h>

#include "color.h"
#include "point.h"
#include "rng.h"

// Key of a stone. Pre: player is BLACK or WHITE.
static inline uint64_t zobrist_key(Color player, Point point)
{
    return rng_mix((2 * (uint64_t)point + (uint64_t)player) * 0x9e3779b97f4a7c15u);
}

#endif
