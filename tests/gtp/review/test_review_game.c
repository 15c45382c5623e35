// SPDX-License-Identifier: MIT
//
// The turns of records, and by what rules they are reviewed.
#include "review_game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "picture.h"

static const ReviewRules OF_RECORD = {.has_rules = false};

// Reads a record that is right. The caller frees the game.
static ReviewGame read_game(const char *record)
{
    ReviewGame game;
    SgfReport report;
    assert_true(review_game_read(&game, record, strlen(record), &OF_RECORD, &report));
    assert_null(report.error.text);
    return game;
}

// The position after a turn.
static Position position_after(const ReviewGame *review, int turn)
{
    Game game = {.komi = 0};
    assert_true(review_game_begin(review, &game));
    for (int i = 0; i <= turn; i++)
        assert_true(review_game_play(review, i, &game));
    Position pos = game.position;
    game_free(&game);
    return pos;
}

static void expect_position(const ReviewGame *review, int turn, const char *picture,
                            Color to_play)
{
    Position pos = position_after(review, turn);
    assert_picture(&pos, picture);
    assert_int_equal(pos.to_play, to_play);
}

static void test_each_move_is_a_turn(void **state)
{
    (void)state;
    ReviewGame game = read_game("(;SZ[3]KM[0];B[bb];W[ab];B[])");
    assert_int_equal(game.turn_count, 4);
    assert_int_equal(game.move_count, 3);
    assert_false(game.turns[0].is_move);
    assert_int_equal(game.turns[3].point, PASS);
    assert_int_equal(game.turns[3].number, 3);
    expect_position(&game, 0, ". . ./. . ./. . .", BLACK);
    expect_position(&game, 2, ". . ./O X ./. . .", BLACK);
    expect_position(&game, 3, ". . ./O X ./. . .", WHITE);
    review_game_free(&game);
}

static void test_the_beginning_has_the_stones_of_a_handicap(void **state)
{
    (void)state;
    ReviewGame game = read_game("(;SZ[3]HA[2]AB[aa][cc];W[bb])");
    assert_int_equal(game.turn_count, 2);
    expect_position(&game, 0, "X . ./. . ./. . X", WHITE);
    assert_int_equal(game.komi, 1); // half points
    review_game_free(&game);
}

static void test_white_may_move_first(void **state)
{
    (void)state;
    ReviewGame game = read_game("(;SZ[3];W[bb])");
    assert_int_equal(game.turn_count, 2);
    expect_position(&game, 0, ". . ./. . ./. . .", WHITE);
    expect_position(&game, 1, ". . ./. O ./. . .", BLACK);
    review_game_free(&game);
}

static void test_a_player_who_moves_again_gets_the_turn_first(void **state)
{
    (void)state;
    ReviewGame game = read_game("(;SZ[3];B[bb];B[ab];W[cb])");
    assert_int_equal(game.turn_count, 5);
    assert_false(game.turns[2].is_move);
    expect_position(&game, 1, ". . ./. X ./. . .", WHITE);
    expect_position(&game, 2, ". . ./. X ./. . .", BLACK);
    expect_position(&game, 4, ". . ./X X O/. . .", BLACK);
    review_game_free(&game);
}

static void test_stones_may_be_set_in_the_middle(void **state)
{
    (void)state;
    ReviewGame game = read_game("(;SZ[3];B[bb];AW[aa]AE[bb];B[ca])");
    assert_int_equal(game.turn_count, 4);
    expect_position(&game, 1, ". . ./. X ./. . .", WHITE);
    expect_position(&game, 2, "O . ./. . ./. . .", BLACK);
    expect_position(&game, 3, "O . X/. . ./. . .", WHITE);
    review_game_free(&game);
}

static void test_a_move_onto_a_stone_replaces_it(void **state)
{
    (void)state;
    ReviewGame game = read_game("(;SZ[3];B[bb];W[bb])");
    int last = game.turn_count - 1;
    expect_position(&game, last, ". . ./. O ./. . .", BLACK);
    expect_position(&game, last - 1, ". . ./. . ./. . .", WHITE);
    review_game_free(&game);
}

static void test_turns_before_a_fault_are_read(void **state)
{
    (void)state;
    static const char RECORD[] = "(;SZ[3];B[bb];W[ab]\n;B[zz];W[cc])";
    ReviewGame game;
    SgfReport report;
    assert_true(review_game_read(&game, RECORD, strlen(RECORD), &OF_RECORD, &report));
    assert_int_equal(game.move_count, 2);
    assert_int_equal(report.error.line, 2);
    assert_string_equal(report.error.text, "move off the board");
    review_game_free(&game);
}

static void test_what_is_no_record_has_no_turns(void **state)
{
    (void)state;
    static const char *const RECORDS[] = {"", "hello", "(;GM[2];B[aa])", "(;SZ[20])"};
    for (size_t i = 0; i < sizeof RECORDS / sizeof RECORDS[0]; i++) {
        ReviewGame game;
        SgfReport report;
        assert_false(review_game_read(&game, RECORDS[i], strlen(RECORDS[i]), &OF_RECORD,
                                      &report));
        assert_non_null(report.error.text);
        review_game_free(&game);
    }
}

