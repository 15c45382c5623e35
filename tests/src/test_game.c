// SPDX-License-Identifier: MIT
#include "game.h"

#include "picture.h"
#include "random_play.h"
#include "reference.h"

static Game new_game(const char *preset, int columns, int rows)
{
    Game game;
    assert_true(game_init(&game, rules_find(preset), 15, columns, rows));
    return game;
}

static void test_a_new_game(void **state)
{
    (void)state;
    Game game = new_game("cgos", 7, 5);
    assert_picture(&game.position, ". . . . . . ./. . . . . . ./. . . . . . ."
                                   "/. . . . . . ./. . . . . . .");
    assert_int_equal(game.position.to_play, BLACK);
    assert_int_equal(game.komi, 15);
    assert_string_equal(game.rules.name, "cgos");
    assert_int_equal(game.move_count, 0);
    assert_int_equal(game.history.length, 1);
    assert_int_equal(game.history.entries[0].circumstances,
                     LEFT_BY_NOBODY | BLACK_TO_PLAY);
    assert_false(game_is_over(&game));
    assert_false(game_undo(&game));
    game_free(&game);
}

static void test_a_move_is_recorded(void **state)
{
    (void)state;
    Game game = new_game("tromp-taylor", 3, 3);
    assert_int_equal(game_play(&game, BLACK, picture_point("A1")), MOVE_OK);
    assert_int_equal(game_play(&game, WHITE, picture_point("A2")), MOVE_OK);
    assert_int_equal(game_play(&game, WHITE, picture_point("B1")), MOVE_OK);
    assert_int_equal(game.move_count, 3);
    assert_int_equal(game.moves[2].point, picture_point("B1"));
    assert_int_equal(game.moves[2].color, WHITE);
    assert_int_equal(game.moves[2].captured, 1);
    assert_int_equal(game.captured[WHITE], 1);
    assert_int_equal(game.captured[BLACK], 0);
    assert_int_equal(game.position.to_play, BLACK);
    assert_int_equal(game.history.length, 4);
    assert_int_equal(game.history.entries[3].circumstances,
                     LEFT_BY_WHITE | BLACK_TO_PLAY);
    assert_picture(&game.position, ". . ./O . ./. O .");
    game_free(&game);
}

static void test_either_player_may_move(void **state)
{
    (void)state;
    Game game = new_game("tromp-taylor", 3, 1);
    assert_int_equal(game_play(&game, WHITE, picture_point("A1")), MOVE_OK);
    assert_int_equal(game_play(&game, WHITE, picture_point("C1")), MOVE_OK);
    assert_picture(&game.position, "O . O");
    assert_int_equal(game.position.to_play, BLACK);
    // Black would capture both; White would clear his own, and leave the first grid.
    assert_int_equal(game_check(&game, BLACK, picture_point("B1")), MOVE_OK);
    assert_int_equal(game_check(&game, WHITE, picture_point("B1")), MOVE_SUPERKO);
    assert_int_equal(game_check(&game, WHITE, PASS), MOVE_OK);
    game_free(&game);
}

static void test_two_passes_end_the_game(void **state)
{
    (void)state;
    Game game = new_game("tromp-taylor", 3, 3);
    assert_int_equal(game_play(&game, BLACK, PASS), MOVE_OK);
    assert_false(game_is_over(&game));
    assert_int_equal(game_play(&game, WHITE, picture_point("A1")), MOVE_OK);
    assert_int_equal(game_play(&game, BLACK, PASS), MOVE_OK);
    assert_false(game_is_over(&game));
    assert_int_equal(game_play(&game, WHITE, PASS), MOVE_OK);
    assert_true(game_is_over(&game));
    assert_true(game_undo(&game));
    assert_false(game_is_over(&game));
    assert_int_equal(game_play(&game, WHITE, PASS), MOVE_OK);
    for (int i = 0; i < 600; i++) { // more than a byte can count
        assert_int_equal(game_play(&game, (Color)game.position.to_play, PASS), MOVE_OK);
        assert_true(game_is_over(&game));
    }
    game_free(&game);
}

