// SPDX-License-Identifier: MIT
//
// The rules for all lanes of a batch at once. They tell which points may be played,
// what a stone captures, and which chains are left in atari. For batch_kernel_tmpl.c
// only, which defines LANES. Functions that take a BatchSetting are inlined, so that
// its numbers are constants.
//
// A lane sees its game from the side of the player to move: "own" and "enemy". Besides
// the stones it remembers the weak ones: stones of chains in atari. So every question
// about a move depends on the neighbors of the point alone. A point with an empty
// neighbor is no suicide. Neither is one beside an own chain that is not weak, or
// beside a weak enemy chain. A stone captures the weak enemy chains beside it.
#ifndef BATCH_BOARD_H
#define BATCH_BOARD_H

#include "playout_batch.h"
#include "playout_policy.h"
#include "simd.h"

// The settings that all games of a run share. They are passed by value to inlined
// functions, so that the numbers are constants there.
typedef struct BatchSetting {
    const BatchLayout *layout;
    const PlayoutPolicy *policy;
    int words, stride; // of the layout
} BatchSetting;

// A set of points in every lane; see BatchLayout.
typedef Vec VecSet[BATCH_WORDS_MAX];

// A point in every lane: a bit of a word. Word NO_WORD: no point.
typedef struct BatchPlace {
    Vec word, bit;
} BatchPlace;

#define NO_WORD UINT64_MAX

// The games of a batch. A vector without an index holds one number per lane.
typedef struct Batch {
    VecSet own, enemy; // stones
    VecSet weak;       // of these, the stones of chains in atari, of both colors
    VecSet forbidden;  // the ko point, and the moves refused in this turn
    BatchPlace last, second_last;  // the last two moves
    VecSet near_last, near_second; // these two points, each with its neighbors
    VecSet first_own, first_enemy; // points that this player was the first to play
    VecSet early;                  // points played in the first few turns
    Vec early_turns;               // number of these turns
    Vec rng_state, rng_increment;
    Vec passes, turns;
    Vec is_white; // is White to move?
    Vec is_active;
    uint64_t id[LANES];
} Batch;

// A move that every lane considers, and its result.
typedef struct BatchMove {
    VecSet candidates;        // the points that may be played
    VecSet atari_moves;       // of these, answers to an atari beside the last moves
    VecSet two_liberty_moves; // liberties of a chain of two liberties
    VecSet eye_moves;         // corners of own eyes
    VecSet nakade;            // vital points of small spaces
    VecSet shapes;            // good shapes
    VecSet ruled;             // the points named by the rule that decides
    VecSet drawn_from;        // the points that the move is drawn from
    Vec exists;               // false: a pass
    BatchPlace place;         // its point; NO_WORD for a pass
    VecSet point;             // its point as a set; empty for a pass
    VecSet beside;            // the adjacent points
    VecSet captured;          // enemy stones that it captures
    Vec captures;             // does it capture any?
    VecSet own, enemy;        // the stones after the move
    VecSet weak;              // of these, the weak ones
    Vec chance;               // 64 random bits for the policy
    Vec played;               // false: the policy refuses it
} BatchMove;

// The points above and below those of word w, as bits of word w.
INLINED Vec above(const Vec *set, int w, BatchSetting at)
{
    return w < at.words - 1 ? set[w + 1] : set[0] >> at.stride;
}

INLINED Vec below(const Vec *set, int w, BatchSetting at)
{
    return w > 0 ? set[w - 1] : set[at.words - 1] << at.stride;
}

INLINED Vec sideways(Vec word)
{
    return word << 1 | word >> 1;
}

// The neighbors of a set (rule 3, "adjacent"); guards included.
INLINED Vec neighbors(const Vec *set, int w, BatchSetting at)
{
    return sideways(set[w]) | above(set, w, at) | below(set, w, at);
}

// One step of a flood fill within a region (rule 3, "reach"). It works in place, so
// that one step can lead far upwards. The carry of an addition fills a run of a row to
// the right at once. Each word waits for the word below it. So what it waits for goes
// through as few operations as possible. Returns the points gained.
INLINED Vec spread(Vec *reached, const Vec *region, BatchSetting at)
{
    Vec gained = {0}, filled_below = reached[at.words - 1] << at.stride;
    for (int w = 0; w < at.words; w++) {
        Vec in = region[w], old = reached[w];
        Vec seeds = (old | above(reached, w, at)) & in;
        seeds |= filled_below & in;
        Vec filled = vec_or_without(seeds, in, seeds + in);
        reached[w] = filled | (filled >> 1 & in);
        gained |= reached[w] ^ old;
        filled_below = filled;
    }
    return gained;
}

