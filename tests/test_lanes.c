// SPDX-License-Identifier: MIT
//
// Holds the lanes against Position: every trial of every lane is repeated there.
#include "lanes.h"

#include <stdlib.h>

#include "area.h"
#include "picture.h"
#include "playout.h"
#include "policy.h"
#include "random_play.h"

enum { FOLLOWED_MAX = 64 };

// Games that a test follows on Position, by id.
typedef struct Followed {
    Position position;
    Point last, second_last;
    Bitboard refused; // by the policy, in this turn
    Bitboard first[2];
    int turns;
    bool is_over;
} Followed;

typedef struct Follower {
    Followed games[FOLLOWED_MAX];
    Position start;
    Point last, second_last;
    const Policy *policy;
    int wanted, begun, ended;
    long trials;
} Follower;

static bool follow_next(void *object, LaneStart *start)
{
    Follower *follower = object;
    if (follower->begun == follower->wanted)
        return false;
    Followed *game = &follower->games[follower->begun];
    *game = (Followed){.position = follower->start,
                       .last = follower->last,
                       .second_last = follower->second_last};
    *start = (LaneStart){.position = &follower->start,
                         .last = follower->last,
                         .second_last = follower->second_last,
                         .seed = 77,
                         .stream = (uint64_t)follower->begun,
                         .id = (uint64_t)follower->begun};
    follower->begun++;
    return true;
}

static Bitboard expected_candidates(const Followed *game)
{
    const Position *pos = &game->position;
    Bitboard empty = position_empty(pos), found = bitboard_empty();
    for (Point p = bitboard_first(&empty); p; p = bitboard_next(&empty, p))
        if (position_can_play(pos, p) && !policy_is_eye(pos, p, (Color)pos->to_play) &&
            !bitboard_test(&game->refused, p))
            bitboard_add(&found, p);
    return found;
}

static Bitboard around(const Position *pos, Point p)
{
    Bitboard set = bitboard_empty();
    if (p < POINT_STRIDE)
        return set;
    set = bitboard_of(p);
    return bitboard_intersection(bitboard_union(set, bitboard_neighbors(&set)),
                                 pos->grid);
}

// The liberties of chains in atari that hold a stone of the set.
static Bitboard last_liberties(const Position *pos, Bitboard stones)
{
    Bitboard found = bitboard_empty();
    for (Point p = bitboard_first(&stones); p; p = bitboard_next(&stones, p)) {
        Point liberty;
        if (position_in_atari(pos, p, &liberty))
            bitboard_add(&found, liberty);
    }
    return found;
}

static Bitboard expected_urgent(const Followed *game, Bitboard candidates)
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

static Bitboard expected_shapes(const Followed *game, const Policy *policy,
                                Bitboard candidates)
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
                policy_matches_pattern(policy, pos, p))
                bitboard_add(&found, p);
    return found;
}

// With rates of 256 every rule has its turn, with 0 none.
static void check_policy(const Follower *follower, const Followed *game,
                         const LaneTrial *trial, Bitboard candidates)
{
    const Position *pos = &game->position;
    const Params *params = &follower->policy->params;
    Bitboard urgent = expected_urgent(game, candidates);
    Bitboard shapes = expected_shapes(game, follower->policy, candidates);
    bool is_urgent = bitboard_equal(&trial->drawn_from, &urgent);
    bool is_shape = bitboard_equal(&trial->drawn_from, &shapes);
    bool is_free = bitboard_equal(&trial->drawn_from, &candidates);
    assert_true(is_urgent || is_shape || is_free);
    if (params->capture_rate == 256 && !bitboard_is_empty(&urgent))
        assert_true(is_urgent);
    else if (params->pattern_rate == 256 && !bitboard_is_empty(&shapes))
        assert_true(is_shape);
    else if (params->capture_rate == 0 && params->pattern_rate == 0)
        assert_true(is_free);
    if (trial->move == PASS) {
        assert_true(trial->played);
        return;
    }
    Position after = *pos;
    int prisoners = position_play(&after, trial->move);
    bool self_atari = position_in_atari(&after, trial->move, NULL);
    bool excused = prisoners > 1 || (is_urgent && prisoners > 0);
    if (!trial->played)
        assert_true(self_atari && prisoners < 2);
    if (params->selfatari_rate == 256 && params->capture_rate == 256)
        assert_int_equal(trial->played, !self_atari || excused);
}

