// SPDX-License-Identifier: MIT
#include "benson.h"

// How many of the regions are vital to a chain: all their empty points are liberties of
// it. Counts no further than two.
static int vital_regions(const Position *pos, const Bitboard *regions, Point chain)
{
    int vital = 0;
    Bitboard rest = *regions, empty = position_empty(pos);
    Bitboard liberties = position_liberties(pos, chain);
    while (!bitboard_is_empty(&rest) && vital < 2) {
        Bitboard region = bitboard_reach(bitboard_of(bitboard_first(&rest)), rest);
        Bitboard inside = bitboard_intersection(region, empty);
        Bitboard others = bitboard_difference(inside, liberties);
        vital += !bitboard_is_empty(&inside) && bitboard_is_empty(&others);
        rest = bitboard_difference(rest, region);
    }
    return vital;
}

// The chains among these that have two vital regions.
static Bitboard with_two_regions(const Position *pos, const Bitboard *chains,
                                 const Bitboard *regions)
{
    Bitboard rest = *chains, kept = bitboard_empty();
    while (!bitboard_is_empty(&rest)) {
        Point stone = bitboard_first(&rest);
        Bitboard chain = position_chain(pos, stone);
        if (vital_regions(pos, regions, stone) == 2)
            kept = bitboard_union(kept, chain);
        rest = bitboard_difference(rest, chain);
    }
    return kept;
}

// The regions that touch no chain of the player's but these.
static Bitboard enclosed_by(const Position *pos, const Bitboard *regions, Color player,
                            const Bitboard *chains)
{
    Bitboard others = bitboard_difference(pos->stones[player], *chains);
    Bitboard open = bitboard_reach(bitboard_neighbors(&others), *regions);
    return bitboard_difference(*regions, open);
}

Bitboard benson_alive(const Position *pos, Color player)
{
    Bitboard chains = pos->stones[player], before;
    Bitboard regions = bitboard_difference(pos->grid, chains);
    do {
        before = chains;
        chains = with_two_regions(pos, &chains, &regions);
        regions = enclosed_by(pos, &regions, player, &chains);
    } while (!bitboard_equal(&chains, &before));
    return chains;
}
