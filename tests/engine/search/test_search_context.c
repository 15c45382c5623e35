// SPDX-License-Identifier: MIT
#include "search_context.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "picture.h"

// The points that White is given in a search for this player, in half points.
static int white_points(const Game *game, Color player)
{
    SearchContext *context = calloc(1, sizeof *context);
    assert_non_null(context);
    context->order.player = player;
    search_context_begin(context, game);
    int points = search_context_white_points(context, 0, player);
    free(context);
    return points;
}

static void play(Game *game, Color player, const char *vertex)
{
    assert_int_equal(game_play(game, player, picture_point(vertex)), MOVE_OK);
}

static void test_area_is_counted_with_komi(void **state)
{
    (void)state;
    Game game;
    assert_true(game_init(&game, rules_find("cgos"), 13, 9, 9));
    assert_int_equal(white_points(&game, BLACK), 13);
    play(&game, BLACK, "C3");
    assert_int_equal(white_points(&game, WHITE), 13);
    game_free(&game);
}

// In an even game it is half a point, whoever is to move.
static void test_half_a_point_stands_for_territory(void **state)
{
    (void)state;
    Game game;
    assert_true(game_init(&game, rules_find("cgos"), 13, 9, 9));
    game.rules.territory = true;
    assert_int_equal(white_points(&game, BLACK), 13 + 1);
    play(&game, BLACK, "C3");
    assert_int_equal(white_points(&game, WHITE), 13 + 1);
    play(&game, WHITE, "G7");
    assert_int_equal(white_points(&game, BLACK), 13 + 1);
    play(&game, BLACK, "pass"); // saves a stone
    assert_int_equal(white_points(&game, WHITE), 13 - 1);
    play(&game, WHITE, "pass");
    assert_int_equal(white_points(&game, BLACK), 13 + 1);
    game_free(&game);
}

static void test_handicap_stones_are_no_territory(void **state)
{
    (void)state;
    Game game;
    const Point handicap[] = {picture_point("C3"), picture_point("G7"),
                              picture_point("E5")};
    assert_true(game_init(&game, rules_find("cgos"), 1, 9, 9));
    game.rules.territory = true;
    assert_true(game_place_handicap(&game, handicap, 3));
    assert_int_equal(white_points(&game, WHITE), 1 + 5);
    play(&game, WHITE, "C7");
    assert_int_equal(white_points(&game, BLACK), 1 + 5);
    game_free(&game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_area_is_counted_with_komi),
        cmocka_unit_test(test_half_a_point_stands_for_territory),
        cmocka_unit_test(test_handicap_stones_are_no_territory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
