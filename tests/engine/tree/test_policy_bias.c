// SPDX-License-Identifier: MIT
#include "policy_bias.h"

#include <math.h>

#include "game.h"
#include "picture.h"

static const uint64_t KIND = (uint64_t)5 << 32 | 17;

static int create(void **state)
{
    static PolicyBias bias;
    *state = &bias;
    if (!policy_bias_init(&bias, 0))
        return -1;
    policy_bias_begin(&bias);
    return 0;
}

static int destroy(void **state)
{
    policy_bias_free(*state);
    return 0;
}

static bool is_near(float a, double b)
{
    return fabs((double)a - b) < 1e-5;
}

static void learn(PolicyBias *bias, uint64_t kind, float more, int times)
{
    for (int i = 0; i < times; i++)
        policy_bias_learn(bias, kind, more);
}

static void test_it_takes_no_more_than_is_of_use(void **state)
{
    (void)state;
    PolicyBias small, large;
    assert_true(policy_bias_init(&small, 12 << 12));
    assert_true(policy_bias_init(&large, (uint64_t)1 << 40));
    assert_int_equal(policy_bias_bytes(&small), 12 << 12);
    assert_in_range(policy_bias_bytes(&large), 1 << 20, 1 << 22);
    policy_bias_free(&small);
    policy_bias_free(&large);
}

// The mean, of which the more is believed the more results there are.
static void test_it_tells_the_mean_of_what_it_has_learnt(void **state)
{
    PolicyBias *bias = *state;
    learn(bias, KIND, 0.5f, 1);
    assert_true(is_near(policy_bias_of(bias, KIND), 0.5 / 5));
    learn(bias, KIND, -0.5f, 2);
    assert_true(is_near(policy_bias_of(bias, KIND), -0.5 / 7));
    learn(bias, KIND, 0.25f, 10000);
    assert_true(fabs((double)policy_bias_of(bias, KIND) - 0.25) < 0.001);
    assert_true(policy_bias_of(bias, KIND ^ (uint64_t)1 << 31) == 0);
}

static void test_what_was_learnt_in_earlier_searches_counts_for_half(void **state)
{
    PolicyBias *bias = *state;
    learn(bias, KIND, 0.5f, 8);
    policy_bias_begin(bias);
    assert_true(is_near(policy_bias_of(bias, KIND), 4 * 0.5 / (4 + 4)));
}

static void test_it_forgets(void **state)
{
    PolicyBias *bias = *state;
    learn(bias, KIND, 0.5f, 8);
    policy_bias_clear(bias);
    assert_true(policy_bias_of(bias, KIND) == 0);
    policy_bias_begin(bias);
    assert_true(policy_bias_of(bias, KIND) == 0);
}

static void test_of_passes_nothing_is_learnt(void **state)
{
    PolicyBias *bias = *state;
    learn(bias, POLICY_BIAS_NO_BUCKET, 0.5f, 8);
    assert_true(policy_bias_of(bias, POLICY_BIAS_NO_BUCKET) == 0);
}

// Two kinds that share a slot are not mixed up: it has the one that comes up more often
// lately.
static void test_kinds_that_share_a_slot_are_told_apart(void **state)
{
    PolicyBias *bias = *state;
    const uint64_t other = KIND + ((uint64_t)1 << 32);
    learn(bias, KIND, 0.5f, 8);
    learn(bias, other, -0.5f, 4);
    assert_true(policy_bias_of(bias, other) == 0);
    assert_true(is_near(policy_bias_of(bias, KIND), 4 * 0.5 / (4 + 4)));
    learn(bias, other, -0.5f, 8);
    assert_true(policy_bias_of(bias, KIND) == 0);
    assert_true(is_near(policy_bias_of(bias, other), 4 * -0.5 / (4 + 4)));
}

// Only what is better than usual makes a move more probable.
static void test_better_moves_are_more_probable(void **state)
{
    (void)state;
    assert_true(policy_bias_probability(-1, 0.5f) == 0);
    assert_true(policy_bias_probability(0.04f, 0.5f) == 0);
    assert_true(policy_bias_probability(0.3f, 0.5f) > 0.1f);
    assert_true(policy_bias_probability(0.3f, 0.5f) <
                policy_bias_probability(0.6f, 0.5f));
    assert_true(is_near(policy_bias_probability(1, 0.5f), 0.5));
    assert_true(policy_bias_probability(1, 0) == 0);
}

// The kind of White's E5 after three moves, Black first.
static uint64_t kind_after(const Point moves[3], Point move)
{
    Game game;
    assert_true(game_init(&game, rules_find("tromp-taylor"), 15, 9, 9));
    for (int i = 0; i < 3; i++)
        assert_int_equal(game_play(&game, i % 2 == 0 ? BLACK : WHITE, moves[i]),
                         MOVE_OK);
    Bitboard atari = position_atari_stones(&game.position);
    uint64_t kind = policy_bias_bucket(&game.position, &atari, move);
    game_free(&game);
    return kind;
}

static void test_a_kind_is_a_move_and_what_is_around_it(void **state)
{
    (void)state;
    const Point a1 = picture_point("A1"), b1 = picture_point("B1"),
                c1 = picture_point("C1"), e5 = picture_point("E5"),
                e6 = picture_point("E6"), e7 = picture_point("E7"),
                f5 = picture_point("F5"), j9 = picture_point("J9");
    uint64_t kind = kind_after((Point[]){e6, j9, a1}, e5);
    assert_true(kind != POLICY_BIAS_NO_BUCKET);
    // Moves far away, and the order of moves, do not matter;
    assert_true(kind_after((Point[]){c1, b1, e6}, e5) == kind);
    // stones at a distance of two do, and their color, and where the move is.
    assert_true(kind_after((Point[]){e6, e7, a1}, e5) != kind);
    assert_true(kind_after((Point[]){j9, e6, a1}, e5) != kind);
    assert_true(kind_after((Point[]){e6, j9, a1}, f5) != kind);
    assert_true(kind_after((Point[]){e6, j9, a1}, PASS) == POLICY_BIAS_NO_BUCKET);
}

// A stone far away that takes a liberty matters.
static void test_a_kind_is_what_is_in_atari(void **state)
{
    (void)state;
    const Position quiet = picture_position(
        "......./......./......./......./OOOOOO./XXXXX../.XXXXO.", BLACK);
    const Position urgent = picture_position(
        "......./......./......./......./OOOOOO./XXXXXO./.XXXXO.", BLACK);
    const Point a1 = picture_point("A1");
    Bitboard none = position_atari_stones(&quiet);
    Bitboard all = position_atari_stones(&urgent);
    assert_true(policy_bias_bucket(&quiet, &none, a1) !=
                policy_bias_bucket(&urgent, &all, a1));
    // Nothing else tells them apart.
    assert_true(policy_bias_bucket(&quiet, &none, a1) ==
                policy_bias_bucket(&urgent, &none, a1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_takes_no_more_than_is_of_use),
        cmocka_unit_test_setup_teardown(test_it_tells_the_mean_of_what_it_has_learnt,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(
            test_what_was_learnt_in_earlier_searches_counts_for_half, create, destroy),
        cmocka_unit_test_setup_teardown(test_it_forgets, create, destroy),
        cmocka_unit_test_setup_teardown(test_of_passes_nothing_is_learnt, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_kinds_that_share_a_slot_are_told_apart,
                                        create, destroy),
        cmocka_unit_test(test_better_moves_are_more_probable),
        cmocka_unit_test(test_a_kind_is_a_move_and_what_is_around_it),
        cmocka_unit_test(test_a_kind_is_what_is_in_atari),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
