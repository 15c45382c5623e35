// SPDX-License-Identifier: MIT
#include "katago_area.h"

#include <string.h>

enum {
    REGIONS_MAX = POINT_COUNT_MAX / 2 + 1,
    CHAINS_MAX = POINT_COUNT_MAX,
    VITAL_MAX = 4, // a region touches no more chains with one of its points
    EYES_NEEDED = 2,
    INNER_POINTS_MAX = 1, // of a region in which the enemy cannot live
};

// A maximal connected set of points without the player's stones, one of them empty.
typedef struct Region {
    Bitboard points;
    int16_t
        vital[VITAL_MAX]; // chains that have all its points, or all its empty points,
    int vital_count;      // as liberties
    bool is_healthy;      // touches no chain that may die
} Region;

typedef struct Life {
    const Position *pos;
    Color player;
    bool suicide;
    Region regions[REGIONS_MAX];
    int region_count;
    Point stone[CHAINS_MAX]; // of each chain, its representative
    Bitboard beside[CHAINS_MAX];
    bool is_alive[CHAINS_MAX];
    int chain_count;
    int16_t number[POINT_LIMIT]; // of a chain, by representative
} Life;

static void find_chains(Life *life)
{
    const Position *pos = life->pos;
    const Bitboard *own = &pos->stones[life->player];
    for (Point p = bitboard_first(own); p; p = bitboard_next(own, p)) {
        if (pos->chain[p] != p)
            continue;
        Bitboard chain = position_chain(pos, p);
        int number = life->chain_count++;
        life->number[p] = (int16_t)number;
        life->stone[number] = p;
        life->beside[number] = bitboard_neighbors(&chain);
        life->is_alive[number] = true;
    }
}

static bool is_vital(const Life *life, const Bitboard *wanted, int chain)
{
    Bitboard left = bitboard_difference(*wanted, life->beside[chain]);
    return bitboard_is_empty(&left);
}

// The chains beside an empty point of a region for which the region is vital.
static void find_vital(const Life *life, const Bitboard *empty, Region *region)
{
    Bitboard inside = bitboard_intersection(region->points, *empty);
    const Bitboard *wanted = life->suicide ? &region->points : &inside;
    Point at = bitboard_first(&inside);
    for (int i = 0; i < 4; i++) {
        Point q = (Point)(at + ADJACENT[i]);
        if (!bitboard_test(&life->pos->stones[life->player], q))
            continue;
        int16_t chain = life->number[life->pos->chain[q]];
        bool seen = false;
        for (int j = 0; j < region->vital_count; j++)
            seen = seen || region->vital[j] == chain;
        if (!seen && is_vital(life, wanted, chain))
            region->vital[region->vital_count++] = chain;
    }
}

static void find_regions(Life *life)
{
    Bitboard outside =
        bitboard_difference(life->pos->grid, life->pos->stones[life->player]);
    Bitboard empty = position_empty(life->pos), left = empty;
    while (!bitboard_is_empty(&left)) {
        Region *region = &life->regions[life->region_count++];
        region->points = bitboard_reach(bitboard_of(bitboard_first(&left)), outside);
        region->vital_count = 0;
        region->is_healthy = true;
        find_vital(life, &empty, region);
        left = bitboard_difference(left, region->points);
    }
}

static int eyes_of(const Life *life, int chain)
{
    int eyes = 0;
    for (int i = 0; i < life->region_count; i++) {
        const Region *region = &life->regions[i];
        for (int j = 0; j < region->vital_count && region->is_healthy; j++)
            eyes += region->vital[j] == chain;
    }
    return eyes;
}

// The chain may die: no region beside it helps other chains to live.
static void kill_chain(Life *life, int chain)
{
    life->is_alive[chain] = false;
    for (int i = 0; i < life->region_count; i++) {
        Region *region = &life->regions[i];
        Bitboard shared = bitboard_intersection(region->points, life->beside[chain]);
        if (!bitboard_is_empty(&shared))
            region->is_healthy = false;
    }
}

