// SPDX-License-Identifier: MIT
#include "ownership.h"

#include <stdlib.h>

#include "area.h"
#include "census.h"

enum {
    JUDGING_PLAYOUTS = 2048,
    JUDGING_SEED = 20,
    // A chain is dead if its points, on the average, fall to the enemy in so many of
    // 100 playouts.
    DEAD_PERCENT = 70,
    // A point is settled if the majority of so many of 100 playouts agree on it ...
    SETTLED_PERCENT = 90,
    SETTLED_PLAYOUTS_MIN = 32,
    // ... and a board is if no more than one of so many points is not.
    UNSETTLED_PART = 20,
};

// Is the chain lost to its owner in most playouts?
static bool is_dead(const Bitboard *chain, Color player, const int owned[POINT_LIMIT])
{
    long sum = 0;
    for (Point p = bitboard_first(chain); p; p = bitboard_next(chain, p))
        sum += player == BLACK ? owned[p] : -owned[p];
    // A chain lost in a part f of the playouts has the mean 1 - 2 f.
    return 100 * sum <
           (100 - 2 * DEAD_PERCENT) * (long)JUDGING_PLAYOUTS * bitboard_count(chain);
}

static Bitboard dead_stones(const Game *game, const LaneKernel *lanes,
                            const Policy *policy)
{
    const Position *pos = &game->position;
    Bitboard dead = bitboard_empty();
    if (!game->rules.dead_stones)
        return dead;
    CensusOrder order = {.lanes = lanes,
                         .policy = policy,
                         .root = pos,
                         .either_begins = true,
                         .playouts = JUDGING_PLAYOUTS,
                         .seed = JUDGING_SEED};
    Census census;
    census_take(&order, &census);
    for (Point p = bitboard_first(&pos->grid); p; p = bitboard_next(&pos->grid, p)) {
        Color player = position_at(pos, p);
        if (player == EMPTY || pos->chain[p] != p)
            continue;
        Bitboard chain = position_chain(pos, p);
        if (is_dead(&chain, player, census.owned))
            dead = bitboard_union(dead, chain);
    }
    return dead;
}

// The position without these stones.
static Position without(const Position *pos, const Bitboard *removed)
{
    Position cleared = *pos;
    Bitboard stones[2] = {bitboard_difference(pos->stones[BLACK], *removed),
                          bitboard_difference(pos->stones[WHITE], *removed)};
    if (!position_setup(&cleared, stones, (Color)pos->to_play))
        abort(); // taking stones away leaves no chain without a liberty
    return cleared;
}

// Stones of a player that share no territory of his: alive, but only because neither
// side can attack.
static Bitboard seki_stones(const Position *cleared, Color player,
                            const Bitboard *territory)
{
    Bitboard living =
        bitboard_reach(*territory, bitboard_union(cleared->stones[player], *territory));
    return bitboard_difference(cleared->stones[player], living);
}

void ownership_final_status(const Game *game, const LaneKernel *lanes,
                            const Policy *policy, FinalStatus *status)
{
    const Position *pos = &game->position;
    Bitboard owner[2];
    status->dead = dead_stones(game, lanes, policy);
    Position cleared = without(pos, &status->dead);
    area_owner(&cleared, owner);
    Bitboard seki = bitboard_empty(), territory[2];
    for (Color player = BLACK; player <= WHITE; player++) {
        territory[player] = bitboard_difference(owner[player], cleared.stones[player]);
        seki = bitboard_union(seki, seki_stones(&cleared, player, &territory[player]));
    }
    if (!game->rules.dead_stones)
        seki = bitboard_empty(); // every stone counts, and nothing is asked of it
    Bitboard standing = bitboard_union(cleared.stones[BLACK], cleared.stones[WHITE]);
    Bitboard empty = position_empty(pos);
    status->seki = seki;
    status->alive = bitboard_difference(standing, seki);
    status->territory[BLACK] = bitboard_intersection(territory[BLACK], empty);
    status->territory[WHITE] = bitboard_intersection(territory[WHITE], empty);
    status->dame = bitboard_difference(
        empty, bitboard_union(status->territory[BLACK], status->territory[WHITE]));
}

int ownership_final_score(const Game *game, const FinalStatus *status)
{
    Position cleared = without(&game->position, &status->dead);
    return 2 * area_score(&cleared) - game->komi;
}

bool ownership_is_settled(const Game *game, const SearchReport *report)
{
    const Position *pos = &game->position;
    int unsettled = 0, points = pos->columns * pos->rows;
    if (report->ownership_playouts < SETTLED_PLAYOUTS_MIN)
        return false;
    // A part s in agreement makes the difference of the counts 2 s - 1 of the playouts.
    double bound =
        (2 * SETTLED_PERCENT - 100) / 100.0 * (double)report->ownership_playouts;
    for (Point p = bitboard_first(&pos->grid); p; p = bitboard_next(&pos->grid, p))
        unsettled += abs(report->ownership[p]) < bound;
    return unsettled * UNSETTLED_PART <= points;
}
