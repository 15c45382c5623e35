// SPDX-License-Identifier: MIT
#include "group_eyes.h"

#include "eye.h"

enum {
    EYE_POINTS_MAX = 30,   // larger regions are no eyes
    SINGLE_EYE_POINTS = 6, // larger ones count for two
};

// The groups are trees of stones, by representative stone of a chain. A stone points to
// another stone of its group. The root points to itself and holds the number of eyes.
typedef struct Groups {
    const Position *pos;
    Color player;
    const Bitboard *own, *enemy;
    Point parent[POINT_LIMIT];
    uint8_t eyes[POINT_LIMIT];
} Groups;

static Point root_of(Groups *groups, Point p)
{
    while (groups->parent[p] != p)
        p = groups->parent[p] = groups->parent[groups->parent[p]];
    return p;
}

static void join(Groups *groups, Point a, Point b)
{
    a = root_of(groups, a);
    b = root_of(groups, b);
    if (a == b)
        return;
    groups->parent[b] = a;
    groups->eyes[a] = (uint8_t)(groups->eyes[a] + groups->eyes[b]);
}

// The number of eyes that a region may be.
static int eyes_of(const Groups *groups, const Bitboard *region)
{
    int points = bitboard_count(region);
    if (points > EYE_POINTS_MAX)
        return 0;
    if (points == 1)
        return eye_is_single(groups->pos, bitboard_first(region), groups->player);
    Bitboard enemy = bitboard_intersection(*region, *groups->enemy);
    if (2 * bitboard_count(&enemy) > points)
        return 0;
    return points > SINGLE_EYE_POINTS ? 2 : 1;
}

static void join_around(Groups *groups, const Bitboard *region, int eyes)
{
    Bitboard border = bitboard_neighbors(region);
    border = bitboard_intersection(border, *groups->own);
    Point first = NO_POINT;
    for (Point p = bitboard_first(&border); p; p = bitboard_next(&border, p)) {
        Point chain = groups->pos->chain[p];
        if (first == NO_POINT)
            first = chain;
        join(groups, first, chain);
    }
    if (first != NO_POINT)
        groups->eyes[root_of(groups, first)] += (uint8_t)eyes;
}

static void find_eyes(Groups *groups)
{
    Bitboard left = bitboard_difference(groups->pos->grid, *groups->own);
    while (!bitboard_is_empty(&left)) {
        Bitboard region = bitboard_reach(bitboard_of(bitboard_first(&left)), left);
        left = bitboard_difference(left, region);
        int eyes = eyes_of(groups, &region);
        if (eyes > 0)
            join_around(groups, &region, eyes);
    }
}

// Joins a chain to the chains that share two liberties with it: the enemy can take only
// one of them.
//
// shared[other] is the chain with which `other` was last found to share a liberty.
static void join_neighbors(Groups *groups, Point chain, Point shared[])
{
    const Position *pos = groups->pos;
    Bitboard liberties = position_liberties(pos, chain);
    for (Point p = bitboard_first(&liberties); p; p = bitboard_next(&liberties, p)) {
        Point beside[4];
        for (int i = 0; i < 4; i++) {
            Point other = pos->chain[p + ADJACENT[i]];
            bool seen = other == chain || !bitboard_test(groups->own, other);
            for (int j = 0; j < i; j++)
                seen = seen || beside[j] == other;
            beside[i] = other;
            if (seen)
                continue;
            if (shared[other] == chain)
                join(groups, chain, other);
            shared[other] = chain;
        }
    }
}

static void find_connections(Groups *groups)
{
    Point shared[POINT_LIMIT] = {NO_POINT};
    for (Point p = bitboard_first(groups->own); p; p = bitboard_next(groups->own, p))
        if (groups->pos->chain[p] == p)
            join_neighbors(groups, p, shared);
}

void groups_find(const Position *pos, Color player, Bitboard eyes[GROUP_EYES_SEEN])
{
    Groups groups = {.pos = pos,
                     .player = player,
                     .own = &pos->stones[player],
                     .enemy = &pos->stones[color_other(player)]};
    for (Point p = bitboard_first(groups.own); p; p = bitboard_next(groups.own, p))
        groups.parent[p] = pos->chain[p];
    find_eyes(&groups);
    find_connections(&groups);
    for (int i = 0; i < GROUP_EYES_SEEN; i++)
        eyes[i] = bitboard_empty();
    for (Point p = bitboard_first(groups.own); p; p = bitboard_next(groups.own, p)) {
        int count = groups.eyes[root_of(&groups, p)];
        if (count > 0)
            bitboard_add(&eyes[(count < GROUP_EYES_SEEN ? count : GROUP_EYES_SEEN) - 1],
                         p);
    }
}