static void find_life(Life *life)
{
    find_chains(life);
    find_regions(life);
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < life->chain_count; i++) {
            if (!life->is_alive[i] || eyes_of(life, i) >= EYES_NEEDED)
                continue;
            kill_chain(life, i);
            changed = true;
        }
    }
}

// Are the points the player's, whatever stands on them? Else empty ones may be.
static bool is_safe(const Life *life, const Region *region, bool has_enemy)
{
    Bitboard own = life->pos->stones[life->player];
    Bitboard inner = bitboard_difference(region->points, bitboard_neighbors(&own));
    return region->is_healthy &&
           (!has_enemy || bitboard_count(&inner) <= INNER_POINTS_MAX);
}

static void take_area(Bitboard area[2], Color player, const Bitboard *points)
{
    Color other = color_other(player);
    area[player] = bitboard_union(area[player], *points);
    area[other] = bitboard_difference(area[other], *points);
}

// Safe points are taken even from what the other player was thought to surround.
static void take_regions(const Life *life, bool only_safe, Bitboard area[2])
{
    Color other = color_other(life->player);
    for (int i = 0; i < life->region_count; i++) {
        const Region *region = &life->regions[i];
        Bitboard enemy =
            bitboard_intersection(region->points, life->pos->stones[other]);
        bool has_enemy = !bitboard_is_empty(&enemy);
        Bitboard points = region->points;
        if (!is_safe(life, region, has_enemy)) {
            if (has_enemy || only_safe)
                continue;
            points = bitboard_difference(points, area[other]);
        }
        take_area(area, life->player, &points);
    }
}

static void find_area_of(const Position *pos, bool suicide, Color player,
                         bool only_safe, Bitboard area[2])
{
    if (bitboard_is_empty(&pos->stones[player]))
        return;
    Life life;
    life.pos = pos;
    life.player = player;
    life.suicide = suicide;
    life.region_count = life.chain_count = 0;
    find_life(&life);
    for (int i = 0; i < life.chain_count; i++) {
        if (!life.is_alive[i])
            continue;
        Bitboard chain = position_chain(pos, life.stone[i]);
        take_area(area, player, &chain);
    }
    take_regions(&life, only_safe, area);
}

void katago_area_alive(const Position *pos, bool suicide, Bitboard area[2])
{
    area[BLACK] = area[WHITE] = bitboard_empty();
    find_area_of(pos, suicide, BLACK, true, area);
    find_area_of(pos, suicide, WHITE, true, area);
}

void katago_area(const Position *pos, bool suicide, Bitboard area[2])
{
    area[BLACK] = area[WHITE] = bitboard_empty();
    find_area_of(pos, suicide, BLACK, false, area);
    find_area_of(pos, suicide, WHITE, false, area);
    Bitboard taken = bitboard_union(area[BLACK], area[WHITE]);
    for (Color color = BLACK; color <= WHITE; color++)
        area[color] =
            bitboard_union(area[color], bitboard_difference(pos->stones[color], taken));
}

void katago_area_without_seki(const Position *pos, bool suicide, Bitboard area[2])
{
    katago_area(pos, suicide, area);
    Bitboard all = bitboard_union(area[BLACK], area[WHITE]);
    Bitboard neutral = bitboard_difference(position_empty(pos), all);
    Bitboard weak = position_atari_stones(pos);
    for (Color color = BLACK; color <= WHITE; color++) {
        Bitboard stones = bitboard_intersection(area[color], pos->stones[color]);
        Bitboard signs = bitboard_union(bitboard_neighbors(&neutral),
                                        bitboard_intersection(weak, stones));
        Bitboard seki = bitboard_reach(signs, area[color]);
        area[color] = bitboard_union(bitboard_difference(area[color], seki), stones);
    }
}
