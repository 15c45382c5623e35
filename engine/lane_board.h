// SPDX-License-Identifier: MIT
//
// The rules for all lanes of a batch at once: which points may be played, what a stone
// captures, and which chains are left in atari. For lanes_kernel.c alone, which gives
// LANES. Functions that take the number of words are inlined, so that it is a constant.
//
// A lane sees its game from the side of the player to move, "own" and "enemy". Besides
// the stones it remembers which of them are weak: stones of chains in atari. That makes
// every question about a move a matter of its neighbours: a point is no suicide if
// there is an empty point, a chain of one's own that is not weak, or a weak chain of
// the enemy beside it; and what a stone captures are the weak chains beside it.
#ifndef LANE_BOARD_H
#define LANE_BOARD_H

#include "lanes.h"
#include "policy.h"
#include "vec.h"

#define INLINED static inline __attribute__((always_inline))

// Where a board has few words, every operation waits for the one before it; then two
// batches of lanes take turns, phase by phase, and the processor works on one while the
// other waits.
enum { BATCHES_MAX = 2 };

// What is the same in every game of a run. Passed by value to inlined functions, so
// that the numbers are constants there.
typedef struct Setting {
    const LaneLayout *layout;
    const Policy *policy; // NULL: uniformly random
    int words, stride;    // of the layout
    int batches;
} Setting;

// A set of points in every lane; see LaneLayout.
typedef Vec VecSet[LANE_WORDS_MAX];

// A point in every lane: a bit of a word; no word is word NO_WORD.
typedef struct Place {
    Vec word, bit;
} Place;

#define NO_WORD UINT64_MAX

// The games of a batch of lanes. Vectors without an index are one number a lane.
typedef struct Batch {
    VecSet own, enemy;             // stones
    VecSet weak;                   // those of chains in atari, of both colours
    VecSet barred;                 // the ko point, and moves refused in this turn
    Place last, second_last;       // the moves before
    VecSet near_last, near_second; // these points and the adjacent ones
    VecSet first_own, first_enemy; // who was the first to play there
    Vec rng_state, rng_increment;
    Vec passes, turns;
    Vec is_white; // is White to move?
    Vec is_active;
    uint64_t id[LANES];
} Batch;

// A move that every lane considers, and what it leads to.
typedef struct Move {
    VecSet candidates; // the moves that there are
    VecSet urgent;     // of these, what an atari beside the moves before asks for
    VecSet shapes;     // and good shapes beside them
    VecSet drawn_from; // those that one is drawn of
    Vec exists;        // false: a pass
    Place place;       // where; undefined for a pass
    VecSet point;      // the same as a set; nothing for a pass
    VecSet beside;     // the adjacent points
    VecSet captured;   // enemy stones that it clears
    Vec captures;      // are there any?
    VecSet own, enemy; // the stones after it
    VecSet weak;       // and the weak ones of them
    Vec chance;        // 32 random bits for the policy
    Vec played;        // false: the policy refuses it
} Move;

// The points above and below those of word w, as bits of word w.
INLINED Vec above(const Vec *set, int w, Setting at)
{
    return w < at.words - 1 ? set[w + 1] : set[0] >> at.stride;
}

INLINED Vec below(const Vec *set, int w, Setting at)
{
    return w > 0 ? set[w - 1] : set[at.words - 1] << at.stride;
}

INLINED Vec sideways(Vec word)
{
    return word << 1 | word >> 1;
}

// The neighbours of a set (rule 3, "adjacent"); guards included.
INLINED Vec neighbors(const Vec *set, int w, Setting at)
{
    return sideways(set[w]) | above(set, w, at) | below(set, w, at);
}

// One step of a flood fill within a region (rule 3, "reach"), in place, so that one
// step can lead far upwards; a run of a row is filled to the right at once by the carry
// of an addition. Returns the points gained. What a word waits for, the word below
// it, goes through as few operations as possible.
INLINED Vec spread(Vec *reached, const Vec *region, Setting at)
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

INLINED Vec any_of(const Vec *set, Setting at)
{
    Vec any = set[0];
    for (int w = 1; w < at.words; w++)
        any |= set[w];
    return any;
}

