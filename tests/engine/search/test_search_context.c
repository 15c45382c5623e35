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

// How many playouts a root leaves that has so many visits.
static uint64_t playouts_left(bool is_puct, bool asks_katago, uint32_t visits)
{
    SearchContext *context = calloc(1, sizeof *context);
    PlayoutPolicy *policy = calloc(1, sizeof *policy);
    Tree tree;
    assert_true(context != NULL && policy != NULL && tree_init(&tree, 0));
    policy->params = PARAMS_DEFAULT;
    policy->params.amaf_early = policy->params.amaf_tree = 2;
    context->policy = policy;
    context->is_puct = is_puct;
    context->asks_katago = asks_katago;
    context->tree = &tree;
    context->node = TREE_ROOT;
    tree_count_visits(&tree, TREE_ROOT, visits * search_context_visit_steps(context));
    search_context_spare_counters(context);
    uint64_t playouts = context->order.limits.playouts;
    tree_free(&tree);
    free(policy);
    free(context);
    return playouts;
}

// A result adds at most twice its weight to a number of the tree. The weight is in
// steps of visits, of which a simulation is one without a network, else VALUE_STEPS.
static void test_counters_are_spared(void **state)
{
    (void)state;
    const uint64_t half = TREE_COUNT_MAX / 2, steps = VALUE_STEPS;
    for (uint32_t visits = 0; visits <= 30000; visits += 10000) {
        assert_int_equal(playouts_left(false, false, visits), half / 2 - visits);
        assert_int_equal(playouts_left(true, false, visits), half / steps - visits);
        assert_int_equal(playouts_left(true, true, visits),
                         half / (steps * WEIGHT_MAX) - visits);
    }
    assert_int_equal(playouts_left(true, false, (uint32_t)(half / steps)), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_area_is_counted_with_komi),
        cmocka_unit_test(test_half_a_point_stands_for_territory),
        cmocka_unit_test(test_handicap_stones_are_no_territory),
        cmocka_unit_test(test_counters_are_spared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
