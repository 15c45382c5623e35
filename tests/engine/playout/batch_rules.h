// SPDX-License-Identifier: MIT
//
// What the rules of batch_policy.h name in one game, by Position and playout_policy.h:
// the references that the lanes are held against. All return points of `candidates`,
// for the player to move.
#ifndef BATCH_RULES_H
#define BATCH_RULES_H

#include <limits.h>
#include <stdlib.h>

#include "batch_fixture.h"
#include "eye.h"

// In the order in which they have their turns.
enum Rule { URGENT, TENSE, NAKADE, FIXES, SHAPES, RULES };

// A policy of which the rules of playout_policy.h have these rates.
static inline void set_policy(PlayoutPolicy *policy, const int rates[RULES],
                              int selfatari_rate)
{
    Params params = PARAMS_DEFAULT;
    params.capture_rate = rates[URGENT];
    params.two_liberty_rate = rates[TENSE];
    params.nakade_rate = rates[NAKADE];
    params.eye_rate = rates[FIXES];
    params.pattern_rate = rates[SHAPES];
    params.selfatari_rate = selfatari_rate;
    playout_policy_init(policy, &params);
}

static inline void get_rates(const Params *params, int rates[RULES])
{
    rates[URGENT] = params->capture_rate;
    rates[TENSE] = params->two_liberty_rate;
    rates[NAKADE] = params->nakade_rate;
    rates[FIXES] = params->eye_rate;
    rates[SHAPES] = params->pattern_rate;
}

// A point of the grid and its neighbors; nothing for NO_POINT and PASS.
static inline Bitboard around(const Position *pos, Point p)
{
    Bitboard set = bitboard_empty();
    if (p < POINT_STRIDE)
        return set;
    set = bitboard_of(p);
    return bitboard_intersection(bitboard_union(set, bitboard_neighbors(&set)),
                                 pos->grid);
}

// The liberties of chains in atari that hold a stone of the set.
static inline Bitboard last_liberties(const Position *pos, Bitboard stones)
{
    Bitboard found = bitboard_empty();
    for (Point p = bitboard_first(&stones); p; p = bitboard_next(&stones, p)) {
        Point liberty;
        if (position_in_atari(pos, p, &liberty))
            bitboard_add(&found, liberty);
    }
    return found;
}

// To capture chains in atari beside the last move, or else beside the one before, and
// to save one's own by extending or by capturing what they touch.
static inline Bitboard expected_urgent(const Followed *game, Bitboard candidates)
{
    const Position *pos = &game->position;
    Bitboard weak = position_atari_stones(pos);
    Bitboard near = around(pos, game->last);
    Bitboard touched = bitboard_intersection(near, weak);
    if (bitboard_is_empty(&touched))
        near = around(pos, game->second_last);
    touched = bitboard_intersection(near, weak);
    Bitboard own = bitboard_intersection(weak, pos->stones[pos->to_play]);
    Bitboard mine = bitboard_reach(touched, own);
    Bitboard beside = bitboard_neighbors(&mine);
    touched = bitboard_union(touched,
                             bitboard_intersection(beside, pos->stones[!pos->to_play]));
    return bitboard_intersection(last_liberties(pos, touched), candidates);
}

// How many neighbors of the point are members?
static inline int count_adjacent(const Bitboard *set, Point p)
{
    int count = 0;
    for (int i = 0; i < 4; i++)
        count += bitboard_test(set, (Point)(p + ADJACENT[i]));
    return count;
}

// The two liberties of a chain that has two, as far as they can be played: those with
// two empty neighbors or more, if there are such.
static inline Bitboard two_liberties(const Position *pos, Point stone,
                                     Bitboard candidates)
{
    Bitboard liberties = position_liberties(pos, stone), empty = position_empty(pos);
    if (bitboard_count(&liberties) != 2)
        return bitboard_empty();
    liberties = bitboard_intersection(liberties, candidates);
    Bitboard open = bitboard_empty();
    for (Point p = bitboard_first(&liberties); p; p = bitboard_next(&liberties, p))
        if (count_adjacent(&empty, p) >= 2)
            bitboard_add(&open, p);
    return bitboard_is_empty(&open) ? liberties : open;
}

// Against the chain that has just moved.
static inline Bitboard expected_attack(const Followed *game, Bitboard candidates)
{
    if (game->last < POINT_STRIDE)
        return bitboard_empty();
    return two_liberties(&game->position, game->last, candidates);
}