static void test_the_result_counts_area_and_komi(void **state)
{
    (void)state;
    Game game = new_game("tromp-taylor", 5, 5);
    game.komi = 0;
    assert_int_equal(game_result(&game), 0); // the empty board is a tie
    game.komi = 15;
    assert_int_equal(game_result(&game), -15);
    assert_int_equal(game_play(&game, BLACK, picture_point("C3")), MOVE_OK);
    assert_int_equal(game_result(&game), 2 * 25 - 15);
    assert_int_equal(game_play(&game, WHITE, picture_point("A1")), MOVE_OK);
    assert_int_equal(game_result(&game), 2 * (1 - 1) - 15);
    game_free(&game);
}

static void play_all(Game *game, const char *const turns[], int count)
{
    for (int i = 0; i < count; i++)
        assert_int_equal(
            game_play(game, (Color)game->position.to_play, picture_point(turns[i])),
            MOVE_OK);
}

static void test_a_territory_is_area_without_the_stones_placed(void **state)
{
    (void)state;
    static const char *const WALLS[] = {"B1", "D1", "B2", "D2", "B3", "D3", "B4", "D4",
                                        "B5", "D5", "C1", "C2", "C3", "C4", "C5"};
    static const char *const CAPTURE[] = {"A3", "A2", "pass", "A4"};
    Game game = new_game("chinese", 5, 5);
    game.komi = 1;
    play_all(&game, WALLS, 15);
    assert_int_equal(game_result(&game), 2 * (13 - 12) - 1);
    game.rules.territory = true;
    assert_int_equal(game_result(&game), 2 * (5 - 5) - 1);
    play_all(&game, CAPTURE, 4); // three points and a prisoner are left to Black
    assert_int_equal(game_result(&game), 2 * (4 - 5) - 1);
    assert_true(game_undo(&game));
    assert_int_equal(game_white_points(&game), 1 + 2 * (9 - 8));
    game_free(&game);
}

static void test_stones_that_were_set_up_are_placed_stones(void **state)
{
    (void)state;
    Game game = new_game("cgos", 9, 9);
    const Point handicap[] = {picture_point("C3"), picture_point("G7")};
    game.rules.territory = true;
    assert_int_equal(game_white_points(&game), 15);
    assert_true(game_place_handicap(&game, handicap, 2));
    assert_int_equal(game_white_points(&game), 15 + 2 * 2);
    assert_int_equal(game_play(&game, WHITE, picture_point("E5")), MOVE_OK);
    assert_int_equal(game_white_points(&game), 15 + 2 * 1);
    game_free(&game);
}

static void test_a_handicap_has_a_bonus(void **state)
{
    (void)state;
    static const struct {
        const char *rules;
        int bonus; // for three stones
    } CASES[] = {{"chinese", 3}, {"aga", 2}, {"new-zealand", 0}, {"tromp-taylor", 0}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Game game = new_game(CASES[i].rules, 9, 9);
        game.komi = 1;
        assert_int_equal(game_play(&game, BLACK, picture_point("C3")), MOVE_OK);
        assert_int_equal(game_white_points(&game), 1); // one stone is no handicap
        assert_int_equal(game_play(&game, WHITE, PASS), MOVE_OK);
        assert_int_equal(game_play(&game, BLACK, picture_point("G7")), MOVE_OK);
        assert_int_equal(game_play(&game, WHITE, PASS), MOVE_OK);
        assert_int_equal(game_play(&game, BLACK, picture_point("E5")), MOVE_OK);
        assert_int_equal(game_handicap(&game), 3);
        assert_int_equal(game_white_points(&game), 1 + 2 * CASES[i].bonus);
        assert_int_equal(game_play(&game, WHITE, picture_point("C7")), MOVE_OK);
        assert_int_equal(game_play(&game, BLACK, picture_point("G3")), MOVE_OK);
        assert_int_equal(game_white_points(&game), 1 + 2 * CASES[i].bonus);
        game_free(&game);
    }
}

static void test_the_first_pass_takes_the_button(void **state)
{
    (void)state;
    for (Color player = BLACK; player <= WHITE; player++) {
        Game game = new_game("aga-button", 5, 5);
        game_give_turn(&game, player);
        assert_int_equal(game_white_points(&game), 15);
        assert_true(game_has_button(&game));
        assert_int_equal(game_play(&game, player, PASS), MOVE_OK);
        assert_false(game_has_button(&game));
        assert_int_equal(game_white_points(&game), player == WHITE ? 16 : 14);
        assert_int_equal(game_play(&game, color_other(player), PASS), MOVE_OK);
        assert_int_equal(game_white_points(&game), player == WHITE ? 16 : 14);
        game_free(&game);
    }
}

