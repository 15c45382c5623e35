// SPDX-License-Identifier: MIT
//
// When the engine passes: all stones count unless the rules remove dead ones, so a pass
// must neither lose a won game nor come too late.
#include "area.h"
#include "engine_fixture.h"

enum { PLAYOUTS = 2000 };

// An engine at a set-up position.
static Engine *engine_at(const char *picture, const char *rules, int komi,
                         uint64_t seed)
{
    EngineOptions options = small_options(9);
    options.rules = *rules_find(rules);
    options.komi = komi;
    options.seed = seed;
    options.playouts = PLAYOUTS;
    return engine_at_picture(picture, options);
}

static Point next_move(Engine *engine, Color player)
{
    Point move = genmove(engine, player);
    assert_int_not_equal(move, RESIGN);
    return move;
}

static void pass(Engine *engine, Color player)
{
    assert_int_equal(engine_play(engine, player, PASS), MOVE_OK);
}

// Lets the engine play against somebody who always passes, to the end of the game.
// Returns the number of points that it played.
static int play_against_passes(Engine *engine, Color player)
{
    const Game *game = engine_game(engine);
    int limit = 4 * game->position.columns * game->position.rows;
    int points = 0;
    for (int turn = 0; turn < limit && !game_is_over(game); turn++) {
        points += next_move(engine, player) != PASS;
        if (!game_is_over(game))
            pass(engine, color_other(player));
    }
    assert_true(game_is_over(game));
    return points;
}

// Settled: Black has 28 points, White 21, and nothing is left to do.
static const char SETTLED[] = ".X.XO../XXXXO../X.XXOOO/.XXXO.O/XXXXOO./X.XXOOO/XXXXO.O";

// Three white and one black stone are dead. As the board stands Black has 23 points and
// White 20; once both sides have captured them, Black has 28 and White 21.
static const char DEAD_STONES[] =
    ".X.XO../XXXXO../..XXOOO/OOOXO.X/XX.XO../XXXXOOO/X.XXO.O";

static void test_a_pass_ends_a_won_game(void **state)
{
    (void)state;
    for (Color player = BLACK; player <= WHITE; player++) {
        Engine *engine =
            engine_at(SETTLED, "tromp-taylor", player == BLACK ? 13 : 15, 1);
        pass(engine, color_other(player));
        assert_int_equal(next_move(engine, player), PASS);
        assert_true(game_is_over(engine_game(engine)));
        const SearchReport *report = engine_last_report(engine);
        assert_int_equal(report->best, PASS);
        assert_int_equal(report->playouts, 0); // nothing to think about
        assert_int_equal(report->player, player);
        assert_true(report->win_rate == 1);
        assert_true(report->score == 0.5);
        engine_delete(engine);
    }
}

// Also if it is the engine's first move, and nobody knows yet how fast it is.
static void test_a_pass_ends_a_won_game_by_the_clock(void **state)
{
    (void)state;
    Engine *engine = engine_at(SETTLED, "tromp-taylor", 13, 1);
    EngineOptions options = *engine_options(engine);
    options.playouts = 0;
    options.seconds = 0.2;
    engine_delete(engine);
    engine = engine_new(&options);
    assert_non_null(engine);
    Position pos = picture_position(SETTLED, BLACK);
    assert_true(engine_setup(engine, pos.stones, BLACK));
    pass(engine, WHITE);
    assert_int_equal(next_move(engine, BLACK), PASS);
    assert_int_equal(engine_last_report(engine)->playouts, 0);
    engine_delete(engine);
}

static void test_a_settled_win_is_passed_first(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        Engine *engine = engine_at(SETTLED, "tromp-taylor", 13, seed);
        assert_int_equal(next_move(engine, BLACK), PASS);
        engine_delete(engine);
        engine = engine_at(SETTLED, "tromp-taylor", 15, seed);
        assert_int_equal(next_move(engine, WHITE), PASS);
        engine_delete(engine);
    }
}