static void follow_trial(void *object, const LaneTrial *trial)
{
    Follower *follower = object;
    Followed *game = &follower->games[trial->id];
    Position *pos = &game->position;
    Bitboard candidates = expected_candidates(game);
    follower->trials++;
    assert_int_equal(trial->player, pos->to_play);
    assert_true(bitboard_equal(&trial->candidates, &candidates));
    if (trial->move == PASS)
        assert_true(bitboard_is_empty(&candidates));
    else
        assert_true(bitboard_test(&candidates, trial->move));
    assert_true(bitboard_test(&trial->drawn_from, trial->move) || trial->move == PASS);
    if (follower->policy == NULL)
        assert_true(trial->played && bitboard_equal(&trial->drawn_from, &candidates));
    else
        check_policy(follower, game, trial, candidates);
    if (!trial->played) {
        bitboard_add(&game->refused, trial->move);
        assert_true(bitboard_equal(&trial->stones[BLACK], &pos->stones[BLACK]));
        return;
    }
    game->refused = bitboard_empty();
    game->second_last = game->last;
    game->last = trial->move;
    game->turns++;
    Bitboard both = bitboard_union(game->first[BLACK], game->first[WHITE]);
    if (trial->move != PASS && !bitboard_test(&both, trial->move))
        bitboard_add(&game->first[trial->player], trial->move);
    position_play(pos, trial->move);
    Bitboard weak = position_atari_stones(pos);
    assert_true(bitboard_equal(&trial->weak, &weak));
    assert_true(bitboard_equal(&trial->stones[BLACK], &pos->stones[BLACK]));
    assert_true(bitboard_equal(&trial->stones[WHITE], &pos->stones[WHITE]));
}

static void follow_done(void *object, const LaneResult *result)
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
                game->turns == PLAYOUT_LENGTH_FACTOR * pos->columns * pos->rows);
    for (Color player = BLACK; player <= WHITE; player++) {
        assert_true(bitboard_equal(&result->owner[player], &owner[player]));
        if (follower->policy != NULL)
            assert_true(bitboard_equal(&result->first[player], &game->first[player]));
    }
    game->is_over = true;
    follower->ended++;
}

// Follows some games of a Follower; returns the number of trials.
static long follow(const LaneKernel *kernel, const Follower *order)
{
    Follower *follower = aligned_alloc(_Alignof(Follower), sizeof *follower);
    assert_non_null(follower);
    *follower = *order;
    LaneClient client = {follower, follow_next, follow_done, follow_trial, true};
    LaneLayout layout;
    LaneWork work = {0};
    lane_layout_init(&layout, order->start.columns, order->start.rows);
    kernel->play(&layout, order->policy, &client, &work);
    assert_int_equal(follower->ended, order->wanted);
    assert_int_equal(work.games, order->wanted);
    assert_int_equal(work.trials, follower->trials);
    long trials = follower->trials;
    free(follower);
    return trials;
}

// Follows some games from a position, uniformly random and by policies whose rules
// always, never and sometimes have their turn.
static long follow_games(const LaneKernel *kernel, const Position *start, int games)
{
    static const int RATES[][3] = {
        {256, 256, 256}, {0, 0, 0}, {0, 256, 0}, {230, 240, 160}};
    static Policy policy;
    Follower *order = aligned_alloc(_Alignof(Follower), sizeof *order);
    assert_non_null(order);
    *order = (Follower){.start = *start, .wanted = games};
    long trials = follow(kernel, order);
    for (size_t i = 0; i < sizeof RATES / sizeof RATES[0]; i++) {
        Params params = PARAMS_DEFAULT;
        params.capture_rate = RATES[i][0];
        params.pattern_rate = RATES[i][1];
        params.selfatari_rate = RATES[i][2];
        policy_init(&policy, &params);
        order->policy = &policy;
        trials += follow(kernel, order);
    }
    free(order);
    return trials;
}

static void test_every_grid(void **state)
{
    (void)state;
    for (int i = 0; lanes_kernel_at(i) != NULL; i++)
        for (int columns = 1; columns <= BOARD_SIZE_MAX; columns++)
            for (int rows = 1; rows <= BOARD_SIZE_MAX; rows++) {
                Position start;
                position_init(&start, columns, rows);
                follow_games(lanes_kernel_at(i), &start, columns * rows < 50 ? 11 : 3);
            }
}

static void test_positions_of_games(void **state)
{
    (void)state;
    Rng rng = rng_seeded(5, 6);
    for (int i = 0; i < 300; i++) {
        Position start;
        position_init(&start, 1 + (int)rng_below(&rng, 19),
                      1 + (int)rng_below(&rng, 19));
        int turns = (int)rng_below(&rng, 2u * (unsigned)start.empty_count);
        for (int turn = 0; turn < turns && start.passes < 1; turn++)
            position_play(&start, playout_choose(&start, &rng));
        if (start.passes < 2)
            follow_games(lanes_kernel_at(0), &start, 5);
    }
}

static void test_simple_ko(void **state)
{
    (void)state;
    Position start = picture_position(".XO../XO.O./.XO../...../.....", BLACK);
    Point taken = point_at(1, 4), taking = point_at(2, 4);
    position_play(&start, taking);
    assert_int_equal(start.ko, taken);
    assert_true(follow_games(lanes_kernel_at(0), &start, 40) > 0);
}

// The results of some games, to compare builds.
typedef struct Results {
    int score[FOLLOWED_MAX], length[FOLLOWED_MAX];
    const Position *start;
    int begun;
} Results;

