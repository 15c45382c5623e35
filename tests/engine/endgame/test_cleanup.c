// SPDX-License-Identifier: MIT
//
// When the players disagree about dead stones: play goes on until they are captured or
// proved alive, then everything on the board counts; and it always ends.
#include "engine_fixture.h"
#include "pass_decision.h"

enum { TURNS_MAX = 150 };

// Dead stones of both colors; 36 points are Black's, 45 White's.
static const char DEAD_STONES[] =
    "...XO..../.X.XO.O../O..XO..../OX.XO.OX./.O.XO...X/.X.XO.O.X/...XO..../.X.XO.O../"
    "...XO....";

static Engine *engine_at(const char *picture, const char *rules)
{
    EngineOptions options = small_options(9);
    options.rules = *rules_find(rules);
    options.komi = 13;
    options.playouts = 500;
    return engine_at_picture(picture, options);
}

static Point cleanup(Engine *engine, Color player)
{
    return choose_move(engine, player, MOVE_CLEANUP);
}

static bool is_there(Engine *engine, Color player, const char *stones)
{
    Bitboard dead = picture_points(stones);
    const Position *pos = &engine_game(engine)->position;
    dead = bitboard_intersection(dead, pos->stones[color_other(player)]);
    return !bitboard_is_empty(&dead);
}

// Both sides clean up to the end: nobody passes before the other's stones are gone.
static void test_both_clean_up(void **state)
{
    (void)state;
    static const char *const DEAD[2] = {"B5 A6 A7", "J4 J5 H6"}; // by who captures
    Engine *engine = engine_at(DEAD_STONES, "chinese");
    const Game *game = engine_game(engine);
    assert_points(engine_final_status(engine).dead, "B5 A6 A7 J4 J5 H6");
    for (Color player = BLACK; !game_is_over(game); player = color_other(player)) {
        assert_true(game->move_count < TURNS_MAX);
        Point move = cleanup(engine, player);
        assert_true(move != PASS || !is_there(engine, player, DEAD[player]));
    }
    FinalStatus status = engine_final_status(engine);
    assert_points(status.dead, "");
    assert_false(is_there(engine, BLACK, DEAD[BLACK]));
    assert_false(is_there(engine, WHITE, DEAD[WHITE]));
    assert_int_equal(engine_final_score(engine), 2 * (36 - 45) - 13);
    assert_int_equal(engine_final_score(engine), game_result(game));
    engine_delete(engine);
}

// The other one only passes: every pass of the engine is one that ends the game.
static void test_cleaning_up_against_passes(void **state)
{
    (void)state;
    Engine *engine = engine_at(DEAD_STONES, "aga");
    const Game *game = engine_game(engine);
    assert_int_equal(engine_play(engine, WHITE, PASS), MOVE_OK);
    while (!game_is_over(game)) {
        assert_true(game->move_count < TURNS_MAX);
        cleanup(engine, BLACK);
        if (!game_is_over(game))
            assert_int_equal(engine_play(engine, WHITE, PASS), MOVE_OK);
    }
    assert_false(is_there(engine, BLACK, "B5 A6 A7"));
    // What White could have captured is alive now.
    assert_points(engine_final_status(engine).dead, "");
    assert_true(bitboard_test(&game->position.stones[BLACK], picture_point("H6")));
    engine_delete(engine);
}