INLINED Vec any_of(const Vec *set, BatchSetting at)
{
    Vec any = set[0];
    for (int w = 1; w < at.words; w++)
        any |= set[w];
    return any;
}

// Fills everything that the set reaches within a region. Pre: the set is part of the
// region.
INLINED void flood(Vec *reached, const Vec *region, BatchSetting at)
{
    while (vec_any(spread(reached, region, at)))
        ;
}

INLINED void find_empty(const Vec *own, const Vec *enemy, BatchSetting at, Vec *empty)
{
    for (int w = 0; w < at.words; w++)
        empty[w] = at.layout->grid[w] & ~(own[w] | enemy[w]);
}

// The points beside two or more points of a set.
INLINED void find_beside_two(const Vec *set, BatchSetting at, Vec *points)
{
    for (int w = 0; w < at.words; w++)
        points[w] = vec_at_least_two(above(set, w, at), below(set, w, at), set[w] << 1,
                                     set[w] >> 1);
}

// What decides about eyes, word by word: the points without own stones, and the enemy
// stones moved to the left and to the right. The rows of these above and below are the
// diagonals.
typedef struct EyeView {
    VecSet foreign, left, right;
} EyeView;

// Three sets of points of a word. `enclosed` have only own stones beside them. `one`
// have at least one enemy stone on their diagonals, `two` at least two.
typedef struct EyeSigns {
    Vec enclosed, one, two;
} EyeSigns;

INLINED void view_eyes(const Batch *batch, BatchSetting at, EyeView *view)
{
    for (int w = 0; w < at.words; w++) {
        view->foreign[w] = at.layout->grid[w] & ~batch->own[w];
        view->left[w] = batch->enemy[w] >> 1;
        view->right[w] = batch->enemy[w] << 1;
    }
}

INLINED EyeSigns eye_signs(const EyeView *view, int w, BatchSetting at)
{
    Vec a = above(view->left, w, at), b = above(view->right, w, at);
    Vec c = below(view->left, w, at), d = below(view->right, w, at);
    return (EyeSigns){~neighbors(view->foreign, w, at), a | b | c | d,
                      vec_at_least_two(a, b, c, d)};
}

// The empty points without suicides, own eyes and forbidden points. An eye is enclosed
// and has at most one enemy stone on its diagonals, none at the edge.
INLINED void find_candidates(const Batch *batch, BatchSetting at, Vec *candidates)
{
    VecSet lively;
    EyeView view;
    view_eyes(batch, at, &view);
    for (int w = 0; w < at.words; w++) {
        // Own weak stones and enemy stones that are not weak.
        Vec dead_end =
            (batch->own[w] & batch->weak[w]) | (batch->enemy[w] & ~batch->weak[w]);
        lively[w] = at.layout->grid[w] & ~dead_end;
    }
    for (int w = 0; w < at.words; w++) {
        Vec open = view.foreign[w] & ~batch->enemy[w] & ~batch->forbidden[w] &
                   neighbors(lively, w, at);
        EyeSigns signs = eye_signs(&view, w, at);
        Vec false_eye = signs.two | (signs.one & at.layout->edge[w]);
        candidates[w] = open & ~(signs.enclosed & ~false_eye);
    }
}

// What the moves capture, and the stones after them: rule 7 without own suicide, as no
// candidate is suicide. Own chains in atari that the new stone touches become part of
// its chain. Own chains that the prisoners touch are saved. None of these is called
// weak any more.
INLINED void batch_place_stones(const Batch *batch, BatchSetting at, BatchMove *move)
{
    VecSet prey, relieved, own_weak;
    Vec any_captured = {0}, any_relieved = {0};
    for (int w = 0; w < at.words; w++) {
        prey[w] = batch->enemy[w] & batch->weak[w];
        own_weak[w] = batch->own[w] & batch->weak[w];
        move->beside[w] = neighbors(move->point, w, at);
        any_captured |= move->captured[w] = move->beside[w] & prey[w];
        any_relieved |= relieved[w] = move->beside[w] & own_weak[w];
    }
    move->captures = vec_nonzero(any_captured);
    if (vec_any(any_captured)) {
        flood(move->captured, prey, at);
        for (int w = 0; w < at.words; w++)
            any_relieved |= relieved[w] |=
                neighbors(move->captured, w, at) & own_weak[w];
    }
    if (vec_any(any_relieved))
        flood(relieved, own_weak, at);
    for (int w = 0; w < at.words; w++) {
        move->own[w] = batch->own[w] | move->point[w];
        move->enemy[w] = batch->enemy[w] & ~move->captured[w];
        move->weak[w] = batch->weak[w] & ~(move->captured[w] | relieved[w]);
    }
}

