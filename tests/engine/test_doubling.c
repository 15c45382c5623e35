// SPDX-License-Identifier: MIT
//
// How strong the players are taken to be: in analyses, and in the course of a game with
// a handicap.
#include "doubling.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#include "handicap.h"
#include "point.h"

typedef struct Fixture {
    Game game;
    Doubling doubling;
    RecentChances recent;
    double white; // White's advantage in the last move
} Fixture;

static Fixture begin(int size, int komi, int stones)
{
    Fixture fixture = {.doubling = doubling_default()};
    Point points[POINT_LIMIT];
    assert_true(game_init(&fixture.game, rules_find("tromp-taylor"), komi, size, size));
    if (stones >= 2) {
        assert_true(handicap_points(size, size, stones, points));
        assert_true(game_place_handicap(&fixture.game, points, stones));
    }
    return fixture;
}

static void assert_next(Fixture *fixture, Color player, double white)
{
    fixture->white = doubling_next(&fixture->doubling, &fixture->game, player,
                                   &fixture->recent, fixture->white);
    assert_float_equal(fixture->white, white, 1e-9);
}

// White's advantage in the first move of such a game.
static void assert_first(int size, int komi, int stones, double white)
{
    Fixture fixture = begin(size, komi, stones);
    assert_next(&fixture, WHITE, white);
    fixture.recent.count = 0;
    assert_next(&fixture, BLACK, white);
    game_free(&fixture.game);
}

// 0.045 for each point beyond four, in steps of one eighth; a stone is 15 points.
static void test_the_handicap_sets_it(void **state)
{
    (void)state;
    assert_first(19, 15, 0, 0);
    assert_first(19, 7, 0, 0);       // 3.5 points
    assert_first(19, 1, 0, 0.125);   // 6.5 points
    assert_first(19, 40, 0, -0.375); // Black is 13 points behind
    assert_first(19, 1, 2, 0.75);    // 21.5 points
    assert_first(19, 1, 4, 2.125);   // 51.5 points
    assert_first(19, 1, 9, 2.75);    // no more than that
    assert_first(9, 1, 0, 0.625);    // two points are free, and the rest counts thrice
    assert_first(7, 15, 0, 0);       // too small
    assert_first(7, 100, 0, 0);
}

static void test_rules_may_give_white_points_for_it(void **state)
{
    (void)state;
    Fixture fixture = begin(19, 1, 4);
    fixture.game.rules.bonus = BONUS_N; // 47.5 points are left
    assert_next(&fixture, WHITE, 2);
    fixture.game.rules.bonus = BONUS_NONE;
    fixture.game.rules.territory = true; // 48.5 points
    fixture.recent.count = 0;
    assert_next(&fixture, WHITE, 2);
    game_free(&fixture.game);
}

static void test_the_chance_to_win_changes_it(void **state)
{
    (void)state;
    Fixture fixture = begin(19, 1, 4);
    Point d10;
    assert_next(&fixture, WHITE, 2.125);
    recent_chances_add(&fixture.recent, WHITE, 0.5);
    assert_next(&fixture, WHITE, 2.125); // White has no stone yet
    assert_true(point_from_vertex("D10", 19, 19, &d10));
    assert_int_equal(game_play(&fixture.game, WHITE, d10), MOVE_OK);
    recent_chances_add(&fixture.recent, WHITE, 0.26);
    assert_next(&fixture, WHITE, 2);
    recent_chances_add(&fixture.recent, WHITE, 0.15);
    assert_next(&fixture, WHITE, 2);
    recent_chances_add(&fixture.recent, BLACK, 0.96); // White's is 0.04
    assert_next(&fixture, BLACK, 2.125);
    assert_next(&fixture, BLACK, 2.125);
    recent_chances_add(&fixture.recent, WHITE, 0.9);
    for (int i = 0; i < 16; i++)
        fixture.white = doubling_next(&fixture.doubling, &fixture.game, WHITE,
                                      &fixture.recent, fixture.white);
    assert_next(&fixture, WHITE, 0);
    assert_next(&fixture, WHITE, 0);
    game_free(&fixture.game);
}

static void test_black_may_be_behind(void **state)
{
    (void)state;
    Fixture fixture = begin(19, 100, 0);
    Point d10;
    assert_next(&fixture, BLACK, -1.75);
    assert_true(point_from_vertex("D10", 19, 19, &d10));
    assert_int_equal(game_play(&fixture.game, BLACK, PASS), MOVE_OK);
    assert_int_equal(game_play(&fixture.game, WHITE, d10), MOVE_OK);
    recent_chances_add(&fixture.recent, BLACK, 0.3);
    assert_next(&fixture, BLACK, -1.625);
    game_free(&fixture.game);
}

static void test_it_may_be_fixed(void **state)
{
    (void)state;
    Fixture fixture = begin(19, 1, 4);
    fixture.doubling.advantage = 1.5;
    fixture.doubling.is_fixed = true;
    assert_next(&fixture, WHITE, 1.5);
    assert_next(&fixture, BLACK, -1.5);
    fixture.doubling.player = DOUBLING_BLACK;
    assert_next(&fixture, WHITE, -1.5);
    fixture.doubling.player = DOUBLING_WHITE;
    assert_next(&fixture, BLACK, 1.5);
    game_free(&fixture.game);
}

static void test_analyses_know_no_handicap(void **state)
{
    (void)state;
    Doubling doubling = doubling_default();
    assert_true(doubling_of_white(&doubling, WHITE) == 0);
    doubling.advantage = 2;
    assert_true(doubling_of_white(&doubling, WHITE) == 2);
    assert_true(doubling_of_white(&doubling, BLACK) == -2);
    doubling.player = DOUBLING_BLACK;
    assert_true(doubling_of_white(&doubling, WHITE) == -2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_handicap_sets_it),
        cmocka_unit_test(test_rules_may_give_white_points_for_it),
        cmocka_unit_test(test_the_chance_to_win_changes_it),
        cmocka_unit_test(test_black_may_be_behind),
        cmocka_unit_test(test_it_may_be_fixed),
        cmocka_unit_test(test_analyses_know_no_handicap),
    };
    return cmocka_run_group_tests_name("doubling", tests, NULL, NULL);
}
