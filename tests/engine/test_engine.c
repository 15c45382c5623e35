// SPDX-License-Identifier: MIT
#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include "engine_fixture.h"
#include "isa.h"

static void test_defaults(void **state)
{
    (void)state;
    EngineOptions options = engine_default_options();
    assert_string_equal(options.rules.name, "tromp-taylor");
    assert_int_equal(options.komi, 15);
    assert_int_equal(options.columns, 19);
    assert_int_equal(options.rows, 19);
    assert_int_equal(options.threads, 1);
    assert_false(options.threads_chosen);
    assert_true(options.playouts == 0 && options.seconds == 0 && options.seed == 0);
    assert_false(options.accept_illegal);
    assert_memory_equal(&options.params, &PARAMS_DEFAULT, sizeof options.params);
}

static void test_a_new_engine_is_at_the_beginning(void **state)
{
    (void)state;
    EngineOptions options = small_options(7);
    options.rows = 5;
    options.komi = -3;
    options.rules = *rules_find("aga");
    Engine *engine = new_engine(&options);
    const Game *game = engine_game(engine);
    assert_int_equal(game->position.columns, 7);
    assert_int_equal(game->position.rows, 5);
    assert_int_equal(game->position.empty_count, 35);
    assert_int_equal(game->komi, -3);
    assert_string_equal(game->rules.name, "aga");
    assert_int_equal(engine_seed(engine), 1);
    assert_int_equal(engine_options(engine)->playouts, 200);
    assert_false(time_control_is_limited(engine_time_control(engine)));
    static const SearchReport none;
    assert_memory_equal(engine_last_report(engine), &none, sizeof none);
    engine_delete(engine);
}

static void test_a_seed_of_zero_comes_from_the_clock(void **state)
{
    (void)state;
    EngineOptions options = small_options(5);
    options.seed = 0;
    Engine *engine = new_engine(&options);
    assert_int_not_equal(engine_seed(engine), 0);
    engine_delete(engine);
    engine_delete(NULL);
}

static void test_generated_moves_are_played(void **state)
{
    (void)state;
    Engine *engine = small_engine(7);
    const Game *game = engine_game(engine);
    for (int turn = 0; turn < 10; turn++) {
        Color player = turn % 2 == 0 ? BLACK : WHITE;
        Point move = genmove(engine, player);
        assert_int_equal(game->move_count, turn + 1);
        assert_int_equal(game->moves[turn].point, move);
        assert_int_equal(game->moves[turn].color, player);
        assert_int_equal(engine_last_report(engine)->best, move);
        assert_int_equal(engine_last_report(engine)->player, player);
    }
    engine_delete(engine);
}

static void test_a_player_may_move_twice(void **state)
{
    (void)state;
    Engine *engine = small_engine(5);
    const Game *game = engine_game(engine);
    for (int turn = 0; turn < 4; turn++)
        assert_true(point_is_on_board(genmove(engine, WHITE), 5, 5));
    assert_int_equal(game->move_count, 4);
    assert_int_equal(bitboard_count(&game->position.stones[WHITE]), 4);
    engine_delete(engine);
}

static void test_play_goes_on_after_two_passes(void **state)
{
    (void)state;
    Engine *engine = small_engine(7);
    for (Color player = BLACK; player <= WHITE; player++) {
        engine_play(engine, BLACK, PASS);
        engine_play(engine, WHITE, PASS);
        assert_true(game_is_over(engine_game(engine)));
        assert_true(point_is_on_board(genmove(engine, player), 7, 7));
        assert_false(game_is_over(engine_game(engine)));
        game_clear(inner_game(engine));
    }
    engine_delete(engine);
}

static void test_strict_play(void **state)
{
    (void)state;
    EngineOptions options = small_options(3);
    options.rules = *rules_find("cgos");
    Engine *engine = new_engine(&options);
    assert_int_equal(engine_play(engine, BLACK, picture_point("A2")), MOVE_OK);
    assert_int_equal(engine_play(engine, BLACK, picture_point("B1")), MOVE_OK);
    assert_int_equal(engine_play(engine, WHITE, picture_point("A1")), MOVE_SUICIDE);
    assert_int_equal(engine_play(engine, WHITE, picture_point("A2")), MOVE_OCCUPIED);
    assert_int_equal(engine_play(engine, WHITE, picture_point("D1")), MOVE_OFF_BOARD);
    assert_int_equal(engine_play(engine, WHITE, RESIGN), MOVE_OFF_BOARD);
    assert_int_equal(engine_game(engine)->move_count, 2);
    engine_delete(engine);
}

static void test_lenient_play(void **state)
{
    (void)state;
    EngineOptions options = small_options(3);
    options.rules = *rules_find("cgos");
    options.accept_illegal = true;
    Engine *engine = new_engine(&options);
    engine_play(engine, BLACK, picture_point("A2"));
    engine_play(engine, BLACK, picture_point("B1"));
    assert_int_equal(engine_play(engine, WHITE, picture_point("A1")), MOVE_OK);
    assert_int_equal(engine_game(engine)->move_count, 3);
    assert_picture(&engine_game(engine)->position, ".../X../.X.");
    assert_int_equal(engine_play(engine, WHITE, picture_point("A2")), MOVE_OCCUPIED);
    assert_int_equal(engine_play(engine, WHITE, picture_point("D1")), MOVE_OFF_BOARD);
    assert_int_equal(engine_game(engine)->move_count, 3);
    engine_delete(engine);
}