// Stones that are easily seen not to be in atari. Those are stones beside two empty
// points, and pairs of adjacent stones that are both beside an empty point. The empty
// points of such a pair are two. Stones adjacent to one of those are included.
INLINED void find_strong(const BatchMove *move, BatchSetting at, Vec *strong)
{
    VecSet empty, own_free, enemy_free, two, own_strong, enemy_strong;
    find_empty(move->own, move->enemy, at, empty);
    for (int w = 0; w < at.words; w++) {
        Vec a = above(empty, w, at), b = below(empty, w, at);
        Vec c = empty[w] << 1, d = empty[w] >> 1;
        Vec one = a | b | c | d;
        two[w] = vec_at_least_two(a, b, c, d);
        own_free[w] = move->own[w] & one;
        enemy_free[w] = move->enemy[w] & one;
    }
    for (int w = 0; w < at.words; w++) {
        own_strong[w] = own_free[w] & (two[w] | neighbors(own_free, w, at));
        enemy_strong[w] = enemy_free[w] & (two[w] | neighbors(enemy_free, w, at));
    }
    for (int w = 0; w < at.words; w++)
        strong[w] =
            (move->own[w] & (own_strong[w] | neighbors(own_strong, w, at))) |
            (move->enemy[w] & (enemy_strong[w] | neighbors(enemy_strong, w, at)));
}

// The number of liberties of a set of stones.
INLINED Vec count_liberties(const Vec *stones, const BatchMove *move, BatchSetting at)
{
    Vec count = {0};
    for (int w = 0; w < at.words; w++)
        count += vec_count(neighbors(stones, w, at) & at.layout->grid[w] &
                           ~(move->own[w] | move->enemy[w]));
    return count;
}

// One of the points of a set.
INLINED void pick_one(const Vec *set, BatchSetting at, Vec *one)
{
    Vec not_yet = ~(Vec){0};
    for (int w = 0; w < at.words; w++) {
        one[w] = set[w] & -set[w] & not_yet;
        not_yet &= ~vec_nonzero(set[w]);
    }
}

// Lanes in which two sets meet: the result is not zero there.
INLINED Vec meet(const Vec *a, const Vec *b, BatchSetting at)
{
    Vec common = a[0] & b[0];
    for (int w = 1; w < at.words; w++)
        common |= a[w] & b[w];
    return common;
}

// Marks a chain as weak if it has one liberty, in the lanes where the whole chain is
// known.
INLINED void note_weak(const Vec *chain, Vec is_strong, BatchSetting at,
                       BatchMove *move)
{
    if (!vec_any_without(any_of(chain, at), is_strong))
        return;
    Vec count = count_liberties(chain, move, at);
    Vec in_atari = (Vec)(is_strong == 0) & (Vec)(count == 1);
    for (int w = 0; w < at.words; w++)
        move->weak[w] |= chain[w] & in_atari;
}

// Finds the chains that are in atari after the moves. Only chains that touch the point
// can have come into atari. These are one own chain and perhaps several enemy chains;
// the latter are taken one after the other. A chain is followed until it reaches a
// strong stone.
INLINED void find_weak(BatchSetting at, BatchMove *move)
{
    VecSet strong, own, asked, enemy;
    find_strong(move, at, strong);
    for (int w = 0; w < at.words; w++) {
        own[w] = move->point[w] & ~strong[w];
        asked[w] = move->beside[w] & move->enemy[w] & ~strong[w];
    }
    if (!vec_any(any_of(own, at) | any_of(asked, at)))
        return;
    Vec own_gained, own_strong, gained, is_strong;
    pick_one(asked, at, enemy);
    do {
        own_gained = spread(own, move->own, at);
        gained = spread(enemy, move->enemy, at);
        own_strong = meet(own, strong, at);
        is_strong = meet(enemy, strong, at);
    } while (vec_any_without(own_gained, own_strong) ||
             vec_any_without(gained, is_strong));
    note_weak(own, own_strong, at, move);
    for (;;) {
        note_weak(enemy, is_strong, at, move);
        for (int w = 0; w < at.words; w++)
            asked[w] &= ~enemy[w];
        if (!vec_any(any_of(asked, at)))
            return;
        pick_one(asked, at, enemy);
        do {
            gained = spread(enemy, move->enemy, at);
            is_strong = meet(enemy, strong, at);
        } while (vec_any_without(gained, is_strong));
    }
}

#endif
