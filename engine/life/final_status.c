// SPDX-License-Identifier: MIT
#include "final_status.h"

#include <stdlib.h>

#include "area.h"

enum {
    // A board is clear if on this percentage of points ...
    CLEAR_POINTS_PERCENT = 60,
    // ... this percentage of playouts agree, out of at least CLEAR_PLAYOUTS_MIN.
    CLEAR_PLAYOUTS_PERCENT = 80,
    CLEAR_PLAYOUTS_MIN = 32,
    // A territory of this many points is as good as two eyes.
    LARGE_EYE = 3,
    INTRUDERS_MAX = 2, // stones inside a group with an eye that make no seki
};

// The position without the stones `removed`.
static Position without(const Position *pos, const Bitboard *removed)
{
    Position cleared = *pos;
    Bitboard stones[2] = {bitboard_difference(pos->stones[BLACK], *removed),
                          bitboard_difference(pos->stones[WHITE], *removed)};
    if (!position_setup(&cleared, stones, (Color)pos->to_play))
        abort(); // taking stones away leaves no chain without a liberty
    return cleared;
}

// How many eyes of a group its territory is: 0 to 2.
static int count_eyes(Bitboard territory)
{
    int eyes = 0;
    while (!bitboard_is_empty(&territory) && eyes < 2) {
        Bitboard eye =
            bitboard_reach(bitboard_of(bitboard_first(&territory)), territory);
        eyes += bitboard_count(&eye) >= LARGE_EYE ? 2 : 1;
        territory = bitboard_difference(territory, eye);
    }
    return eyes < 2 ? eyes : 2;
}

// A player's stones that do not live by eyes. Stones that share a territory are a
// group.
typedef struct Eyeless {
    Bitboard stones;
    Bitboard with_eye; // of these: the groups with one eye
    Bitboard rivals;   // of these: all but one or two stones without an eye
} Eyeless;

static void find_eyeless(const Bitboard *stones, const Bitboard *territory,
                         Eyeless *eyeless)
{
    Bitboard rest = *stones, area = bitboard_union(*stones, *territory);
    *eyeless = (Eyeless){.stones = bitboard_empty()};
    while (!bitboard_is_empty(&rest)) {
        Bitboard group = bitboard_reach(bitboard_of(bitboard_first(&rest)), area);
        Bitboard members = bitboard_intersection(group, *stones);
        int eyes = count_eyes(bitboard_intersection(group, *territory));
        rest = bitboard_difference(rest, members);
        if (eyes == 2)
            continue;
        eyeless->stones = bitboard_union(eyeless->stones, members);
        if (eyes == 1)
            eyeless->with_eye = bitboard_union(eyeless->with_eye, members);
        if (eyes == 1 || bitboard_count(&members) > INTRUDERS_MAX)
            eyeless->rivals = bitboard_union(eyeless->rivals, members);
    }
}

// The stones in seki among those without two eyes: groups at dame of both colors.
static Bitboard seki_stones(const Eyeless eyeless[2], const Bitboard *dame)
{
    Bitboard seki = bitboard_empty();
    for (Color player = BLACK; player <= WHITE; player++) {
        const Eyeless *own = &eyeless[player], *other = &eyeless[color_other(player)];
        Bitboard at_stones =
            bitboard_intersection(*dame, bitboard_neighbors(&other->stones));
        Bitboard at_rivals =
            bitboard_intersection(*dame, bitboard_neighbors(&other->rivals));
        Bitboard blind = bitboard_difference(own->stones, own->with_eye);
        at_stones = bitboard_neighbors(&at_stones);
        at_rivals = bitboard_neighbors(&at_rivals);
        seki = bitboard_union(seki, bitboard_reach(at_stones, blind));
        seki = bitboard_union(seki, bitboard_reach(at_rivals, own->with_eye));
    }
    return seki;
}

void final_status_keep_unsurrounded(const Position *pos, Bitboard *dead)
{
    Bitboard rest = *dead, empty = position_empty(pos);
    while (!bitboard_is_empty(&rest)) {
        Bitboard around = bitboard_union(empty, *dead);
        Bitboard region = bitboard_reach(bitboard_of(bitboard_first(&rest)), around);
        Color owner = position_at(pos, bitboard_first(&rest));
        Bitboard enemies = bitboard_difference(pos->stones[color_other(owner)], *dead);
        enemies = bitboard_intersection(enemies, bitboard_neighbors(&region));
        Bitboard stones = bitboard_intersection(region, *dead);
        if (bitboard_is_empty(&enemies))
            *dead = bitboard_difference(*dead, stones);
        rest = bitboard_difference(rest, stones);
    }
}

