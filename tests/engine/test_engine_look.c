// SPDX-License-Identifier: MIT
#include "engine.h"

#include <string.h>

#include "engine_fixture.h"

static void test_a_look_is_remembered(void **state)
{
    (void)state;
    Engine *engine = small_engine(9);
    SearchReport first = *engine_look(engine, BLACK);
    assert_int_equal(first.playouts, 200);
    assert_int_equal(first.player, BLACK);
    const SearchReport *second = engine_look(engine, BLACK);
    assert_memory_equal(&first, second, sizeof first);
    assert_int_equal(engine_look(engine, WHITE)->player, WHITE);
    engine_delete(engine);
}

// Visits of the best move, those of earlier searches included.
static uint32_t best_games(const SearchReport *report)
{
    return report->candidates[0].games;
}

static void set_even_games(Engine *engine, int games)
{
    EngineOptions options = *engine_options(engine);
    assert_true(params_set(&options.params, "prior_even", games));
    assert_true(engine_set_options(engine, &options));
}

static void test_it_is_forgotten_when_something_has_changed(void **state)
{
    (void)state;
    Engine *engine = small_engine(9);
    engine_look(engine, BLACK);
    assert_int_equal(engine_play(engine, BLACK, picture_point("E5")), MOVE_OK);
    const SearchReport *report = engine_look(engine, WHITE);
    for (int i = 0; i < report->candidate_count; i++)
        assert_int_not_equal(report->candidates[i].move, picture_point("E5"));
    double rate = report->win_rate;
    engine_set_komi(engine, 300);
    assert_true(engine_look(engine, WHITE)->win_rate > rate);
    set_even_games(engine, 4);
    uint32_t games = best_games(engine_look(engine, WHITE));
    // Searched anew, so the tree has begun anew as well.
    set_even_games(engine, 6);
    set_even_games(engine, 4);
    assert_int_equal(best_games(engine_look(engine, WHITE)), games);
    engine_new_game(engine, 9, 9);
    assert_int_equal(engine_look(engine, BLACK)->candidate_count, 82);
    engine_delete(engine);
}

static void test_it_goes_on_where_the_move_has_ended(void **state)
{
    (void)state;
    Engine *engine = small_engine(9);
    genmove(engine, BLACK);
    SearchReport last = *engine_last_report(engine);
    assert_true(engine_undo(engine, 1));
    const SearchReport *report = engine_look(engine, BLACK);
    assert_int_equal(report->playouts, 200);
    assert_in_range(total_visits(report), 390, 410);
    assert_memory_equal(&last, engine_last_report(engine), sizeof last);
    engine_delete(engine);
}

static void test_it_is_no_longer_than_agreed(void **state)
{
    (void)state;
    Engine *engine = small_engine(9);
    engine_set_limits(engine, (SearchLimits){.seconds = 0.01});
    assert_int_equal(engine_look(engine, BLACK)->playouts, ENGINE_LOOK_PLAYOUTS);
    engine_set_limits(engine, (SearchLimits){.playouts = 1000000});
    assert_int_equal(engine_look(engine, WHITE)->playouts, ENGINE_LOOK_PLAYOUTS);
    engine_set_limits(engine, (SearchLimits){.playouts = 30});
    genmove(engine, BLACK);
    assert_int_equal(engine_last_report(engine)->playouts, 30);
    assert_int_equal(engine_look(engine, WHITE)->playouts, 30);
    engine_delete(engine);
}

static void test_a_brief_one_ends_in_time(void **state)
{
    (void)state;
    EngineOptions options = small_options(19);
    options.playouts = 0;
    Engine *engine = new_engine(&options);
    const SearchReport *report = engine_look_briefly(engine, BLACK, 0.02);
    assert_true(report->playouts < ENGINE_LOOK_PLAYOUTS);
    report = engine_look_briefly(engine, WHITE, 1000);
    assert_int_equal(report->playouts, ENGINE_LOOK_PLAYOUTS);
    engine_delete(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_look_is_remembered),
        cmocka_unit_test(test_it_is_forgotten_when_something_has_changed),
        cmocka_unit_test(test_it_goes_on_where_the_move_has_ended),
        cmocka_unit_test(test_it_is_no_longer_than_agreed),
        cmocka_unit_test(test_a_brief_one_ends_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