// Three kos. Black can take two of them and White the third, so six moves lead back.
static const char TRIPLE_KO[] =
    ". . . . . . . . . . . ./. X O . . X O . . X O ./X O . O X . X O X O . O/"
    ". X O . . X O . . X O ./. . . . . . . . . . . .";

static Game triple_ko(const char *rules)
{
    Position pos = picture_position(TRIPLE_KO, BLACK);
    Game game = new_game(rules, pos.columns, pos.rows);
    assert_true(game_setup(&game, pos.stones, BLACK));
    return game;
}

static void test_a_position_three_times_is_no_result(void **state)
{
    (void)state;
    static const char *const CYCLE[] = {"C3", "F3", "L3", "B3", "G3", "K3"};
    Game game = triple_ko("japanese");
    play_all(&game, CYCLE, 6);
    assert_false(game_is_over(&game));
    play_all(&game, CYCLE, 6);
    assert_true(game_is_void(&game) && game_is_over(&game));
    assert_int_equal(game_result(&game), 0);
    assert_true(game_undo(&game));
    assert_false(game_is_over(&game));
    game_free(&game);
    game = triple_ko("chinese-kgs"); // superko ends the cycle
    play_all(&game, CYCLE, 5);
    assert_int_equal(game_check(&game, WHITE, picture_point("K3")), MOVE_SUPERKO);
    game_free(&game);
}

static void test_after_a_pass_positions_count_anew(void **state)
{
    (void)state;
    static const char *const CYCLE[] = {"C3", "F3", "L3", "B3", "G3", "K3"};
    static const char *const PASSES[] = {"pass", "pass"};
    Game game = triple_ko("japanese");
    play_all(&game, CYCLE, 6);
    play_all(&game, PASSES, 2);
    play_all(&game, CYCLE, 6);
    assert_false(game_is_void(&game));
    game_free(&game);
}

static void test_after_a_set_up_positions_count_anew(void **state)
{
    (void)state;
    static const char *const ROUND[] = {"A1", "B1", "A1", "B1", "A1", "B1"};
    Game game = new_game("japanese", 2, 1);
    for (int i = 0; i < 6; i++) {
        Bitboard stones[2] = {bitboard_empty(), bitboard_empty()};
        bitboard_add(&stones[i % 2], picture_point(ROUND[i]));
        assert_true(game_setup(&game, stones, BLACK));
        assert_false(game_is_void(&game));
        assert_int_equal(game_first_counted(&game), game.history.length - 1);
    }
    game_free(&game);
}

static void test_a_set_up_joins_the_history(void **state)
{
    (void)state;
    Game game = new_game("tromp-taylor", 3, 1);
    assert_int_equal(game_play(&game, BLACK, picture_point("A1")), MOVE_OK);
    assert_int_equal(game_play(&game, WHITE, picture_point("B1")), MOVE_OK);
    assert_int_equal(game.captured[WHITE], 1);
    const Bitboard stones[2] = {picture_points("C1"), picture_points("A1")};
    assert_true(game_setup(&game, stones, WHITE));
    assert_picture(&game.position, "O . X");
    assert_int_equal(game.position.to_play, WHITE);
    assert_int_equal(game.captured[WHITE], 0);
    assert_int_equal(game.move_count, 0);
    assert_int_equal(game.history.length, 4);
    assert_int_equal(game.history.entries[3].circumstances,
                     LEFT_BY_NOBODY | WHITE_TO_PLAY);
    assert_false(game_undo(&game));
    // What the game saw before the set-up stays forbidden, and so does the set-up.
    assert_int_equal(game_play(&game, WHITE, picture_point("B1")), MOVE_OK);
    assert_picture(&game.position, "O O .");
    assert_true(game_setup(&game, stones, BLACK));
    assert_int_equal(game_play(&game, BLACK, picture_point("B1")), MOVE_OK);
    assert_picture(&game.position, ". X X");
    assert_int_equal(game_check(&game, BLACK, picture_point("A1")), MOVE_SUPERKO);
    assert_int_equal(game_check(&game, WHITE, picture_point("A1")), MOVE_OK);
    game_free(&game);
}

