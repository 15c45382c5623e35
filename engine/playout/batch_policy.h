// SPDX-License-Identifier: MIT
//
// How the lanes choose a move: the rules of a PlayoutPolicy as expressions over the
// sets of all lanes. Each rule names points. The move is drawn from the points of the
// first rule that has its turn and names any. It may still be refused for what it leads
// to. For batch_kernel_tmpl.c only.
#ifndef BATCH_POLICY_H
#define BATCH_POLICY_H

#include "batch_board.h"
#include "batch_draw.h"

enum { NAKADE_MAX = 6 }; // points of the largest space that has a vital point

// Where in move->chance the eight bits of each rule are.
enum {
    CHANCE_CAPTURE = 0,
    CHANCE_PATTERN = 8,
    CHANCE_SELFATARI = 16,
    CHANCE_TWO_LIBERTIES = 24,
    CHANCE_NAKADE = 32,
    CHANCE_EYE = 40,
    CHANCE_SIDE = 48, // one bit
};

// The lanes in which a rule with probability rate / 256 has its turn.
INLINED Vec has_turn(const BatchMove *move, int bits, int rate)
{
    return (Vec)((move->chance >> bits & 255) < (uint64_t)rate);
}

// The moves that answer an atari beside the last move, or otherwise beside the move
// before it. They capture the enemy chain, or save the own chain. An own chain is saved
// by extending it, or by capturing an enemy chain in atari that it touches.
INLINED void find_atari_moves(const Batch *batch, BatchSetting at, BatchMove *move)
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
        move->atari_moves[w] = (Vec){0};
    }
    if (!vec_any(any))
        return;
    if (vec_any(any_mine)) {
        flood(mine, own_weak, at);
        for (int w = 0; w < at.words; w++)
            prey[w] |= neighbors(mine, w, at) & enemy_weak[w];
    }
    flood(prey, enemy_weak, at);
    for (int w = 0; w < at.words; w++)
        move->atari_moves[w] =
            (neighbors(mine, w, at) | neighbors(prey, w, at)) & move->candidates[w];
}

// The liberties of a chain beside the last move, if there are exactly two. They attack
// the chain that has just moved, or defend a chain that it touches; chance decides
// which of the two is looked at. If only one liberty leads into the open, only that one
// is named. Only the asked lanes count.
INLINED void find_two_liberty_moves(const Batch *batch, Vec asked, BatchSetting at,
                                    BatchMove *move)
{
    Vec attack = -(move->chance >> CHANCE_SIDE & 1);
    VecSet mine, one, chain, region, empty, liberties, roomy;
    find_empty(batch->own, batch->enemy, at, empty);
    for (int w = 0; w < at.words; w++)
        mine[w] = batch->near_last[w] & batch->own[w] & ~batch->weak[w];
    pick_one(mine, at, one);
    for (int w = 0; w < at.words; w++) {
        region[w] =
            vec_select(attack, batch->enemy[w], batch->own[w]) & ~batch->weak[w];
        chain[w] = vec_select(attack, batch->near_last[w], one[w]) & region[w] & asked;
    }
    Vec gained, count;
    do {
        gained = spread(chain, region, at);
        count = (Vec){0};
        for (int w = 0; w < at.words; w++) {
            liberties[w] = neighbors(chain, w, at) & empty[w];
            count += vec_count(liberties[w]);
        }
    } while (vec_any(vec_nonzero(gained) & (Vec)(count <= 2)));
    for (int w = 0; w < at.words; w++)
        liberties[w] &= (Vec)(count == 2) & move->candidates[w];
    find_beside_two(empty, at, roomy);
    for (int w = 0; w < at.words; w++)
        roomy[w] &= liberties[w];
    Vec has_room = vec_nonzero(any_of(roomy, at));
    for (int w = 0; w < at.words; w++)
        move->two_liberty_moves[w] = vec_select(has_room, roomy[w], liberties[w]);
}

