// SPDX-License-Identifier: MIT
//
// Games of the lanes followed on Position: every trial of every lane is repeated there.
#ifndef BATCH_FIXTURE_H
#define BATCH_FIXTURE_H

#include <stdlib.h>

#include "area.h"
#include "eye.h"
#include "picture.h"
#include "playout_batch.h"
#include "playout_policy.h"
#include "rng.h"
#include "uniform_playout.h"

enum { FOLLOWED_MAX = 64, EARLY_TURNS = 7 };

// Games that a test follows on Position, by id.
typedef struct Followed {
    Position position;
    Point last, second_last;
    Bitboard refused;         // by the policy, in this turn
    Bitboard first[2], early; // early: those of `first` in the early turns
    int turns;
    bool is_over;
} Followed;

typedef struct Follower Follower;

struct Follower {
    Followed games[FOLLOWED_MAX];
    Position start;
    Point last, second_last;
    const PlayoutPolicy *policy;
    // Holds what a move was drawn from, and whether it is played, against the rules of
    // the policy. What can be played has been held against `position`.
    void (*check)(const Follower *follower, const Followed *game,
                  const PlayoutTrial *trial);
    long *named;               // what check has counted
    const BatchLayout *layout; // set by follow
    int wanted, begun, ended;
    long trials;
};

static inline bool follow_next(void *object, PlayoutStart *start)
{
    Follower *follower = object;
    if (follower->begun == follower->wanted)
        return false;
    Followed *game = &follower->games[follower->begun];
    *game = (Followed){.position = follower->start,
                       .last = follower->last,
                       .second_last = follower->second_last};
    *start = (PlayoutStart){.position = &follower->start,
                            .last = follower->last,
                            .second_last = follower->second_last,
                            .early_turns = follower->begun % EARLY_TURNS,
                            .seed = 77,
                            .stream = (uint64_t)follower->begun,
                            .id = (uint64_t)follower->begun};
    follower->begun++;
    return true;
}

// What can be played, suicides, own eyes and refused moves left out.
static inline Bitboard expected_candidates(const Followed *game)
{
    const Position *pos = &game->position;
    Bitboard empty = position_empty(pos), found = bitboard_empty();
    for (Point p = bitboard_first(&empty); p; p = bitboard_next(&empty, p))
        if (position_can_play(pos, p) && !eye_is_single(pos, p, (Color)pos->to_play) &&
            !bitboard_test(&game->refused, p))
            bitboard_add(&found, p);
    return found;
}

static inline void follow_trial(void *object, const PlayoutTrial *trial)
{
    Follower *follower = object;
    Followed *game = &follower->games[trial->id];
    Position *pos = &game->position;
    Bitboard candidates = expected_candidates(game);
    follower->trials++;
    assert_int_equal(trial->player, pos->to_play);
    assert_true(bitboard_equal(&trial->candidates, &candidates));
    if (trial->move == PASS)
        assert_true(bitboard_is_empty(&trial->candidates));
    else
        assert_true(bitboard_test(&trial->drawn_from, trial->move));
    follower->check(follower, game, trial);
    if (!trial->played) {
        bitboard_add(&game->refused, trial->move);
        assert_true(bitboard_equal(&trial->stones[BLACK], &pos->stones[BLACK]));
        assert_true(bitboard_equal(&trial->stones[WHITE], &pos->stones[WHITE]));
        return;
    }
    game->refused = bitboard_empty();
    game->second_last = game->last;
    game->last = trial->move;
    game->turns++;
    Bitboard both = bitboard_union(game->first[BLACK], game->first[WHITE]);
    if (trial->move != PASS && !bitboard_test(&both, trial->move)) {
        bitboard_add(&game->first[trial->player], trial->move);
        if (game->turns <= (int)trial->id % EARLY_TURNS)
            bitboard_add(&game->early, trial->move);
    }
    position_play(pos, trial->move);
    Bitboard weak = position_atari_stones(pos);
    assert_true(bitboard_equal(&trial->weak, &weak));
    assert_true(bitboard_equal(&trial->stones[BLACK], &pos->stones[BLACK]));
    assert_true(bitboard_equal(&trial->stones[WHITE], &pos->stones[WHITE]));
}

static inline void follow_done(void *object, const PlayoutResult *result)
{
    Follower *follower = object;
    Followed *game = &follower->games[result->id];
    const Position *pos = &game->position;
    Bitboard owner[2];
    area_owner(pos, owner);
    assert_false(game->is_over);
    assert_int_equal(result->score, area_score(pos));
    assert_int_equal(result->length, game->turns);
    assert_true(pos->passes == 2 ||
                game->turns == PLAYOUT_TURNS_A_POINT * pos->columns * pos->rows);
    Bitboard played = bitboard_union(game->first[BLACK], game->first[WHITE]);
    Bitboard early = bitboard_intersection(result->early, played);
    assert_true(bitboard_equal(&early, &game->early));
    for (Color player = BLACK; player <= WHITE; player++) {
        assert_true(bitboard_equal(&result->owner[player], &owner[player]));
        assert_true(bitboard_equal(&result->first[player], &game->first[player]));
    }
    game->is_over = true;
    follower->ended++;
}

// Follows some games of a Follower; returns the number of trials.
static inline long follow(const PlayoutKernel *kernel, const Follower *order)
{
    Follower *follower = aligned_alloc(_Alignof(Follower), sizeof *follower);
    assert_non_null(follower);
    *follower = *order;
    PlayoutSource source = {follower, follow_next, follow_done, follow_trial, true};
    BatchLayout layout;
    BatchUsage work = {0};
    batch_layout_init(&layout, order->start.columns, order->start.rows);
    follower->layout = &layout;
    kernel->play(&layout, order->policy, &source, &work);
    assert_int_equal(follower->ended, order->wanted);
    assert_int_equal(work.games, order->wanted);
    assert_int_equal(work.trials, follower->trials);
    long trials = follower->trials;
    free(follower);
    return trials;
}

// A position in the middle of a random game, with less than two passes. `last` receives
// the last move and the one before it, or NO_POINT.
static inline Position game_position(Rng *rng, Point last[2])
{
    Position pos;
    position_init(&pos, 1 + (int)rng_below(rng, BOARD_SIZE_MAX),
                  1 + (int)rng_below(rng, BOARD_SIZE_MAX));
    int turns = (int)rng_below(rng, 2u * (unsigned)pos.empty_count);
    last[0] = last[1] = NO_POINT;
    for (int turn = 0; turn < turns && pos.passes < 1; turn++) {
        last[1] = last[0];
        last[0] = playout_choose(&pos, rng);
        position_play(&pos, last[0]);
    }
    return pos;
}

#endif