static void test_a_record_without_moves_has_one_position(void **state)
{
    (void)state;
    ReviewGame game = read_game("(;SZ[2:3])");
    assert_int_equal(game.turn_count, 1);
    assert_int_equal(game.columns, 2);
    assert_int_equal(game.rows, 3);
    review_game_free(&game);
}

static void test_a_turn_knows_its_node(void **state)
{
    (void)state;
    static const char RECORD[] = "(;SZ[3](;C[x]);B[bb](;W[ab])(;W[cc]))";
    ReviewGame game = read_game(RECORD);
    assert_int_equal(game.move_count, 2);
    assert_memory_equal(RECORD + game.turns[1].node, ";B[bb]", 6);
    assert_memory_equal(RECORD + game.turns[2].node, ";W[ab]", 6);
    review_game_free(&game);
}

static void test_rules_and_komi_are_those_of_the_record(void **state)
{
    (void)state;
    static const struct {
        const char *record, *rules;
        int komi;
    } CASES[] = {
        {"(;SZ[5]RU[Japanese]KM[6.5])", "japanese", 13},
        {"(;SZ[5]RU[Japanese])", "japanese", 13},
        {"(;SZ[5]RU[Chinese]KM[7])", "chinese", 14},
        {"(;SZ[5]RU[AGA]KM[0.5])", "aga", 1},
        {"(;SZ[5]RU[NZ]KM[7])", "new-zealand", 14},
        {"(;SZ[5]KM[5.5])", "japanese", 11},
        {"(;SZ[5]KM[7.5])", "chinese", 15},
        {"(;SZ[5])", "chinese", 15},
        {"(;SZ[5]RU[of the house]KM[6.5])", "japanese", 13},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        ReviewGame game = read_game(CASES[i].record);
        assert_string_equal(game.rules.name, CASES[i].rules);
        assert_int_equal(game.komi, CASES[i].komi);
        review_game_free(&game);
    }
}

static void test_the_user_may_choose_rules_and_komi(void **state)
{
    (void)state;
    static const char RECORD[] = "(;SZ[5]RU[Japanese]KM[6.5])";
    const ReviewRules rules = {.has_rules = true,
                               .has_komi = true,
                               .rules = *rules_find("chinese"),
                               .komi = 15};
    ReviewGame game;
    SgfReport report;
    assert_true(review_game_read(&game, RECORD, strlen(RECORD), &rules, &report));
    assert_string_equal(game.rules.name, "chinese");
    assert_int_equal(game.komi, 15);
    review_game_free(&game);
}

static void test_names_become_utf8(void **state)
{
    (void)state;
    static const struct {
        const char *record, *name;
    } CASES[] = {
        {"(;SZ[5]PB[Jos\xc3\xa9])", "Jos\xc3\xa9"},
        {"(;SZ[5]PB[Jos\xe9])", "Jos\xc3\xa9"},
        {"(;SZ[5]CA[ISO-8859-1]PB[Jos\xe9])", "Jos\xc3\xa9"},
        {"(;SZ[5]PB[two\nlines])", "two lines"},
        {"(;SZ[5]PB[brackets \\] and \\\\])", "brackets ] and \\"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        ReviewGame game = read_game(CASES[i].record);
        assert_string_equal(game.facts.names[BLACK], CASES[i].name);
        review_game_free(&game);
    }
}

static void test_a_long_name_is_cut_between_characters(void **state)
{
    (void)state;
    char record[256] = "(;SZ[5]PB[x";
    for (int i = 0; i < 60; i++)
        strcat(record, "\xc3\xa9");
    strcat(record, "])");
    ReviewGame game = read_game(record);
    size_t length = strlen(game.facts.names[BLACK]);
    assert_true(length > 50 && length % 2 == 1);
    review_game_free(&game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_move_is_a_turn),
        cmocka_unit_test(test_the_beginning_has_the_stones_of_a_handicap),
        cmocka_unit_test(test_white_may_move_first),
        cmocka_unit_test(test_a_player_who_moves_again_gets_the_turn_first),
        cmocka_unit_test(test_stones_may_be_set_in_the_middle),
        cmocka_unit_test(test_a_move_onto_a_stone_replaces_it),
        cmocka_unit_test(test_turns_before_a_fault_are_read),
        cmocka_unit_test(test_what_is_no_record_has_no_turns),
        cmocka_unit_test(test_a_record_without_moves_has_one_position),
        cmocka_unit_test(test_a_turn_knows_its_node),
        cmocka_unit_test(test_rules_and_komi_are_those_of_the_record),
        cmocka_unit_test(test_the_user_may_choose_rules_and_komi),
        cmocka_unit_test(test_names_become_utf8),
        cmocka_unit_test(test_a_long_name_is_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