// The diagonal neighbors of a set.
INLINED void find_diagonals(const Vec *set, BatchSetting at, Vec *diagonals)
{
    VecSet beside;
    for (int w = 0; w < at.words; w++)
        beside[w] = sideways(set[w]);
    for (int w = 0; w < at.words; w++)
        diagonals[w] = above(beside, w, at) | below(beside, w, at);
}

// The points beside the last move where one more enemy stone would make an own eye
// false. The point is a corner of the eye. The eye has lost another corner already, or
// lies at the edge.
INLINED void find_eye_moves(const Batch *batch, BatchSetting at, BatchMove *move)
{
    VecSet eyes, corners;
    EyeView view;
    view_eyes(batch, at, &view);
    for (int w = 0; w < at.words; w++) {
        EyeSigns signs = eye_signs(&view, w, at);
        eyes[w] = view.foreign[w] & ~batch->enemy[w] & signs.enclosed & ~signs.two &
                  (signs.one ^ at.layout->edge[w]);
    }
    find_diagonals(eyes, at, corners);
    for (int w = 0; w < at.words; w++)
        move->eye_moves[w] = corners[w] & batch->near_last[w] & move->candidates[w];
}

// The vital point of a small empty space beside the last move that only one color
// encloses. As a rule that is the player who has just moved. The vital point has more
// neighbors in the space than any other point. Spaces on different sides of the last
// move count as one.
INLINED void find_nakade(const Batch *batch, Vec asked, BatchSetting at,
                         BatchMove *move)
{
    VecSet empty, space;
    Vec gained, size;
    find_empty(batch->own, batch->enemy, at, empty);
    for (int w = 0; w < at.words; w++)
        space[w] = batch->near_last[w] & empty[w] & asked;
    do {
        gained = spread(space, empty, at);
        size = (Vec){0};
        for (int w = 0; w < at.words; w++)
            size += vec_count(space[w]);
    } while (vec_any(vec_nonzero(gained) & (Vec)(size <= NAKADE_MAX)));
    Vec own = {0}, enemy = {0};
    VecSet two, three, four;
    for (int w = 0; w < at.words; w++) {
        Vec around = neighbors(space, w, at);
        own |= around & batch->own[w];
        enemy |= around & batch->enemy[w];
    }
    Vec fits = (Vec)(size >= 3) & (Vec)(size <= NAKADE_MAX) &
               ((Vec)(own == 0) | (Vec)(enemy == 0));
    Vec twos = {0}, threes = {0}, fours = {0};
    for (int w = 0; w < at.words; w++) {
        Vec a = above(space, w, at), b = below(space, w, at);
        Vec c = space[w] << 1, d = space[w] >> 1;
        two[w] = space[w] & vec_at_least_two(a, b, c, d);
        three[w] = space[w] & ((a & b & (c | d)) | (c & d & (a | b)));
        four[w] = space[w] & a & b & c & d;
        twos += vec_count(two[w]);
        threes += vec_count(three[w]);
        fours += vec_count(four[w]);
    }
    Vec by_four = (Vec)(fours == 1), by_three = (Vec)(threes == 1) & ~by_four;
    Vec by_two = (Vec)(twos == 1) & (Vec)(threes == 0);
    for (int w = 0; w < at.words; w++)
        move->nakade[w] =
            fits & move->candidates[w] &
            ((four[w] & by_four) | (three[w] & by_three) | (two[w] & by_two));
}

// As above() and below(), for a row `up` rows away; `up` may be negative.
INLINED Vec row_above(const Vec *set, int w, int up, BatchSetting at)
{
    int target = w + up + 2 * at.words;
    int wraps = target / at.words - 2;
    Vec row = set[target % at.words];
    return wraps >= 0 ? row >> (wraps * at.stride) : row << (-wraps * at.stride);
}

