// SPDX-License-Identifier: MIT
//
// Holds the lanes against Position; test_lane_policy.c does so for the policy.
#include "playout_batch.h"

#include <stdlib.h>

#include "batch_fixture.h"
#include "batch_rules.h"
#include "eye.h"
#include "isa.h"
#include "picture.h"
#include "playout_policy.h"

// A policy without rules and refusals, whose moves are uniformly random.
static void set_uniform(PlayoutPolicy *policy)
{
    set_policy(policy, (const int[RULES]){0}, 0);
}

static void check_uniform(const Follower *follower, const Followed *game,
                          const PlayoutTrial *trial)
{
    (void)follower;
    (void)game;
    assert_true(bitboard_equal(&trial->drawn_from, &trial->candidates));
    assert_true(trial->played);
}

// Follows some uniformly random games from a position. Returns the number of trials.
static long follow_games(const PlayoutKernel *kernel, const Position *start, int games)
{
    static PlayoutPolicy policy;
    Follower *order = aligned_alloc(_Alignof(Follower), sizeof *order);
    assert_non_null(order);
    set_uniform(&policy);
    *order = (Follower){
        .start = *start, .policy = &policy, .check = check_uniform, .wanted = games};
    long trials = follow(kernel, order);
    free(order);
    return trials;
}

static void test_every_grid(void **state)
{
    (void)state;
    for (int i = 0; isa_at(i) != NULL; i++)
        for (int columns = 1; columns <= BOARD_SIZE_MAX; columns++)
            for (int rows = 1; rows <= BOARD_SIZE_MAX; rows++) {
                Position start;
                position_init(&start, columns, rows);
                follow_games(isa_at(i)->lanes, &start, columns * rows < 50 ? 50 : 12);
            }
}

static void test_positions_of_games(void **state)
{
    (void)state;
    Rng rng = rng_seeded(5, 6);
    for (int i = 0; i < 300; i++) {
        Point last[2];
        Position start = game_position(&rng, last);
        follow_games(isa_at(0)->lanes, &start, 20);
    }
}

static void test_simple_ko(void **state)
{
    (void)state;
    Position start = picture_position(".XO../XO.O./.XO../...../.....", BLACK);
    Point taken = point_at(1, 4), taking = point_at(2, 4);
    position_play(&start, taking);
    assert_int_equal(start.ko, taken);
    assert_true(follow_games(isa_at(0)->lanes, &start, 40) > 0);
}

// The results of some games, to compare builds.
typedef struct Results {
    int score[FOLLOWED_MAX], length[FOLLOWED_MAX];
    const Position *start;
    int begun;
} Results;

static bool record_next(void *object, PlayoutStart *start)
{
    Results *results = object;
    if (results->begun == FOLLOWED_MAX)
        return false;
    uint64_t id = (uint64_t)results->begun++;
    *start =
        (PlayoutStart){.position = results->start, .seed = 9, .stream = id, .id = id};
    return true;
}

static void record_done(void *object, const PlayoutResult *result)
{
    Results *results = object;
    results->score[result->id] = result->score;
    results->length[result->id] = result->length;
}

static void test_builds_play_the_same_games(void **state)
{
    (void)state;
    static PlayoutPolicy policy;
    const int rates[RULES] = {230, 60, 100, 140, 240};
    set_policy(&policy, rates, 160);
    for (int size = 3; size <= BOARD_SIZE_MAX; size++) {
        Position start;
        BatchLayout layout;
        BatchUsage work = {0};
        Results first = {.start = &start};
        position_init(&start, size, size);
        batch_layout_init(&layout, size, size);
        PlayoutSource source = {&first, record_next, record_done, NULL, false};
        isa_at(0)->lanes->play(&layout, &policy, &source, &work);
        for (int i = 1; isa_at(i) != NULL; i++) {
            Results other = {.start = &start};
            source.object = &other;
            isa_at(i)->lanes->play(&layout, &policy, &source, &work);
            assert_memory_equal(other.score, first.score, sizeof first.score);
            assert_memory_equal(other.length, first.length, sizeof first.length);
        }
    }
}