static void test_the_turn_is_given(void **state)
{
    (void)state;
    Game game = new_game("aga", 4, 3);
    game_give_turn(&game, BLACK); // whose turn it is
    assert_int_equal(game.history.entries[0].circumstances,
                     LEFT_BY_NOBODY | BLACK_TO_PLAY);
    const char *moves[] = {"A2", "D2", "B3", "C3", "B1", "C1", "C2"};
    for (int i = 0; i < 7; i++)
        assert_int_equal(
            game_play(&game, i % 2 ? WHITE : BLACK, picture_point(moves[i])), MOVE_OK);
    assert_int_equal(game_play(&game, WHITE, picture_point("B2")), MOVE_OK);
    assert_int_equal(game.position.ko, picture_point("C2"));
    game_give_turn(&game, WHITE);
    assert_int_equal(game.position.to_play, WHITE);
    assert_int_equal(game.position.ko, NO_POINT);
    assert_int_equal(game.history.length, 9);
    assert_int_equal(game.history.entries[8].circumstances,
                     LEFT_BY_WHITE | WHITE_TO_PLAY);
    assert_int_equal(game.move_count, 8);
    assert_int_equal(game_play(&game, WHITE, PASS), MOVE_OK);
    assert_true(game_undo(&game)); // and it is White's turn again
    assert_int_equal(game.position.to_play, WHITE);
    assert_int_equal(game.position.ko, NO_POINT);
    assert_true(game_undo(&game)); // and nothing was ever given
    assert_int_equal(game.position.to_play, WHITE);
    assert_true(game_undo(&game));
    assert_int_equal(game.position.to_play, BLACK);
    game_free(&game);
}

static void test_handicap_stones(void **state)
{
    (void)state;
    Game game = new_game("aga", 9, 9);
    const Point points[] = {picture_point("C3"), picture_point("G7")};
    assert_true(game_place_handicap(&game, points, 2));
    assert_points(game.position.stones[BLACK], "C3 G7");
    assert_points(game.position.stones[WHITE], "");
    assert_int_equal(game.position.to_play, WHITE);
    assert_int_equal(game.handicap, 2);
    assert_false(game_undo(&game));
    assert_false(game_place_handicap(&game, points, 2)); // the board is not empty
    game_clear(&game);
    assert_int_equal(game.handicap, 0);
    assert_int_equal(game_play(&game, BLACK, PASS), MOVE_OK);
    assert_false(game_place_handicap(&game, points, 2)); // the game has begun
    assert_true(game_undo(&game));
    assert_true(game_place_handicap(&game, points, 1));
    game_free(&game);
}

// A copy goes its own way, however long either game is.
static void test_a_copy_is_a_game_of_its_own(void **state)
{
    (void)state;
    Game game = new_game("aga", 9, 7), copy = {0};
    Rng rng = rng_seeded(3, 0);
    for (int turns = 0; turns < 600; turns += 150) {
        random_turns(&game, turns, &rng);
        assert_true(game_copy(&copy, &game));
        assert_int_equal(copy.rules.ko, game.rules.ko);
        assert_int_equal(copy.komi, game.komi);
        assert_memory_equal(&copy.position, &game.position, sizeof game.position);
        assert_int_equal(copy.history.length, game.history.length);
        assert_int_equal(copy.move_count, game.move_count);
        Position before = game.position;
        int moves = game.move_count;
        while (game_undo(&copy))
            ;
        assert_int_equal(copy.position.empty_count, 63);
        assert_int_equal(game.move_count, moves);
        assert_memory_equal(&before, &game.position, sizeof before);
        while (game_undo(&game))
            ;
        assert_memory_equal(&copy.position, &game.position, sizeof game.position);
    }
    Game other = new_game("chinese", 2, 2); // a copy may be of a shorter game, too
    assert_true(game_copy(&copy, &other));
    assert_int_equal(copy.position.columns, 2);
    game_free(&other);
    game_free(&copy);
    game_free(&game);
}

static void test_clear_and_resize_begin_again(void **state)
{
    (void)state;
    Game game = new_game("aga", 5, 4);
    assert_int_equal(game_play(&game, BLACK, picture_point("A1")), MOVE_OK);
    game_clear(&game);
    assert_picture(&game.position, ". . . . ./. . . . ./. . . . ./. . . . .");
    assert_int_equal(game.history.length, 1);
    assert_int_equal(game.move_count, 0);
    assert_int_equal(game.position.to_play, BLACK);
    assert_int_equal(game_play(&game, BLACK, picture_point("A1")), MOVE_OK);
    game_resize(&game, 1, 19);
    assert_int_equal(game.position.columns, 1);
    assert_int_equal(game.position.rows, 19);
    assert_int_equal(game.position.empty_count, 19);
    assert_int_equal(game.komi, 15);
    assert_string_equal(game.rules.name, "aga");
    assert_false(game_undo(&game));
    assert_int_equal(game_play(&game, BLACK, picture_point("A19")), MOVE_OK);
    game_free(&game);
}