static void test_final_score_and_status_agree(void **state)
{
    (void)state;
    EngineOptions options = small_options(7);
    options.rules = *rules_find("chinese");
    Engine *engine = new_engine(&options);
    Position pos = picture_position(
        ".X.XO../XXXXO../X.XXOOO/.OXXO.X/XXXXO../X.XXOOO/XXXXO.O", BLACK);
    assert_true(engine_setup(engine, pos.stones, BLACK));
    assert_points(engine_final_status(engine).dead, "B4 G4");
    assert_int_equal(engine_final_score(engine), 2 * (28 - 21) - 15);
    engine_set_rules(engine, rules_find("cgos"));
    assert_points(engine_final_status(engine).dead, "");
    assert_int_equal(engine_final_score(engine), 2 * (26 - 18) - 15);
    // Five empty points and a dead stone against eight and one: 7 to 10 points.
    engine_set_rules(engine, rules_find("japanese"));
    assert_points(engine_final_status(engine).dead, "B4 G4");
    assert_int_equal(engine_final_score(engine), 2 * (7 - 10) - 15);
    engine_delete(engine);
}

static void test_rules_stay_for_a_new_game(void **state)
{
    (void)state;
    Engine *engine = small_engine(7);
    const Rules *rules = &engine_game(engine)->rules;
    assert_string_equal(rules->name, "tromp-taylor");
    engine_set_rules(engine, rules_find("korean"));
    engine_new_game(engine, 5, 5);
    assert_true(rules_are_same(rules, rules_find("japanese")));
    assert_string_equal(rules->name, "korean");
    engine_set_rules(engine, rules_find("new-zealand"));
    assert_false(rules->territory);
    engine_delete(engine);
}

static void test_a_new_game_forgets(void **state)
{
    (void)state;
    Engine *engine = small_engine(7);
    const TimeControl *clocks = engine_time_control(engine);
    engine_set_clocks(engine, &(TimeSettings){.system = TIME_ABSOLUTE, .main = 100});
    genmove(engine, BLACK);
    assert_true(clocks->left[BLACK].seconds < 100);
    assert_true(clocks->left[WHITE].seconds == 100);
    engine_new_game(engine, 5, 6);
    assert_true(clocks->left[BLACK].seconds == 100);
    assert_int_equal(engine_last_report(engine)->playouts, 0);
    assert_int_equal(engine_last_report(engine)->candidate_count, 0);
    assert_int_equal(engine_game(engine)->move_count, 0);
    assert_int_equal(engine_game(engine)->position.empty_count, 30);
    engine_delete(engine);
}

static void test_description(void **state)
{
    (void)state;
    char bytes[2048];
    Text text = text_over(bytes, sizeof bytes);
    EngineOptions options = small_options(7);
    options.seed = 4711;
    options.threads = 3;
    options.isa = isa_named("generic");
    Engine *engine = new_engine(&options);
    engine_describe(engine, &text);
    assert_false(text.truncated);
    assert_non_null(strstr(text.bytes, "rules tromp-taylor\n"));
    assert_non_null(strstr(text.bytes, "threads 3\n"));
    assert_non_null(strstr(text.bytes, "isa generic\n"));
    assert_non_null(strstr(text.bytes, "seed 4711\n"));
    assert_non_null(strstr(text.bytes, "resign_percent 0\n"));
    engine_delete(engine);
}

// Limits, threads and parameters change; the game does not.
static void test_options_change_while_it_runs(void **state)
{
    (void)state;
    Engine *engine = small_engine(7);
    genmove(engine, BLACK);
    EngineOptions options = *engine_options(engine);
    options.visits = 30;
    options.playouts = 0;
    options.ponder = true;
    options.ponder_limits.visits = 5;
    options.komi = 99; // is no such option
    assert_true(engine_set_options(engine, &options));
    genmove(engine, WHITE);
    assert_true(total_visits(engine_last_report(engine)) >= 30); // of the kept tree
    options.threads = 2;
    options.params.exploration = 7;
    assert_true(engine_set_options(engine, &options));
    assert_int_equal(engine_options(engine)->threads, 2);
    assert_int_equal(engine_options(engine)->params.exploration, 7);
    assert_int_equal(engine_options(engine)->ponder_limits.visits, 5);
    assert_int_not_equal(engine_options(engine)->komi, 99);
    assert_int_equal(engine_game(engine)->move_count, 2);
    genmove(engine, BLACK);
    assert_int_equal(engine_last_report(engine)->visits, 30); // of an empty tree
    assert_int_equal(engine_last_report(engine)->playouts, 30);
    engine_delete(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_a_new_engine_is_at_the_beginning),
        cmocka_unit_test(test_a_seed_of_zero_comes_from_the_clock),
        cmocka_unit_test(test_generated_moves_are_played),
        cmocka_unit_test(test_a_player_may_move_twice),
        cmocka_unit_test(test_play_goes_on_after_two_passes),
        cmocka_unit_test(test_strict_play),
        cmocka_unit_test(test_lenient_play),
        cmocka_unit_test(test_final_score_and_status_agree),
        cmocka_unit_test(test_rules_stay_for_a_new_game),
        cmocka_unit_test(test_a_new_game_forgets),
        cmocka_unit_test(test_description),
        cmocka_unit_test(test_options_change_while_it_runs),
    };
    return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