// Where nobody has a move a playout is two passes, or one after a pass.
static void test_a_pass_before_counts(void **state)
{
    (void)state;
    static PlayoutPolicy policy;
    const int rates[RULES] = {230, 60, 100, 140, 240};
    set_policy(&policy, rates, 160);
    Position start = picture_position("X.X/XXX/X.X", BLACK);
    BatchLayout layout;
    batch_layout_init(&layout, start.columns, start.rows);
    for (int i = 0; isa_at(i) != NULL; i++)
        for (int passes = 0; passes < 2; passes++) {
            BatchUsage work = {0};
            Results results = {.start = &start};
            PlayoutSource source = {&results, record_next, record_done, NULL, false};
            start.passes = (uint8_t)passes;
            isa_at(i)->lanes->play(&layout, &policy, &source, &work);
            for (int game = 0; game < FOLLOWED_MAX; game++) {
                assert_int_equal(results.length[game], 2 - passes);
                assert_int_equal(results.score[game], 9);
            }
        }
}

enum { DRAWS = 200000 };

// Counts the first moves of many games.
typedef struct PlayoutStats {
    Position start;
    int begun;
    int drawn[POINT_LIMIT];
    bool seen[DRAWS];
} PlayoutStats;

static bool playout_stats_next(void *object, PlayoutStart *start)
{
    PlayoutStats *stats = object;
    if (stats->begun == DRAWS)
        return false;
    uint64_t id = (uint64_t)stats->begun++;
    *start =
        (PlayoutStart){.position = &stats->start, .seed = 3, .stream = id, .id = id};
    return true;
}

static void playout_stats_trial(void *object, const PlayoutTrial *trial)
{
    PlayoutStats *stats = object;
    if (trial->played && !stats->seen[trial->id]) {
        stats->seen[trial->id] = true;
        stats->drawn[trial->move]++;
    }
}

static void ignore_done(void *object, const PlayoutResult *result)
{
    (void)object;
    (void)result;
}

// The first move is uniform among the points that may be played. Bound: chi-squared of
// 10 degrees of freedom exceeds 35.6 once in 10,000.
static void test_draws_are_uniform(void **state)
{
    (void)state;
    PlayoutStats *stats = aligned_alloc(_Alignof(PlayoutStats), sizeof *stats);
    assert_non_null(stats);
    memset(stats, 0, sizeof *stats);
    stats->start = picture_position(".XO.O/XXOO./...OO/.X.X.", BLACK);
    PlayoutSource source = {stats, playout_stats_next, ignore_done, playout_stats_trial,
                            false};
    BatchLayout layout;
    BatchUsage work = {0};
    batch_layout_init(&layout, stats->start.columns, stats->start.rows);
    static PlayoutPolicy policy;
    set_uniform(&policy);
    isa_at(0)->lanes->play(&layout, &policy, &source, &work);
    const Position *pos = &stats->start;
    int playable = 0;
    double chi_squared = 0;
    for (int i = 0; i < pos->empty_count; i++) {
        Point p = pos->empty[i];
        bool may = position_can_play(pos, p) && !eye_is_single(pos, p, BLACK);
        playable += may;
        if (!may)
            assert_int_equal(stats->drawn[p], 0);
    }
    for (int i = 0; i < pos->empty_count; i++) {
        double expected = (double)DRAWS / playable;
        double off = stats->drawn[pos->empty[i]] - expected;
        if (stats->drawn[pos->empty[i]] > 0)
            chi_squared += off * off / expected;
    }
    assert_true(playable >= 6 && playable <= 11);
    assert_true(chi_squared < 35.6);
    free(stats);
}

static void test_packing(void **state)
{
    (void)state;
    Rng rng = rng_seeded(8, 8);
    for (int columns = 1; columns <= BOARD_SIZE_MAX; columns++)
        for (int rows = 1; rows <= BOARD_SIZE_MAX; rows++) {
            BatchLayout layout;
            uint64_t words[BATCH_WORDS_MAX];
            batch_layout_init(&layout, columns, rows);
            Bitboard set = bitboard_board(columns, rows);
            for (Point p = bitboard_first(&set); p; p = bitboard_next(&set, p))
                if (rng_below(&rng, 2) == 0)
                    bitboard_remove(&set, p);
            batch_layout_pack(&layout, &set, words);
            Bitboard back = batch_layout_unpack(&layout, words);
            assert_true(bitboard_equal(&back, &set));
        }
}

static void test_kernels_by_name(void **state)
{
    (void)state;
    assert_ptr_equal(isa_best()->lanes, isa_at(0)->lanes);
    assert_non_null(isa_named("generic"));
    assert_null(isa_named("z80"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_packing),
        cmocka_unit_test(test_kernels_by_name),
        cmocka_unit_test(test_every_grid),
        cmocka_unit_test(test_positions_of_games),
        cmocka_unit_test(test_simple_ko),
        cmocka_unit_test(test_builds_play_the_same_games),
        cmocka_unit_test(test_a_pass_before_counts),
        cmocka_unit_test(test_draws_are_uniform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