void final_status_find(const Position *pos, const Bitboard *dead, FinalStatus *status)
{
    Position cleared = without(pos, dead);
    Bitboard owner[2], empty = position_empty(pos);
    Eyeless eyeless[2];
    area_owner(&cleared, owner);
    for (Color player = BLACK; player <= WHITE; player++) {
        Bitboard territory = bitboard_difference(owner[player], cleared.stones[player]);
        find_eyeless(&cleared.stones[player], &territory, &eyeless[player]);
        status->territory[player] = bitboard_intersection(territory, empty);
    }
    status->dead = *dead;
    status->dame = bitboard_difference(
        empty, bitboard_union(status->territory[BLACK], status->territory[WHITE]));
    status->seki = seki_stones(eyeless, &status->dame);
    Bitboard standing = bitboard_union(cleared.stones[BLACK], cleared.stones[WHITE]);
    status->alive = bitboard_difference(standing, status->seki);
}

bool final_status_stands_in_ko(const Position *pos, const Bitboard *chain)
{
    Point liberty, stone = bitboard_first(chain);
    if (bitboard_count(chain) != 1 || !position_in_atari(pos, stone, &liberty))
        return false;
    Position after = *pos;
    after.to_play = (uint8_t)color_other(position_at(pos, stone));
    position_play(&after, liberty);
    return after.ko != NO_POINT;
}

Bitboard final_status_ko_stones(const Position *pos, const Bitboard *dead, Color player)
{
    const Position cleared = without(pos, dead);
    const Bitboard *stones = &cleared.stones[player];
    Bitboard found = bitboard_empty();
    for (Point p = bitboard_first(stones); p; p = bitboard_next(stones, p)) {
        Bitboard chain = position_chain(&cleared, p);
        if (final_status_stands_in_ko(&cleared, &chain))
            bitboard_add(&found, p);
    }
    return found;
}

void final_status_area(const Position *pos, const Bitboard *dead, Bitboard owner[2])
{
    Position cleared = without(pos, dead);
    area_owner(&cleared, owner);
}

int final_status_score(const Position *pos, const Bitboard *dead)
{
    Position cleared = without(pos, dead);
    return area_score(&cleared);
}

// The points of a player's territories beside its stones in seki.
static int count_seki_eyes(const Position *pos, const FinalStatus *status, Color player)
{
    Bitboard stones = bitboard_intersection(status->seki, pos->stones[player]);
    Bitboard near =
        bitboard_intersection(bitboard_neighbors(&stones), status->territory[player]);
    Bitboard eyes = bitboard_reach(near, status->territory[player]);
    return bitboard_count(&eyes);
}

// The number of a player's living groups; stones that share a territory are one.
static int count_groups(const Position *pos, const FinalStatus *status, Color player)
{
    int groups = 0;
    Bitboard alive = bitboard_intersection(status->alive, pos->stones[player]);
    Bitboard area = bitboard_union(alive, status->territory[player]);
    for (; !bitboard_is_empty(&alive); groups++) {
        Bitboard group = bitboard_reach(bitboard_of(bitboard_first(&alive)), area);
        alive = bitboard_difference(alive, group);
    }
    return groups;
}

// The points that a player has but may not count.
static int count_taxed(const Game *game, const FinalStatus *status, Color player)
{
    enum { EYES_TO_LIVE = 2 };
    const Position *pos = &game->position;
    int points = count_seki_eyes(pos, status, player);
    if (game->rules.tax == TAX_ALL)
        points += EYES_TO_LIVE * count_groups(pos, status, player);
    return points;
}

void final_status_count(const Game *game, const FinalStatus *status, int points[2])
{
    const Position *pos = &game->position;
    for (Color player = BLACK; player <= WHITE; player++) {
        Bitboard captives =
            bitboard_intersection(status->dead, pos->stones[color_other(player)]);
        Bitboard living = bitboard_difference(pos->stones[player], status->dead);
        int prisoners = bitboard_count(&captives);
        points[player] = bitboard_count(&status->territory[player]) + prisoners;
        points[player] += game->rules.territory ? prisoners + game->captured[player]
                                                : bitboard_count(&living);
        if (game->rules.tax != TAX_NONE)
            points[player] -= count_taxed(game, status, player);
    }
}

int final_status_result(const Game *game, const Bitboard *dead)
{
    FinalStatus status;
    if (game_is_void(game))
        return 0;
    int result =
        2 * final_status_score(&game->position, dead) - game_white_points(game);
    if (game->rules.tax == TAX_NONE)
        return result;
    final_status_find(&game->position, dead, &status);
    return result -
           2 * (count_taxed(game, &status, BLACK) - count_taxed(game, &status, WHITE));
}

bool final_status_is_clear(const Position *pos, const int ownership[],
                           uint64_t playouts)
{
    int clear = 0, points = pos->columns * pos->rows;
    if (playouts < CLEAR_PLAYOUTS_MIN)
        return false;
    // If a part s of the playouts agrees, the counts differ by 2 s - 1 of the playouts.
    double bound = (2 * CLEAR_PLAYOUTS_PERCENT - 100) / 100.0 * (double)playouts;
    for (Point p = bitboard_first(&pos->grid); p; p = bitboard_next(&pos->grid, p))
        clear += abs(ownership[p]) >= bound;
    return 100 * clear >= CLEAR_POINTS_PERCENT * points;
}