// Everything that the sets reach within regions that they are part of. The batches take
// turns.
INLINED void flood(VecSet reached[BATCHES_MAX], VecSet region[BATCHES_MAX], Setting at)
{
    Vec gained;
    do {
        gained = spread(reached[0], region[0], at);
        for (int i = 1; i < at.batches; i++)
            gained |= spread(reached[i], region[i], at);
    } while (vec_any(gained));
}

INLINED void find_empty(const Vec *own, const Vec *enemy, Setting at, Vec *empty)
{
    for (int w = 0; w < at.words; w++)
        empty[w] = at.layout->grid[w] & ~(own[w] | enemy[w]);
}

// Empty points but suicides, own eyes and barred ones. An eye has only own stones
// beside it and at most one enemy stone on its diagonals, none at the edge.
INLINED void find_candidates(const Batch *batch, Setting at, Vec *candidates)
{
    VecSet foreign, lively, left, right;
    for (int w = 0; w < at.words; w++) {
        // Own weak stones and enemy stones that are not weak.
        Vec dead_end =
            (batch->own[w] & batch->weak[w]) | (batch->enemy[w] & ~batch->weak[w]);
        lively[w] = at.layout->grid[w] & ~dead_end;
        foreign[w] = at.layout->grid[w] & ~batch->own[w];
        left[w] = batch->enemy[w] >> 1;
        right[w] = batch->enemy[w] << 1;
    }
    for (int w = 0; w < at.words; w++) {
        Vec open = foreign[w] & ~batch->enemy[w] & ~batch->barred[w] &
                   neighbors(lively, w, at);
        Vec enclosed = ~neighbors(foreign, w, at);
        Vec a = above(left, w, at), b = above(right, w, at);
        Vec c = below(left, w, at), d = below(right, w, at);
        Vec one = a | b | c | d;
        Vec two = (a & b) | (c & d) | ((a | b) & (c | d));
        candidates[w] = open & ~(enclosed & ~(two | (one & at.layout->edge[w])));
    }
}

// What the moves capture, and the stones after them: rule 7 up to one's own suicide,
// which no candidate is.
INLINED void place_stones(const Batch batch[BATCHES_MAX], Setting at,
                          Move move[BATCHES_MAX])
{
    VecSet captured[BATCHES_MAX], prey[BATCHES_MAX];
    Vec any = {0};
    for (int i = 0; i < at.batches; i++) {
        for (int w = 0; w < at.words; w++) {
            prey[i][w] = batch[i].enemy[w] & batch[i].weak[w];
            move[i].beside[w] = neighbors(move[i].point, w, at);
            captured[i][w] = move[i].beside[w] & prey[i][w];
        }
        move[i].captures = vec_nonzero(any_of(captured[i], at));
        any |= move[i].captures;
    }
    if (vec_any(any))
        flood(captured, prey, at);
    for (int i = 0; i < at.batches; i++)
        for (int w = 0; w < at.words; w++) {
            move[i].captured[w] = captured[i][w];
            move[i].own[w] = batch[i].own[w] | move[i].point[w];
            move[i].enemy[w] = batch[i].enemy[w] & ~captured[i][w];
            move[i].weak[w] = batch[i].weak[w] & ~captured[i][w];
        }
}

// Stones that are seen at a glance not to be in atari: those beside two empty points,
// and two that are adjacent and both beside an empty point, which then are two.
INLINED void find_strong(const Move *move, Setting at, Vec *strong)
{
    VecSet empty, own_free, enemy_free, two;
    find_empty(move->own, move->enemy, at, empty);
    for (int w = 0; w < at.words; w++) {
        Vec a = above(empty, w, at), b = below(empty, w, at);
        Vec c = empty[w] << 1, d = empty[w] >> 1;
        Vec one = a | b | c | d;
        two[w] = (a & b) | (c & d) | ((a | b) & (c | d));
        own_free[w] = move->own[w] & one;
        enemy_free[w] = move->enemy[w] & one;
    }
    for (int w = 0; w < at.words; w++)
        strong[w] = (own_free[w] & (two[w] | neighbors(own_free, w, at))) |
                    (enemy_free[w] & (two[w] | neighbors(enemy_free, w, at)));
}