// With 4.5 points komi Black wins only if he takes the dead stones off.
static void test_dead_stones_are_captured_before_the_pass(void **state)
{
    (void)state;
    static const char *const RULES[] = {"tromp-taylor", "tromp-taylor-1995", "cgos"};
    for (uint64_t seed = 1; seed <= 4; seed++)
        for (int i = 0; i < 3; i++) {
            Engine *engine = engine_at(DEAD_STONES, RULES[i], 9, seed);
            assert_true(game_result(engine_game(engine)) < 0);
            assert_true(play_against_passes(engine, BLACK) > 0);
            assert_true(game_result(engine_game(engine)) > 0);
            engine_delete(engine);
        }
}

// The same for White, with the colors of the picture exchanged.
static void test_white_captures_dead_stones_as_well(void **state)
{
    (void)state;
    char picture[sizeof DEAD_STONES];
    for (size_t i = 0; i < sizeof picture; i++)
        picture[i] = DEAD_STONES[i] == 'X'   ? 'O'
                     : DEAD_STONES[i] == 'O' ? 'X'
                                             : DEAD_STONES[i];
    for (uint64_t seed = 1; seed <= 4; seed++) {
        Engine *engine = engine_at(picture, "tromp-taylor", -9, seed);
        pass(engine, BLACK);
        assert_true(play_against_passes(engine, WHITE) > 0);
        assert_true(game_result(engine_game(engine)) < 0);
        engine_delete(engine);
    }
}

// Where dead stones are removed they need not be captured, but Black must not lose what
// he has.
static void test_nothing_is_lost_where_dead_stones_are_removed(void **state)
{
    (void)state;
    static const char *const RULES[] = {"chinese", "aga", "new-zealand"};
    for (int i = 0; i < 3; i++) {
        Engine *engine = engine_at(DEAD_STONES, RULES[i], 13, 1);
        assert_int_equal(engine_final_score(engine), 2 * (28 - 21) - 13);
        play_against_passes(engine, BLACK);
        assert_int_equal(engine_final_score(engine), 2 * (28 - 21) - 13);
        engine_delete(engine);
    }
}

// On an empty board an early pass would lose by the komi.
// With 5 points komi White has won only as long as the dead stones stay on the board.
static void test_the_result_of_a_pass_is_without_dead_stones(void **state)
{
    (void)state;
    Engine *engine = engine_at(DEAD_STONES, "chinese", 10, 1);
    pass(engine, WHITE);
    assert_int_equal(next_move(engine, BLACK), PASS);
    assert_int_equal(engine_last_report(engine)->playouts, 0);
    assert_true(engine_last_report(engine)->score == 2);
    engine_delete(engine);
    engine = engine_at(DEAD_STONES, "chinese", 10, 1);
    pass(engine, BLACK);
    next_move(engine, WHITE); // lost, so it has to be thought about
    assert_true(engine_last_report(engine)->playouts > 0);
    engine_delete(engine);
}

static void test_an_empty_board_is_not_passed_away(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++)
        for (Color player = BLACK; player <= WHITE; player++) {
            Engine *engine =
                engine_at("......./......./......./......./......./"
                          "......./.......",
                          "tromp-taylor", player == BLACK ? 15 : -15, seed);
            if (player == WHITE)
                pass(engine, BLACK);
            assert_true(play_against_passes(engine, player) > 0);
            assert_int_equal(area_score(&engine_game(engine)->position),
                             player == BLACK ? 49 : -49);
            engine_delete(engine);
        }
}

// Asked again and again, even after the end, the engine keeps its stones alive.
static void test_own_eyes_are_never_filled(void **state)
{
    (void)state;
    int count;
    const Rules *presets = rules_presets(&count);
    for (int i = 0; i < count; i++)
        for (Color player = BLACK; player <= WHITE; player++) {
            Engine *engine = engine_at(SETTLED, presets[i].name, 14, 1); // a tie
            const Game *game = engine_game(engine);
            int before = game_result(game);
            for (int turn = 0; turn < 12; turn++) {
                next_move(engine, player);
                pass(engine, color_other(player));
                const Position *pos = &game->position;
                assert_true(bitboard_count(&pos->stones[BLACK]) >= 23);
                assert_true(bitboard_count(&pos->stones[WHITE]) >= 14);
                int result = game_result(game);
                assert_true(player == BLACK ? result >= before : result <= before);
            }
            engine_delete(engine);
        }
}

