// SPDX-License-Identifier: MIT
#include "dynamic_komi.h"

#include "picture.h"

// A game on a square grid with so many stones and such a handicap; only these numbers
// matter.
static Game game_with(int size, int stones, int handicap)
{
    Game game = {.handicap = handicap};
    position_init(&game.position, size, size);
    game.position.empty_count = (int16_t)(game.position.empty_count - stones);
    return game;
}

static double adapted(int stones, double given, double win_rate, double score)
{
    Game game = game_with(19, stones, 0);
    KomiExperience experience = {win_rate, score};
    return dynamic_komi_adapt(&game, &PARAMS_DEFAULT, given, &experience);
}

static void assert_points_given(double found, double expected)
{
    if (found < expected - 1e-9 || found > expected + 1e-9)
        fail_msg("%f points instead of %f", found, expected);
}

static void test_an_even_game_begins_without(void **state)
{
    (void)state;
    Game game = game_with(19, 0, 0);
    assert_points_given(dynamic_komi_begin(&game, &PARAMS_DEFAULT, BLACK), 0);
    assert_points_given(dynamic_komi_begin(&game, &PARAMS_DEFAULT, WHITE), 0);
}

static void test_a_handicap_is_given_by_black(void **state)
{
    (void)state;
    Game game = game_with(19, 0, 9);
    assert_points_given(dynamic_komi_begin(&game, &PARAMS_DEFAULT, BLACK), 63);
    assert_points_given(dynamic_komi_begin(&game, &PARAMS_DEFAULT, WHITE), -63);
    game = game_with(9, 0, 4);
    assert_points_given(dynamic_komi_begin(&game, &PARAMS_DEFAULT, BLACK),
                        28 * 81 / 361.0);
    // Never more than a quarter of the board.
    game = game_with(19, 0, 25);
    assert_points_given(dynamic_komi_begin(&game, &PARAMS_DEFAULT, WHITE), -361 / 4.0);
}

static void test_an_open_game_changes_nothing(void **state)
{
    (void)state;
    assert_points_given(adapted(50, 0, 0.5, 1), 0);
    assert_points_given(adapted(50, 0, 0.84, 10), 0);
    assert_points_given(adapted(50, 0, 0.21, -10), 0);
    assert_points_given(adapted(50, 12, 0.5, 14), 12);
    assert_points_given(adapted(50, -12, 0.5, -14), -12);
}

static void test_who_leads_gives_and_who_trails_receives(void **state)
{
    (void)state;
    assert_points_given(adapted(50, 0, 0.9, 30), 15);
    assert_points_given(adapted(50, 15, 0.9, 30), 22.5);
    assert_points_given(adapted(50, 0, 0.9, 1), 1);
    assert_points_given(adapted(50, 0, 0.1, -30), -15);
    assert_points_given(adapted(50, -15, 0.1, -30), -22.5);
}

static void test_points_come_back_when_the_game_turns(void **state)
{
    (void)state;
    assert_points_given(adapted(50, 20, 0.4, 10), 15);
    assert_points_given(adapted(50, 3, 0.4, -10), 0);
    assert_points_given(adapted(50, -20, 0.7, -10), -15);
    assert_points_given(adapted(50, -3, 0.7, 10), 0);
}

static void test_the_end_is_played_with_the_real_komi(void **state)
{
    (void)state;
    assert_points_given(adapted(90, 80, 0.5, 80), 80);
    double half_way = adapted(135, 80, 0.5, 80);
    assert_true(half_way > 40 && half_way < 50);
    assert_points_given(adapted(181, 80, 0.99, 80), 0);
    assert_points_given(adapted(300, -80, 0.01, -80), 0);
}

static void test_there_may_be_none(void **state)
{
    (void)state;
    Params params = PARAMS_DEFAULT;
    params.dynamic_komi = 0;
    Game game = game_with(19, 0, 9);
    assert_points_given(dynamic_komi_begin(&game, &params, WHITE), 0);
    KomiExperience experience = {0.01, -80};
    assert_points_given(dynamic_komi_adapt(&game, &params, 0, &experience), 0);
    params.dynamic_komi = 10;
    assert_points_given(dynamic_komi_begin(&game, &params, WHITE), -36.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_even_game_begins_without),
        cmocka_unit_test(test_a_handicap_is_given_by_black),
        cmocka_unit_test(test_an_open_game_changes_nothing),
        cmocka_unit_test(test_who_leads_gives_and_who_trails_receives),
        cmocka_unit_test(test_points_come_back_when_the_game_turns),
        cmocka_unit_test(test_the_end_is_played_with_the_real_komi),
        cmocka_unit_test(test_there_may_be_none),
    };
    return cmocka_run_group_tests_name("dynamic komi", tests, NULL, NULL);
}
