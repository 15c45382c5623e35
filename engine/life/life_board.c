// SPDX-License-Identifier: MIT
#include "life_board.h"

static LifeSet bit(int point)
{
    return (LifeSet)1 << point;
}

LifeSet life_board_set(const LifeBoard *board, const Bitboard *set)
{
    LifeSet local = 0;
    for (int i = 0; i < board->count; i++)
        if (bitboard_test(set, board->points[i]))
            local |= bit(i);
    return local;
}

LifeStones life_board_init(LifeBoard *board, const LifeProblem *problem)
{
    Bitboard beside[2];
    const Bitboard *field = &problem->field;
    board->count = 0;
    board->all = 0;
    for (Point p = bitboard_first(field); p; p = bitboard_next(field, p)) {
        board->all |= bit(board->count);
        board->points[board->count++] = p;
    }
    for (int i = 0; i < board->count; i++) {
        Bitboard point = bitboard_of(board->points[i]);
        Bitboard near = bitboard_neighbors(&point);
        board->neighbors[i] = life_board_set(board, &near);
    }
    LifeStones stones;
    for (Color color = BLACK; color <= WHITE; color++) {
        beside[color] = bitboard_neighbors(&problem->wall[color]);
        board->wall[color] = life_board_set(board, &beside[color]);
        stones.of[color] = life_board_set(board, &problem->pos->stones[color]);
    }
    return stones;
}

LifeSet life_reach(const LifeBoard *board, LifeSet seed, LifeSet within,
                   LifeSet *beside)
{
    LifeSet reached = seed & within, edge = reached, near = 0;
    while (edge != 0) {
        LifeSet next = board->neighbors[__builtin_ctzll(edge)];
        edge &= edge - 1;
        near |= next;
        next &= within & ~reached;
        reached |= next;
        edge |= next;
    }
    if (beside != NULL)
        *beside = near;
    return reached;
}

// Has the chain no liberty and no wall behind it?
static bool is_captured(const LifeBoard *board, LifeSet chain, LifeSet beside,
                        LifeSet empty, Color color)
{
    return (beside & empty) == 0 && (chain & board->wall[color]) == 0;
}

bool life_play(const LifeBoard *board, LifeStones *stones, Color player, int point)
{
    Color other = color_other(player);
    LifeSet own = stones->of[player] | bit(point), enemy = stones->of[other];
    LifeSet empty = board->all & ~(own | enemy), beside, captured = 0;
    for (LifeSet next = board->neighbors[point] & enemy; next != 0;) {
        LifeSet chain = life_reach(board, next & -next, enemy, &beside);
        if (is_captured(board, chain, beside, empty, other))
            captured |= chain;
        next &= ~chain;
    }
    if (captured == 0 && (board->neighbors[point] & empty) == 0) {
        LifeSet chain = life_reach(board, bit(point), own, &beside);
        if (is_captured(board, chain, beside, empty, player))
            return false;
    }
    stones->of[player] = own;
    stones->of[other] = enemy & ~captured;
    return true;
}

static bool is_eye(const LifeBoard *board, const LifeStones *stones, Color player,
                   int point)
{
    LifeSet next = board->neighbors[point], own = stones->of[player];
    if ((next & ~own) != 0 || (board->wall[color_other(player)] & bit(point)) != 0)
        return false;
    if (next == 0)
        return true;
    LifeSet chain = life_reach(board, next & -next, own, NULL);
    bool has_wall = (board->wall[player] & bit(point)) != 0;
    return (next & ~chain) == 0 && (!has_wall || (chain & board->wall[player]) != 0);
}

// Would a stone at the point link chains of the set, or one of them with the wall?
static bool is_link(const LifeBoard *board, LifeSet set, LifeSet wall, int point)
{
    LifeSet next = board->neighbors[point] & set;
    if (next == 0)
        return false;
    LifeSet chain = life_reach(board, next & -next, set, NULL);
    return (next & ~chain) != 0 || ((wall & bit(point)) != 0 && (wall & chain) == 0);
}

bool life_is_idle(const LifeBoard *board, const LifeStones *stones, Color player,
                  int point)
{
    if (is_eye(board, stones, player, point))
        return true;
    LifeSet own = stones->of[player], enemy = stones->of[color_other(player)];
    LifeSet next = board->neighbors[point];
    LifeSet open = bit(point) | (next & ~(own | enemy));
    return (next & enemy) == 0 && !is_link(board, own, board->wall[player], point) &&
           ((open & ~board->wall[player]) == 0 ||
            (open & ~board->wall[color_other(player)]) == 0);
}

// Chains of a player and the regions between them.
typedef struct Benson {
    LifeSet chains[LIFE_FIELD_MAX];
    int chain_count;
    LifeSet regions[LIFE_FIELD_MAX];
    LifeSet beside[LIFE_FIELD_MAX]; // by region: the player's stones around it
    LifeSet empty[LIFE_FIELD_MAX];  // its empty points
    int region_count;
} Benson;

static void find_parts(const LifeBoard *board, const LifeStones *stones, Color player,
                       Benson *benson)
{
    LifeSet own = stones->of[player], enemy = stones->of[color_other(player)];
    benson->chain_count = benson->region_count = 0;
    for (LifeSet rest = own; rest != 0;) {
        LifeSet chain = life_reach(board, rest & -rest, own, NULL);
        benson->chains[benson->chain_count++] = chain;
        rest &= ~chain;
    }
    for (LifeSet rest = board->all & ~own; rest != 0;) {
        LifeSet beside;
        LifeSet region = life_reach(board, rest & -rest, board->all & ~own, &beside);
        rest &= ~region;
        // The enemy can come in from its wall.
        if ((region & board->wall[color_other(player)]) != 0)
            continue;
        int i = benson->region_count++;
        benson->regions[i] = region;
        benson->beside[i] = beside & own;
        benson->empty[i] = region & ~enemy;
    }
}

// Is every empty point of a region a liberty of the chain?
static bool is_vital(const LifeBoard *board, LifeSet chain, LifeSet empty)
{
    for (; empty != 0; empty &= empty - 1)
        if ((board->neighbors[__builtin_ctzll(empty)] & chain) == 0)
            return false;
    return true;
}

static bool has_two_vital_regions(const LifeBoard *board, const Benson *benson,
                                  LifeSet chain, LifeSet alive)
{
    int vital = 0;
    for (int i = 0; i < benson->region_count && vital < 2; i++)
        vital += (benson->beside[i] & chain) != 0 &&
                 (benson->beside[i] & ~alive) == 0 &&
                 is_vital(board, chain, benson->empty[i]);
    return vital >= 2;
}

LifeSet life_unconditional(const LifeBoard *board, const LifeStones *stones,
                           Color player)
{
    Benson benson;
    LifeSet alive = stones->of[player], before;
    find_parts(board, stones, player, &benson);
    do {
        before = alive;
        for (int i = 0; i < benson.chain_count; i++) {
            LifeSet chain = benson.chains[i];
            if ((chain & alive) != 0 && (chain & board->wall[player]) == 0 &&
                !has_two_vital_regions(board, &benson, chain, alive))
                alive &= ~chain;
        }
    } while (alive != before);
    return alive;
}