// After two passes the other one plays on in Black's territory: the engine answers by
// capturing all that it calls dead, and the game ends a second time.
static void test_play_after_two_passes_is_a_cleanup(void **state)
{
    (void)state;
    Engine *engine = engine_at(DEAD_STONES, "chinese");
    const Game *game = engine_game(engine);
    engine_set_komi(engine, -20);
    assert_int_equal(genmove(engine, BLACK), PASS);
    assert_int_equal(engine_play(engine, WHITE, PASS), MOVE_OK);
    assert_true(game_is_over(game));
    assert_false(pass_decision_is_disputed(game));
    assert_int_equal(engine_play(engine, WHITE, picture_point("C3")), MOVE_OK);
    assert_true(pass_decision_is_disputed(game));
    while (!game_is_over(game)) {
        assert_true(game->move_count < TURNS_MAX);
        Point move = genmove(engine, BLACK);
        assert_true(move != PASS || !is_there(engine, BLACK, "B5 A6 A7 C3"));
        if (!game_is_over(game))
            assert_int_equal(engine_play(engine, WHITE, PASS), MOVE_OK);
    }
    assert_points(engine_final_status(engine).dead, "");
    assert_int_equal(engine_final_score(engine), game_result(game));
    assert_true(engine_final_score(engine) > 0);
    assert_true(engine_undo(engine, 1)); // no second end any more
    engine_delete(engine);
}

// A new game begins without a dispute.
static void test_a_new_game_has_dead_stones_again(void **state)
{
    (void)state;
    Engine *engine = engine_at(DEAD_STONES, "chinese");
    cleanup(engine, BLACK);
    assert_points(engine_final_status(engine).dead, "");
    Position pos = picture_position(DEAD_STONES, BLACK);
    assert_true(engine_new_position(engine, pos.stones, BLACK));
    assert_points(engine_final_status(engine).dead, "B5 A6 A7 J4 J5 H6");
    engine_delete(engine);
}

static void test_a_cleanup_can_be_taken_back(void **state)
{
    (void)state;
    Engine *engine = engine_at(DEAD_STONES, "chinese");
    cleanup(engine, BLACK);
    assert_true(engine_undo(engine, 1));
    assert_points(engine_final_status(engine).dead, "B5 A6 A7 J4 J5 H6");
    engine_delete(engine);
}

// Both sides clean up, and a group that is dead by its shape alone comes off the board
// though its owner may play wherever it likes.
static void assert_is_captured(const char *picture, Color first, const char *stones)
{
    Engine *engine = engine_at(picture, "chinese");
    const Game *game = engine_game(engine);
    int agreed = engine_final_score(engine);
    assert_points(engine_final_status(engine).dead, stones);
    for (Color player = first; !game_is_over(game); player = color_other(player)) {
        assert_true(game->move_count < TURNS_MAX);
        cleanup(engine, player);
    }
    assert_false(is_there(engine, BLACK, stones));
    assert_int_equal(game_result(game), agreed);
    engine_delete(engine);
}

static void test_dead_shapes_are_captured(void **state)
{
    (void)state;
    static const struct Shape {
        const char *picture, *stones;
    } SHAPES[] = {
        // Bent four in the corner: Black takes the ko first.
        {"........./.O.O.O.O./........./OOOOOOOOO/OOOOOOOOO/XXXXXXXXX/OOXXXX.../"
         ".OOOOX.X./XXX.OX...",
         "A3 B3 B2 C2 D2 E2 E1"},
        // Four stones in an eye of six points.
        {".O.O.O.O./OOOOOOOOO/XXXXXXXXX/XOOOXXXXX/OOXOOXX.X/OXXXOXXXX/O..OOX.X./"
         "OOOOXXXXX",
         "A1 B1 C1 D1 A2 D2 E2 A3 E3 A4 B4 D4 E4 B5 C5 D5"},
    };
    for (int i = 0; i < 2; i++)
        for (Color first = BLACK; first <= WHITE; first++)
            assert_is_captured(SHAPES[i].picture, first, SHAPES[i].stones);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_both_clean_up),
        cmocka_unit_test(test_cleaning_up_against_passes),
        cmocka_unit_test(test_play_after_two_passes_is_a_cleanup),
        cmocka_unit_test(test_a_cleanup_can_be_taken_back),
        cmocka_unit_test(test_dead_shapes_are_captured),
        cmocka_unit_test(test_a_new_game_has_dead_stones_again),
    };
    return cmocka_run_group_tests_name("cleanup", tests, NULL, NULL);
}
