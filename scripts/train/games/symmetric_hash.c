// SPDX-License-Identifier: MIT
#include "symmetric_hash.h"

#include "symmetry.h"
#include "zobrist.h"

// The hash of a coloring as it is seen in a symmetry.
static uint64_t turned_hash(const Bitboard stones[2], int size, int symmetry)
{
    uint64_t hash = 0;
    for (Color color = BLACK; color <= WHITE; color++)
        for (Point p = bitboard_first(&stones[color]); p;
             p = bitboard_next(&stones[color], p))
            hash ^= zobrist_key(color, symmetry_turn(p, size, size, symmetry));
    return hash;
}

uint64_t symmetric_hash(const Bitboard stones[2], int size, Color to_play)
{
    uint64_t least = UINT64_MAX;
    for (int symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
        uint64_t hash = turned_hash(stones, size, symmetry);
        least = hash < least ? hash : least;
    }
    return rng_mix(least + (uint64_t)(2 * size) + (uint64_t)to_play);
}

uint64_t symmetric_hash_with_komi(const Position *pos, int komi)
{
    uint64_t hash = symmetric_hash(pos->stones, pos->columns, (Color)pos->to_play);
    uint64_t rest = (uint64_t)(uint32_t)komi << 8 | (uint64_t)(pos->ko != NO_POINT)
                                                        << 2;
    return rng_mix(hash + rest + pos->passes);
}