static void test_a_full_game_against_itself_ends(void **state)
{
    (void)state;
    int count;
    const Rules *presets = rules_presets(&count);
    for (int i = 0; i < count; i++) {
        Engine *engine =
            engine_at("...../...../...../...../.....", presets[i].name, 1, 1);
        const Game *game = engine_game(engine);
        Color player = BLACK;
        while (!game_is_over(game) && game->move_count < 200) {
            next_move(engine, player);
            player = color_other(player);
        }
        assert_true(game_is_over(game));
        engine_delete(engine);
    }
}

// Of a lost game on 19x19: dead stones of both colors are on the board, and points
// between F8 and J12 that are nobody's yet decide who wins.
static const char OPEN_POINTS[] =
    "......XOOOO.OOOX.X./.....XXOO.O..OXXXXX/....XXOO...O.OXOXOO/...XXOOOO....OXOXO./"
    "..XX.XOXOO.O.OXOOO./..X.XXXXXXOO.OO..../XX.XO.XXOO.OOXO..../OXXXOX.XOOOX......./"
    "OOOXOX.XO..OOOO.O../.O.OOOXXOOOXOXXOOO./..O..OOOOXXXX.XO..O/.XO.OOX.OX.X...XOOO/"
    "...OOXXXOXX....XO.O/.O.OOOX.X..X.X.XO../...OXXX...O.XO..XOO/.OOXX...X..OXO.XXO./"
    "OXXX......XX.XOOXOO/.OOX.......XXO..XXO/..OX.........X..XOO";

static void test_no_pass_while_points_decide(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 3; seed++) {
        Engine *engine = engine_at(OPEN_POINTS, "cgos", 15, seed);
        assert_int_not_equal(next_move(engine, BLACK), PASS);
        engine_delete(engine);
    }
}

// White takes a ko at A12. His lower side is open at G3 and H4, where Black wins the
// game, but playouts make the judge call it firm, and by that count the game is lost.
static const char OPEN[] = "XX....XXOO.OO/.XX..XXOO.OOX/XOX..XOOO.OXX/OOXXXXOOXOOOX/"
                           ".OXOOOXXXXOXX/O.O..OOX.XX.X/XOOO.OXXX..X./XXXXOOXOXO..X/"
                           "..XO.OXOOX.../..XO.XO.OX.../..XO.O..OXXXX/.XXO....OXOXO/"
                           ".XOO....OOOOO";

static void test_no_pass_where_a_search_wins_what_the_count_calls_lost(void **state)
{
    (void)state;
    Engine *engine = engine_at(OPEN, "tromp-taylor", 15, 1);
    assert_int_equal(engine_play(engine, WHITE, picture_point("A12")), MOVE_OK);
    assert_int_not_equal(next_move(engine, BLACK), PASS);
    engine_delete(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_pass_while_points_decide),
        cmocka_unit_test(test_a_pass_ends_a_won_game),
        cmocka_unit_test(test_a_pass_ends_a_won_game_by_the_clock),
        cmocka_unit_test(test_a_settled_win_is_passed_first),
        cmocka_unit_test(test_dead_stones_are_captured_before_the_pass),
        cmocka_unit_test(test_white_captures_dead_stones_as_well),
        cmocka_unit_test(test_nothing_is_lost_where_dead_stones_are_removed),
        cmocka_unit_test(test_the_result_of_a_pass_is_without_dead_stones),
        cmocka_unit_test(test_an_empty_board_is_not_passed_away),
        cmocka_unit_test(test_own_eyes_are_never_filled),
        cmocka_unit_test(test_a_full_game_against_itself_ends),
        cmocka_unit_test(test_no_pass_where_a_search_wins_what_the_count_calls_lost),
    };
    return cmocka_run_group_tests_name("engine passes", tests, NULL, NULL);
}
