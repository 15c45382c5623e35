// SPDX-License-Identifier: MIT
//
// How much thought moves need after passes and in won games.
#include "search_factor.h"

#include <math.h>

#include "engine_fixture.h"

static const SearchFactors FACTORS = {0.5, 0.25, 0.4, 0.9};

static double factor_after(const char *moves, const RecentChances *recent)
{
    Game game;
    assert_true(game_init(&game, rules_find("tromp-taylor"), 15, 9, 9));
    for (; *moves != '\0'; moves++) {
        Point move = *moves == 'p' ? PASS : game.position.empty[0];
        assert_int_equal(game_play(&game, (Color)game.position.to_play, move), MOVE_OK);
    }
    double factor =
        search_factor(&FACTORS, &game, (Color)game.position.to_play, recent);
    game_free(&game);
    return factor;
}

// A `p` is a pass, another letter a stone.
static void test_passes(void **state)
{
    (void)state;
    const RecentChances none = {.count = 0};
    assert_float_equal(factor_after("", &none), 1, 1e-9);
    assert_float_equal(factor_after("ss", &none), 1, 1e-9);
    assert_float_equal(factor_after("p", &none), 0.5, 1e-9);
    assert_float_equal(factor_after("sps", &none), 1, 1e-9);
    assert_float_equal(factor_after("spssp", &none), 0.5, 1e-9);
    assert_float_equal(factor_after("psp", &none), 0.25, 1e-9);
}

static RecentChances recent_of(double first, double second, double third)
{
    RecentChances recent = {.count = 0};
    recent_chances_add(&recent, BLACK, 0.5); // too long ago
    recent_chances_add(&recent, BLACK, first);
    recent_chances_add(&recent, WHITE, 1 - second);
    recent_chances_add(&recent, BLACK, third);
    return recent;
}

static void test_won_games(void **state)
{
    (void)state;
    RecentChances sure = recent_of(1, 1, 1), half = recent_of(1, 0.975, 1),
                  not = recent_of(0.95, 1, 1), lost = recent_of(0, 0, 0);
    assert_float_equal(factor_after("", &sure), 0.4, 1e-9);
    assert_float_equal(factor_after("", &half), 0.7, 1e-9);
    assert_float_equal(factor_after("", &not ), 1, 1e-9);
    assert_float_equal(factor_after("", &lost), 1, 1e-9);
    assert_float_equal(factor_after("s", &lost), 0.4, 1e-9); // White's turn
    assert_float_equal(factor_after("psp", &lost), 0.1, 1e-9);
    sure.count = 2;
    assert_float_equal(factor_after("", &sure), 1, 1e-9);
}

static void test_limits(void **state)
{
    (void)state;
    SearchLimits limits = {.playouts = 9, .seconds = 2, .plan = {.seconds = 1}};
    SearchLimits part = search_factor_limits(limits, 0.5);
    assert_int_equal(part.playouts, 5);
    assert_int_equal(part.visits, 0); // no limit
    assert_float_equal(part.seconds, 1, 1e-9);
    assert_float_equal(part.plan.seconds, 0.5, 1e-9);
    part = search_factor_limits(limits, 0);
    assert_int_equal(part.playouts, 1);
    assert_true(part.seconds > 0 && part.plan.seconds > 0);
    limits.playouts = (uint64_t)1 << 50;
    assert_int_equal(search_factor_limits(limits, 1).playouts, limits.playouts);
}

static void test_moves_obey(void **state)
{
    (void)state;
    EngineOptions options = small_options(9);
    options.factors.one_pass = 0.5;
    Engine *engine = new_engine(&options);
    // With stones of both, a pass does not win.
    Point first = engine_game(engine)->position.empty[0];
    assert_int_equal(engine_play(engine, WHITE, first), MOVE_OK);
    genmove(engine, BLACK);
    assert_int_equal(engine_last_report(engine)->playouts, 200);
    assert_int_equal(engine_play(engine, WHITE, PASS), MOVE_OK);
    genmove(engine, BLACK);
    assert_int_equal(engine_last_report(engine)->playouts, 100);
    engine_delete(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_passes),
        cmocka_unit_test(test_won_games),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_moves_obey),
    };
    return cmocka_run_group_tests_name("search factor", tests, NULL, NULL);
}