// For a chain beside the last move that is not in atari: that of the first stone in the
// order of the words and bits of the lanes.
static inline Bitboard expected_defence(const Followed *game, const BatchLayout *layout,
                                        Bitboard candidates)
{
    const Position *pos = &game->position;
    Bitboard stones = around(pos, game->last);
    stones = bitboard_intersection(stones, pos->stones[pos->to_play]);
    Point first = NO_POINT;
    int lowest = INT_MAX;
    for (Point p = bitboard_first(&stones); p; p = bitboard_next(&stones, p)) {
        int order = 64 * batch_layout_word(layout, p) + batch_layout_bit(layout, p);
        if (!position_in_atari(pos, p, NULL) && order < lowest) {
            lowest = order;
            first = p;
        }
    }
    return first == NO_POINT ? bitboard_empty() : two_liberties(pos, first, candidates);
}

// The point with more neighbors in a space of three to six points than any other one.
// All empty points that reach the last move count as one space.
static inline Bitboard expected_nakade(const Followed *game, Bitboard candidates)
{
    const Position *pos = &game->position;
    Bitboard empty = position_empty(pos);
    Bitboard space = bitboard_reach(around(pos, game->last), empty);
    Bitboard walls = bitboard_neighbors(&space);
    Bitboard black = bitboard_intersection(walls, pos->stones[BLACK]);
    Bitboard white = bitboard_intersection(walls, pos->stones[WHITE]);
    int size = bitboard_count(&space), most = 0;
    if (size < 3 || size > 6 ||
        (!bitboard_is_empty(&black) && !bitboard_is_empty(&white)))
        return bitboard_empty();
    Bitboard best = bitboard_empty();
    for (Point p = bitboard_first(&space); p; p = bitboard_next(&space, p)) {
        int count = count_adjacent(&space, p);
        if (count > most)
            best = bitboard_empty();
        if (count >= most)
            bitboard_add(&best, p);
        most = count > most ? count : most;
    }
    return bitboard_count(&best) == 1 ? bitboard_intersection(best, candidates)
                                      : bitboard_empty();
}

static const int DIAGONAL[4] = {-POINT_STRIDE - 1, -POINT_STRIDE + 1, POINT_STRIDE - 1,
                                POINT_STRIDE + 1};

// Is it an eye of the player that an enemy stone more on the diagonals would spoil?
static inline bool is_doubtful_eye(const Position *pos, Point p, Color player)
{
    if (!position_is_empty_at(pos, p) || !eye_is_single(pos, p, player))
        return false;
    int enemies = 0;
    for (int i = 0; i < 4; i++) {
        Point q = (Point)(p + DIAGONAL[i]);
        enemies += bitboard_test(&pos->stones[!player], q);
    }
    bool at_edge = count_adjacent(&pos->grid, p) < 4;
    return at_edge || enemies == 1;
}

// The points beside the last move where an enemy stone would make an own eye false.
static inline Bitboard expected_fixes(const Followed *game, Bitboard candidates)
{
    const Position *pos = &game->position;
    Bitboard near = bitboard_intersection(around(pos, game->last), candidates);
    Bitboard found = bitboard_empty();
    for (Point p = bitboard_first(&near); p; p = bitboard_next(&near, p))
        for (int i = 0; i < 4; i++)
            if (is_doubtful_eye(pos, (Point)(p + DIAGONAL[i]), (Color)pos->to_play))
                bitboard_add(&found, p);
    return found;
}

// Good shapes around the last two moves.
static inline Bitboard expected_shapes(const Followed *game,
                                       const PlayoutPolicy *policy, Bitboard candidates)
{
    const Position *pos = &game->position;
    Point centers[2] = {game->last, game->second_last};
    Bitboard found = bitboard_empty();
    for (int i = 0; i < 2; i++)
        for (Point p = bitboard_first(&candidates); p;
             p = bitboard_next(&candidates, p))
            if (centers[i] >= POINT_STRIDE &&
                abs(point_row(p) - point_row(centers[i])) <= 1 &&
                abs(point_column(p) - point_column(centers[i])) <= 1 &&
                playout_policy_matches_pattern(policy, pos, p))
                bitboard_add(&found, p);
    return found;
}

#endif
