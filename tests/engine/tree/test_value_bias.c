// SPDX-License-Identifier: MIT
#include "value_bias.h"

#include <math.h>

#include "game.h"
#include "picture.h"

static int create(void **state)
{
    static ValueBias bias;
    *state = &bias;
    return value_bias_init(&bias, 0) ? 0 : -1;
}

static int destroy(void **state)
{
    value_bias_free(*state);
    return 0;
}

static bool is_near(float a, double b)
{
    return fabs((double)a - b) < 1e-5;
}

static void test_it_takes_no_more_than_is_of_use(void **state)
{
    (void)state;
    ValueBias small, large;
    assert_true(value_bias_init(&small, 1 << 16));
    assert_true(value_bias_init(&large, (uint64_t)1 << 40));
    assert_int_equal(value_bias_bytes(&small), 1 << 16);
    assert_in_range(value_bias_bytes(&large), 1 << 20, 1 << 22);
    value_bias_free(&small);
    value_bias_free(&large);
}

static void test_it_tells_the_mean_of_what_it_has_learnt(void **state)
{
    ValueBias *bias = *state;
    value_bias_begin(bias);
    assert_true(value_bias_of(bias, 17) == 0);
    value_bias_learn(bias, 17, 0.2f, 1);
    value_bias_learn(bias, 17, -0.4f, 3);
    assert_true(is_near(value_bias_of(bias, 17), (0.2 - 3 * 0.4) / 4));
    assert_true(value_bias_of(bias, 18) == 0);
}

static void test_what_was_learnt_can_be_taken_back(void **state)
{
    ValueBias *bias = *state;
    value_bias_begin(bias);
    value_bias_learn(bias, 17, 0.2f, 2);
    value_bias_learn(bias, 17, 0.5f, 3);
    value_bias_learn(bias, 17, 0.2f, -2);
    assert_true(is_near(value_bias_of(bias, 17), 0.5));
    value_bias_learn(bias, 17, 0.5f, -3);
    assert_true(value_bias_of(bias, 17) == 0);
}

static void test_the_weight_of_simulations(void **state)
{
    (void)state;
    assert_true(value_bias_weight(0) == 0);
    for (int i = 1; i < 100000; i *= 3)
        assert_true(fabs((double)value_bias_weight((float)i) / pow(i, 0.875) - 1) <
                    1e-5);
}

static void test_what_was_learnt_in_earlier_searches_counts_for_half(void **state)
{
    ValueBias *bias = *state;
    value_bias_begin(bias);
    value_bias_learn(bias, 17, 0.3f, 2);
    value_bias_begin(bias);
    assert_true(is_near(value_bias_of(bias, 17), 0.3));
    value_bias_learn(bias, 17, -0.1f, 1);
    assert_true(is_near(value_bias_of(bias, 17), (0.3 - 0.1) / 2));
}

static void test_it_forgets(void **state)
{
    ValueBias *bias = *state;
    value_bias_begin(bias);
    value_bias_learn(bias, 17, 0.3f, 2);
    value_bias_clear(bias);
    assert_true(value_bias_of(bias, 17) == 0);
    value_bias_begin(bias);
    assert_true(value_bias_of(bias, 17) == 0);
}

static void test_of_nodes_of_no_kind_nothing_is_learnt(void **state)
{
    ValueBias *bias = *state;
    value_bias_begin(bias);
    value_bias_learn(bias, VALUE_BIAS_NO_BUCKET, 0.3f, 2);
    assert_true(value_bias_of(bias, VALUE_BIAS_NO_BUCKET) == 0);
    // Nor of those that share memory with them.
    assert_true(value_bias_of(bias, bias->count) == 0);
}

// The kind after these moves, Black first.
static uint32_t kind_after(const Point moves[], int count)
{
    Game game;
    assert_true(game_init(&game, rules_find("tromp-taylor"), 15, 9, 9));
    for (int i = 0; i < count; i++)
        assert_int_equal(game_play(&game, i % 2 == 0 ? BLACK : WHITE, moves[i]),
                         MOVE_OK);
    uint32_t kind = value_bias_bucket(&game.position, moves[count - 1],
                                      count > 1 ? moves[count - 2] : NO_POINT);
    game_free(&game);
    return kind;
}

static void test_a_kind_is_two_moves_and_what_is_around_the_last(void **state)
{
    (void)state;
    const Point e5 = picture_point("E5"), e6 = picture_point("E6"),
                f5 = picture_point("F5"), g7 = picture_point("G7"),
                a1 = picture_point("A1"), b1 = picture_point("B1"),
                j9 = picture_point("J9");
    const Point moves[] = {a1, b1, e6, e5};
    uint32_t kind = kind_after(moves, 4);
    assert_int_not_equal(kind, VALUE_BIAS_NO_BUCKET);
    // Stones far away do not matter,
    assert_int_equal(kind_after((Point[]){j9, b1, e6, e5}, 4), kind);
    // those at a distance of two do,
    assert_int_not_equal(kind_after((Point[]){g7, b1, e6, e5}, 4), kind);
    // and so do their color and the moves.
    assert_int_not_equal(kind_after((Point[]){a1, g7, e6, e5}, 4),
                         kind_after((Point[]){g7, b1, e6, e5}, 4));
    assert_int_not_equal(kind_after((Point[]){a1, b1, f5, e5}, 4), kind);
    assert_int_not_equal(kind_after((Point[]){a1, e5, e6, b1}, 4), kind);
    // The same stones, but an earlier move was another one.
    assert_int_not_equal(kind_after((Point[]){e6, b1, a1, e5}, 4), kind);
}

static void test_there_is_no_kind_without_two_moves(void **state)
{
    (void)state;
    const Point e5 = picture_point("E5");
    assert_int_equal(kind_after(&e5, 1), VALUE_BIAS_NO_BUCKET);
    assert_int_equal(kind_after((Point[]){e5, PASS}, 2), VALUE_BIAS_NO_BUCKET);
    assert_int_not_equal(kind_after((Point[]){PASS, e5}, 2), VALUE_BIAS_NO_BUCKET);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_takes_no_more_than_is_of_use),
        cmocka_unit_test_setup_teardown(test_it_tells_the_mean_of_what_it_has_learnt,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(test_what_was_learnt_can_be_taken_back, create,
                                        destroy),
        cmocka_unit_test(test_the_weight_of_simulations),
        cmocka_unit_test_setup_teardown(
            test_what_was_learnt_in_earlier_searches_counts_for_half, create, destroy),
        cmocka_unit_test_setup_teardown(test_it_forgets, create, destroy),
        cmocka_unit_test_setup_teardown(test_of_nodes_of_no_kind_nothing_is_learnt,
                                        create, destroy),
        cmocka_unit_test(test_a_kind_is_two_moves_and_what_is_around_the_last),
        cmocka_unit_test(test_there_is_no_kind_without_two_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