// The 5x5 window of a set around the places: 25 bits, the lowest row first.
INLINED Vec window_around(const Vec *set, const Vec *here, Vec bit, BatchSetting at)
{
    Vec window = {0};
    for (int up = 2; up >= -2; up--) {
        Vec row = {0};
        for (int w = 0; w < at.words; w++)
            row |= row_above(set, w, up, at) & here[w];
        // The row is shifted in two parts, so that no bit is lost at either end of a
        // word.
        Vec right = row >> bit & 7, left = row << 2 >> bit & 3;
        window = window << 5 | right << 2 | left;
    }
    return window;
}

// Adds the empty points around a place where a good shape can be made. The windows of
// both colors are one number, with the enemy's in the upper half. Points off the board
// count as both colors.
INLINED void add_shapes(const Batch *batch, const BatchPlace *center, BatchSetting at,
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
INLINED void find_shapes(const Batch *batch, BatchSetting at, BatchMove *move)
{
    for (int w = 0; w < at.words; w++)
        move->shapes[w] = (Vec){0};
    add_shapes(batch, &batch->last, at, move->shapes);
    add_shapes(batch, &batch->second_last, at, move->shapes);
    for (int w = 0; w < at.words; w++)
        move->shapes[w] &= move->candidates[w];
}

// Applies a rule in the lanes where it was asked. If it names a point there, the move
// is drawn from its points. Elsewhere the rule is cleared. Returns the lanes where it
// decides.
INLINED Vec follow_rule(Vec *rule, Vec asked, BatchSetting at, BatchMove *move)
{
    Vec followed = vec_nonzero(any_of(rule, at)) & asked;
    for (int w = 0; w < at.words; w++) {
        rule[w] &= followed;
        move->drawn_from[w] = vec_select(followed, rule[w], move->drawn_from[w]);
        move->ruled[w] |= rule[w];
    }
    return followed;
}

// Decides which points a move is drawn from. A rule is asked in the lanes where it has
// its turn and no earlier rule has named a point.
INLINED void batch_narrow(Batch *batch, BatchSetting at, BatchMove *move)
{
    const Params *params = &at.policy->params;
    move->chance = next_random(batch, batch->is_active);
    move->chance |= next_random(batch, batch->is_active) << 32;
    for (int w = 0; w < at.words; w++) {
        move->drawn_from[w] = move->candidates[w];
        move->ruled[w] = (Vec){0};
    }
    Vec asked = has_turn(move, CHANCE_CAPTURE, params->capture_rate);
    find_atari_moves(batch, at, move);
    Vec left = ~follow_rule(move->atari_moves, asked, at, move);
    asked = left & has_turn(move, CHANCE_TWO_LIBERTIES, params->two_liberty_rate);
    if (vec_any(asked)) {
        find_two_liberty_moves(batch, asked, at, move);
        left &= ~follow_rule(move->two_liberty_moves, asked, at, move);
    }
    asked = left & has_turn(move, CHANCE_NAKADE, params->nakade_rate);
    if (vec_any(asked)) {
        find_nakade(batch, asked, at, move);
        left &= ~follow_rule(move->nakade, asked, at, move);
    }
    asked = left & has_turn(move, CHANCE_EYE, params->eye_rate);
    if (vec_any(asked)) {
        find_eye_moves(batch, at, move);
        left &= ~follow_rule(move->eye_moves, asked, at, move);
    }
    asked = left & has_turn(move, CHANCE_PATTERN, params->pattern_rate);
    if (vec_any(asked)) {
        find_shapes(batch, at, move);
        follow_rule(move->shapes, asked, at, move);
    }
}

// Refuses moves that leave their own chain in atari. A move that a rule named is always
// refused then. Other moves are refused with a probability. A move is never refused if
// it captures two stones or more, or if it answers an atari by a capture.
INLINED void judge_moves(BatchSetting at, BatchMove *move)
{
    Vec self_atari = {0}, ruled = {0}, answered = {0}, prisoners = {0};
    for (int w = 0; w < at.words; w++) {
        self_atari |= move->point[w] & move->weak[w];
        ruled |= move->ruled[w] & move->point[w];
        answered |= move->atari_moves[w] & move->point[w];
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
