// SPDX-License-Identifier: MIT
#include "cleanup.h"

#include "eye.h"

enum { CAPTURES_MAX = 6 }; // most capturing moves that are examined

// The stones to capture, and the verdict that they come from.
typedef struct Captives {
    const Verdict *verdict;
    Bitboard stones;
} Captives;

// The own stones that live and must not be lost in capturing. Chains that have only
// liberties of the captives may be given up inside them.
static Bitboard stones_to_keep(const PassDecision *decision, const Captives *captives)
{
    const Position *pos = &decision->game->position;
    Bitboard keep =
        bitboard_difference(pos->stones[decision->player], captives->verdict->dead);
    Bitboard beside = bitboard_neighbors(&captives->stones), rest = keep;
    while (!bitboard_is_empty(&rest)) {
        Point p = bitboard_first(&rest);
        Bitboard chain = position_chain(pos, p);
        Bitboard outside = bitboard_difference(position_liberties(pos, p), beside);
        if (bitboard_is_empty(&outside))
            keep = bitboard_difference(keep, chain);
        rest = bitboard_difference(rest, chain);
    }
    return keep;
}

// Does the move leave dead stones dead, and the own living stones alive?
static bool keeps_outcome(const PassDecision *decision, const Captives *captives,
                          Point move)
{
    const Position *pos = &decision->game->position;
    Position after = *pos;
    after.to_play = (uint8_t)decision->player;
    position_play(&after, move);
    const Verdict *verdict =
        life_death_ask(decision->judge, &after, (Color)after.to_play);
    Bitboard left = bitboard_intersection(captives->stones,
                                          after.stones[color_other(decision->player)]);
    Bitboard left_dead = bitboard_intersection(left, captives->verdict->dead);
    Bitboard living = stones_to_keep(decision, captives);
    Bitboard in_danger = bitboard_union(verdict->dead, verdict->unclear);
    Bitboard escaped = bitboard_union(bitboard_difference(left, verdict->removed),
                                      bitboard_difference(left_dead, verdict->dead));
    in_danger = bitboard_intersection(in_danger, living);
    return bitboard_is_empty(&escaped) && bitboard_is_empty(&in_danger);
}

// How many turns a move at a liberty of dead stones needs to capture some, if the
// opponent does not answer. It is the fewest liberties that the move leaves to a chain,
// and more if its own chain is then in danger.
static int turns_to_capture(const PassDecision *decision, const Bitboard *captives,
                            Point p)
{
    Position pos = decision->game->position;
    int fewest = POINT_COUNT_MAX;
    for (int i = 0; i < 4; i++) {
        Point q = (Point)(p + ADJACENT[i]);
        if (!bitboard_test(captives, q))
            continue;
        Bitboard liberties = position_liberties(&pos, q);
        int left = bitboard_count(&liberties) - 1;
        fewest = left < fewest ? left : fewest;
    }
    pos.to_play = (uint8_t)decision->player;
    if (fewest > 0 && position_liberties_after(&pos, p, 2) < 2)
        fewest += POINT_COUNT_MAX;
    return fewest;
}

// Removes the point that captures soonest from the set, and returns it.
static Point take_soonest(const PassDecision *decision, const Bitboard *captives,
                          Bitboard *points)
{
    Point best = NO_POINT;
    int fewest = 0;
    for (Point p = bitboard_first(points); p; p = bitboard_next(points, p)) {
        int turns = turns_to_capture(decision, captives, p);
        if (best == NO_POINT || turns < fewest) {
            best = p;
            fewest = turns;
        }
    }
    if (best != NO_POINT)
        bitboard_remove(points, best);
    return best;
}

Point cleanup_move(const PassDecision *decision, const Verdict *verdict)
{
    const Game *game = decision->game;
    Captives captives = {
        verdict,
        bitboard_difference(verdict->removed, game->position.stones[decision->player])};
    Bitboard empty = position_empty(&game->position);
    Bitboard tried = bitboard_empty();
    Bitboard reached = captives.stones;
    for (int ring = 0; ring < 2; ring++) {
        Bitboard points = bitboard_intersection(bitboard_neighbors(&reached), empty);
        reached = bitboard_union(reached, points);
        points = bitboard_difference(points, tried);
        tried = bitboard_union(tried, points);
        for (int i = 0; i < CAPTURES_MAX; i++) {
            Point p = take_soonest(decision, &captives.stones, &points);
            if (p == NO_POINT)
                break;
            if (!eye_is_single(&game->position, p, decision->player) &&
                game_check(game, decision->player, p) == MOVE_OK &&
                keeps_outcome(decision, &captives, p))
                return p;
        }
    }
    return NO_POINT;
}