static bool record_next(void *object, LaneStart *start)
{
    Results *results = object;
    if (results->begun == FOLLOWED_MAX)
        return false;
    uint64_t id = (uint64_t)results->begun++;
    *start = (LaneStart){.position = results->start, .seed = 9, .stream = id, .id = id};
    return true;
}

static void record_done(void *object, const LaneResult *result)
{
    Results *results = object;
    results->score[result->id] = result->score;
    results->length[result->id] = result->length;
}

static void test_builds_play_the_same_games(void **state)
{
    (void)state;
    static Policy policy;
    policy_init(&policy, &PARAMS_DEFAULT);
    for (int size = 3; size <= BOARD_SIZE_MAX; size++) {
        const Policy *choice = size % 2 == 0 ? &policy : NULL;
        Position start;
        LaneLayout layout;
        LaneWork work = {0};
        Results first = {.start = &start};
        position_init(&start, size, size);
        lane_layout_init(&layout, size, size);
        LaneClient client = {&first, record_next, record_done, NULL, false};
        lanes_kernel_at(0)->play(&layout, choice, &client, &work);
        for (int i = 1; lanes_kernel_at(i) != NULL; i++) {
            Results other = {.start = &start};
            client.object = &other;
            lanes_kernel_at(i)->play(&layout, choice, &client, &work);
            assert_memory_equal(other.score, first.score, sizeof first.score);
            assert_memory_equal(other.length, first.length, sizeof first.length);
        }
    }
}

enum { DRAWS = 200000 };

// Counts the first moves of many games.
typedef struct Census {
    Position start;
    int begun;
    int drawn[POINT_LIMIT];
    bool seen[DRAWS];
} Census;

static bool census_next(void *object, LaneStart *start)
{
    Census *census = object;
    if (census->begun == DRAWS)
        return false;
    uint64_t id = (uint64_t)census->begun++;
    *start = (LaneStart){.position = &census->start, .seed = 3, .stream = id, .id = id};
    return true;
}

static void census_trial(void *object, const LaneTrial *trial)
{
    Census *census = object;
    if (!census->seen[trial->id]) {
        census->seen[trial->id] = true;
        census->drawn[trial->move]++;
    }
}

static void ignore_done(void *object, const LaneResult *result)
{
    (void)object;
    (void)result;
}

// The first move is uniform among the points that may be played. Bound: chi-squared of
// 10 degrees of freedom exceeds 35.6 once in 10,000.
static void test_draws_are_uniform(void **state)
{
    (void)state;
    Census *census = aligned_alloc(_Alignof(Census), sizeof *census);
    assert_non_null(census);
    memset(census, 0, sizeof *census);
    census->start = picture_position(".XO.O/XXOO./...OO/.X.X.", BLACK);
    LaneClient client = {census, census_next, ignore_done, census_trial, false};
    LaneLayout layout;
    LaneWork work = {0};
    lane_layout_init(&layout, census->start.columns, census->start.rows);
    lanes_kernel_at(0)->play(&layout, NULL, &client, &work);
    const Position *pos = &census->start;
    int playable = 0;
    double chi_squared = 0;
    for (int i = 0; i < pos->empty_count; i++) {
        Point p = pos->empty[i];
        bool may = position_can_play(pos, p) && !policy_is_eye(pos, p, BLACK);
        playable += may;
        if (!may)
            assert_int_equal(census->drawn[p], 0);
    }
    for (int i = 0; i < pos->empty_count; i++) {
        double expected = (double)DRAWS / playable;
        double off = census->drawn[pos->empty[i]] - expected;
        if (census->drawn[pos->empty[i]] > 0)
            chi_squared += off * off / expected;
    }
    assert_true(playable >= 6 && playable <= 11);
    assert_true(chi_squared < 35.6);
    free(census);
}

static void test_packing(void **state)
{
    (void)state;
    Rng rng = rng_seeded(8, 8);
    for (int columns = 1; columns <= BOARD_SIZE_MAX; columns++)
        for (int rows = 1; rows <= BOARD_SIZE_MAX; rows++) {
            LaneLayout layout;
            uint64_t words[LANE_WORDS_MAX];
            lane_layout_init(&layout, columns, rows);
            Bitboard set = bitboard_board(columns, rows);
            for (Point p = bitboard_first(&set); p; p = bitboard_next(&set, p))
                if (rng_below(&rng, 2) == 0)
                    bitboard_remove(&set, p);
            lane_layout_pack(&layout, &set, words);
            Bitboard back = lane_layout_unpack(&layout, words);
            assert_true(bitboard_equal(&back, &set));
        }
}

static void test_kernels_by_name(void **state)
{
    (void)state;
    assert_ptr_equal(lanes_kernel(NULL), lanes_kernel_at(0));
    assert_non_null(lanes_kernel("generic"));
    assert_null(lanes_kernel("z80"));
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
        cmocka_unit_test(test_draws_are_uniform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