// How many complete games, ended by two passes in a row, does 1x1 have?
static int count_games(Game *game)
{
    if (game_is_over(game))
        return 1;
    int count = 0;
    const Point turns[] = {PASS, picture_point("A1")};
    for (int i = 0; i < 2; i++)
        if (game_play(game, (Color)game->position.to_play, turns[i]) == MOVE_OK) {
            count += count_games(game);
            assert_true(game_undo(game));
        }
    return count;
}

static int count_reference_games(Reference *game)
{
    if (reference_is_over(game))
        return 1;
    char player = reference_now(game)->to_play;
    reference_pass(game, player);
    int count = count_reference_games(game);
    reference_undo(game);
    if (reference_is_legal(game, player, 0, 0)) {
        reference_play(game, player, 0, 0);
        count += count_reference_games(game);
        reference_undo(game);
    }
    return count;
}

static void test_all_games_on_one_point(void **state)
{
    (void)state;
    // A move (M) clears itself and leaves the empty grid, the only one. Positional: it
    // is never legal, so PP is the only game. Situational: it may not leave Black to
    // play as in the beginning, nor twice White: PP, MPP. The rule of 1995: each player
    // may move unless he has turned before: PP, MPP, PMPP, MMPP.
    static const struct {
        const char *preset;
        ReferenceKo ko;
        bool suicide;
        int games;
    } CASES[] = {{"tromp-taylor", REFERENCE_POSITIONAL, true, 1},
                 {"new-zealand", REFERENCE_SITUATIONAL, true, 2},
                 {"tromp-taylor-1995", REFERENCE_SAME_PLAYER, true, 4},
                 {"aga", REFERENCE_SITUATIONAL, false, 1},
                 {"cgos", REFERENCE_POSITIONAL, false, 1}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        Game game = new_game(CASES[i].preset, 1, 1);
        assert_int_equal(count_games(&game), CASES[i].games);
        game_free(&game);
        Reference reference;
        reference_init(&reference, 1, 1);
        reference.ko = CASES[i].ko;
        reference.suicide = CASES[i].suicide;
        assert_int_equal(count_reference_games(&reference), CASES[i].games);
        reference_free(&reference);
    }
}

static void test_perft_of_the_first_depths(void **state)
{
    (void)state;
    Game game = new_game("tromp-taylor", 2, 2);
    static const uint64_t EXPECTED[] = {1, 5, 21, 68, 156, 316, 604};
    for (int depth = 0; depth <= 6; depth++)
        assert_int_equal(game_perft(&game, depth), EXPECTED[depth]);
    game_free(&game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_new_game),
        cmocka_unit_test(test_a_move_is_recorded),
        cmocka_unit_test(test_either_player_may_move),
        cmocka_unit_test(test_two_passes_end_the_game),
        cmocka_unit_test(test_the_result_counts_area_and_komi),
        cmocka_unit_test(test_a_territory_is_area_without_the_stones_placed),
        cmocka_unit_test(test_stones_that_were_set_up_are_placed_stones),
        cmocka_unit_test(test_a_handicap_has_a_bonus),
        cmocka_unit_test(test_the_first_pass_takes_the_button),
        cmocka_unit_test(test_a_position_three_times_is_no_result),
        cmocka_unit_test(test_after_a_pass_positions_count_anew),
        cmocka_unit_test(test_after_a_set_up_positions_count_anew),
        cmocka_unit_test(test_a_set_up_joins_the_history),
        cmocka_unit_test(test_the_turn_is_given),
        cmocka_unit_test(test_handicap_stones),
        cmocka_unit_test(test_a_copy_is_a_game_of_its_own),
        cmocka_unit_test(test_clear_and_resize_begin_again),
        cmocka_unit_test(test_all_games_on_one_point),
        cmocka_unit_test(test_perft_of_the_first_depths),
    };
    return cmocka_run_group_tests_name("game", tests, NULL, NULL);
}