// The liberties of a set of stones, counted.
INLINED Vec count_liberties(const Vec *stones, const Move *move, Setting at)
{
    Vec count = {0};
    for (int w = 0; w < at.words; w++)
        count += vec_count(neighbors(stones, w, at) & at.layout->grid[w] &
                           ~(move->own[w] | move->enemy[w]));
    return count;
}

// Own chains in atari that the new stone touches become part of its chain, and those
// that the prisoners touch are saved: they are called weak no more.
INLINED void clear_weak(Setting at, Move move[BATCHES_MAX])
{
    VecSet cleared[BATCHES_MAX], region[BATCHES_MAX];
    Vec any = {0};
    for (int i = 0; i < at.batches; i++) {
        for (int w = 0; w < at.words; w++) {
            region[i][w] = move[i].own[w] & move[i].weak[w];
            cleared[i][w] = move[i].beside[w] & region[i][w];
        }
        if (vec_any(move[i].captures))
            for (int w = 0; w < at.words; w++)
                cleared[i][w] |= neighbors(move[i].captured, w, at) & region[i][w];
        any |= any_of(cleared[i], at);
    }
    if (!vec_any(any))
        return;
    flood(cleared, region, at);
    for (int i = 0; i < at.batches; i++)
        for (int w = 0; w < at.words; w++)
            move[i].weak[w] &= ~cleared[i][w];
}

// One of the points of a set.
INLINED void pick_one(const Vec *set, Setting at, Vec *one)
{
    Vec not_yet = ~(Vec){0};
    for (int w = 0; w < at.words; w++) {
        one[w] = set[w] & -set[w] & not_yet;
        not_yet &= ~vec_nonzero(set[w]);
    }
}

// Finds out which of the chains, of each of which a stone is given, are in atari. They
// are followed through the regions until they come to strong stones.
INLINED void judge_chains(VecSet chain[BATCHES_MAX], VecSet region[BATCHES_MAX],
                          VecSet strong[BATCHES_MAX], Setting at,
                          Move move[BATCHES_MAX])
{
    Vec hit[BATCHES_MAX];
    bool going;
    do {
        going = false;
        for (int i = 0; i < at.batches; i++) {
            Vec gained = spread(chain[i], region[i], at);
            hit[i] = chain[i][0] & strong[i][0];
            for (int w = 1; w < at.words; w++)
                hit[i] |= chain[i][w] & strong[i][w];
            going |= vec_any_without(gained, hit[i]);
        }
    } while (going);
    for (int i = 0; i < at.batches; i++) {
        if (!vec_any_without(any_of(chain[i], at), hit[i]))
            continue;
        Vec count = count_liberties(chain[i], &move[i], at);
        Vec in_atari = (Vec)(hit[i] == 0) & (Vec)(count == 1);
        for (int w = 0; w < at.words; w++)
            move[i].weak[w] |= chain[i][w] & in_atari;
    }
}

// Which chains are in atari after the moves. Only those that touch the point or the
// prisoners can have changed.
INLINED void find_weak(Setting at, Move move[BATCHES_MAX])
{
    VecSet strong[BATCHES_MAX], region[BATCHES_MAX], chain[BATCHES_MAX],
        asked[BATCHES_MAX];
    Vec any = {0};
    clear_weak(at, move);
    for (int i = 0; i < at.batches; i++) {
        find_strong(&move[i], at, strong[i]);
        for (int w = 0; w < at.words; w++) {
            chain[i][w] = move[i].point[w] & ~strong[i][w];
            asked[i][w] = move[i].beside[w] & move[i].enemy[w] & ~strong[i][w];
        }
        Vec own_first = vec_nonzero(any_of(chain[i], at));
        VecSet next;
        pick_one(asked[i], at, next);
        for (int w = 0; w < at.words; w++) {
            chain[i][w] |= next[w] & ~own_first;
            region[i][w] = vec_select(own_first, move[i].own[w], move[i].enemy[w]);
        }
        any |= any_of(chain[i], at);
    }
    while (vec_any(any)) {
        judge_chains(chain, region, strong, at, move);
        any = (Vec){0};
        for (int i = 0; i < at.batches; i++) {
            for (int w = 0; w < at.words; w++) {
                asked[i][w] &= ~chain[i][w];
                region[i][w] = move[i].enemy[w];
            }
            pick_one(asked[i], at, chain[i]);
            any |= any_of(chain[i], at);
        }
    }
}

#endif
