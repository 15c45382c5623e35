// SPDX-License-Identifier: MIT
//
// How the lanes choose a move: the rules of policy.h as expressions over the sets of
// all lanes. Each rule names points, the first rule that has its turn and names any
// decides what is drawn from, and a move that it draws may still be refused once it is
// seen what it leads to. For lanes_kernel.c alone.
#ifndef LANE_POLICY_H
#define LANE_POLICY_H

#include "lane_board.h"
#include "lane_draw.h"

// Where in the 32 bits of move->chance a rule finds its eight.
enum { CHANCE_CAPTURE = 0, CHANCE_PATTERN = 8, CHANCE_SELFATARI = 16 };

// The lanes in which a rule with that probability in 1/256 has its turn.
INLINED Vec has_turn(const Move *move, int bits, int rate)
{
    return (Vec)((move->chance >> bits & 255) < (uint64_t)rate);
}

// What an atari beside the last move asks for, or else beside the move before: to
// capture the enemy chain, to save one's own, by extending it or by capturing an enemy
// chain in atari that it touches.
INLINED void find_urgent(const Batch *batch, Setting at, Move *move)
{
    VecSet near, mine, prey, own_weak, enemy_weak;
    Vec beside_last = {0}, any = {0}, any_mine = {0};
    for (int w = 0; w < at.words; w++)
        beside_last |= batch->near_last[w] & batch->weak[w];
    beside_last = vec_nonzero(beside_last);
    for (int w = 0; w < at.words; w++) {
        near[w] = vec_select(beside_last, batch->near_last[w], batch->near_second[w]);
        own_weak[w] = batch->own[w] & batch->weak[w];
        enemy_weak[w] = batch->enemy[w] & batch->weak[w];
        mine[w] = near[w] & own_weak[w];
        prey[w] = near[w] & enemy_weak[w];
        any_mine |= mine[w];
        any |= mine[w] | prey[w];
        move->urgent[w] = (Vec){0};
    }
    if (!vec_any(any))
        return;
    if (vec_any(any_mine)) {
        while (vec_any(spread(mine, own_weak, at)))
            ;
        for (int w = 0; w < at.words; w++)
            prey[w] |= neighbors(mine, w, at) & enemy_weak[w];
    }
    while (vec_any(spread(prey, enemy_weak, at)))
        ;
    for (int w = 0; w < at.words; w++)
        move->urgent[w] =
            (neighbors(mine, w, at) | neighbors(prey, w, at)) & move->candidates[w];
}

// The row `up` rows above word w, as bits of word w; up may be negative.
INLINED Vec row_above(const Vec *set, int w, int up, Setting at)
{
    int target = w + up + 2 * at.words;
    int wraps = target / at.words - 2;
    Vec row = set[target % at.words];
    return wraps >= 0 ? row >> (wraps * at.stride) : row << (-wraps * at.stride);
}

// The 5x5 window of a set around the places: 25 bits, the lowest row first.
INLINED Vec window_around(const Vec *set, const Vec *here, Vec bit, Setting at)
{
    Vec window = {0};
    for (int up = 2; up >= -2; up--) {
        Vec row = {0};
        for (int w = 0; w < at.words; w++)
            row |= row_above(set, w, up, at) & here[w];
        // In two parts, so that no bit is lost at either end of a word.
        Vec right = row >> bit & 7, left = row << 2 >> bit & 3;
        window = window << 5 | right << 2 | left;
    }
    return window;
}

// Adds the empty points around a place where a good shape can be made. Windows of both
// colours are handled in one number, the enemy's in its upper half; what is off the
// board counts as both.
INLINED void add_shapes(const Batch *batch, const Place *center, Setting at,
                        Vec *shapes)
{
    const uint64_t both = 1 | (uint64_t)1 << 32;
    VecSet here;
    for (int w = 0; w < at.words; w++)
        here[w] = (Vec)(center->word == (uint64_t)w);
    Vec bit = center->bit & 63;
    Vec off = vec_look_up(at.layout->off_window, (center->word & 7) * 64 + bit);
    Vec window = off | window_around(batch->own, here, bit, at) |
                 window_around(batch->enemy, here, bit, at) << 32;
    Vec good = {0};
    for (int i = 0; i < 9; i++) {
        Vec part = window >> (i / 3 * 5 + i % 3);
        Vec ring = (part & 7 * both) | (part >> 2 & 8 * both) |
                   (part >> 3 & 0x10 * both) | (part >> 5 & 0xe0 * both);
        Vec code = (ring | ring >> 24) & 0xffff;
        Vec matches = vec_look_up(at.policy->patterns, code >> 6) >> (code & 63);
        good |= (matches & ~(part >> 6 | part >> 38) & 1) << i;
    }
    for (int up = -1; up <= 1; up++) {
        Vec row = (good >> (3 * up + 3) & 7) << bit >> 1;
        for (int w = 0; w < at.words; w++) {
            int target = w + up + at.words, wraps = target / at.words - 1;
            Vec moved = wraps < 0   ? row >> at.stride
                        : wraps > 0 ? row << at.stride
                                    : row;
            shapes[target % at.words] |= moved & here[w];
        }
    }
}

// Good shapes around the last two moves.
INLINED void find_shapes(const Batch *batch, Setting at, Move *move)
{
    for (int w = 0; w < at.words; w++)
        move->shapes[w] = (Vec){0};
    add_shapes(batch, &batch->last, at, move->shapes);
    add_shapes(batch, &batch->second_last, at, move->shapes);
    for (int w = 0; w < at.words; w++)
        move->shapes[w] &= move->candidates[w];
}

// Decides what a move is drawn from.
INLINED void narrow(Batch *batch, Setting at, Move *move)
{
    const Params *params = &at.policy->params;
    move->chance = next_random(batch, batch->is_active);
    find_urgent(batch, at, move);
    find_shapes(batch, at, move);
    Vec urgent = vec_nonzero(any_of(move->urgent, at)) &
                 has_turn(move, CHANCE_CAPTURE, params->capture_rate);
    Vec shaped = vec_nonzero(any_of(move->shapes, at)) &
                 has_turn(move, CHANCE_PATTERN, params->pattern_rate);
    for (int w = 0; w < at.words; w++) {
        move->shapes[w] &= shaped & ~urgent;
        move->urgent[w] &= urgent;
        Vec rest = vec_select(shaped, move->shapes[w], move->candidates[w]);
        move->drawn_from[w] = vec_select(urgent, move->urgent[w], rest);
    }
}

// Refuses moves that leave their own chain in atari: always when that is all that an
// escape or a shape comes to, else with a probability. Who captures two stones or more,
// or answers an atari by a capture, may.
INLINED void judge_moves(Setting at, Move *move)
{
    Vec self_atari = {0}, ruled = {0}, answered = {0}, prisoners = {0};
    for (int w = 0; w < at.words; w++) {
        self_atari |= move->point[w] & move->weak[w];
        ruled |= (move->urgent[w] | move->shapes[w]) & move->point[w];
        answered |= move->urgent[w] & move->point[w];
    }
    self_atari = vec_nonzero(self_atari);
    if (vec_any(move->captures & self_atari))
        for (int w = 0; w < at.words; w++)
            prisoners += vec_count(move->captured[w]);
    Vec excused = (Vec)(prisoners >= 2) | (vec_nonzero(answered) & move->captures);
    Vec doubted = vec_nonzero(ruled) |
                  has_turn(move, CHANCE_SELFATARI, at.policy->params.selfatari_rate);
    move->played = ~(self_atari & ~excused & doubted);
}

#endif
