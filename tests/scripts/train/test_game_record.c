// SPDX-License-Identifier: MIT
#include "game_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record_fixture.h"
#include "rng.h"

static void assert_refused(const char *line, RecordError expected)
{
    GameRecord *record = malloc(sizeof *record);
    assert_non_null(record);
    RecordError error = record_read(line, record);
    if (error != expected)
        fail_msg("%s: read as '%s'", line, record_error_text(error));
    free(record);
}

static void test_a_line_is_read(void **state)
{
    (void)state;
    GameRecord *record = read_line("9 6.5 0 W+3.5 5p c2550 eeaaiatt\n");
    assert_int_equal(record->size, 9);
    assert_true(record->komi_known);
    assert_int_equal(record->komi, 13);
    assert_true(record->outcome_known);
    assert_int_equal(record->outcome, -1);
    assert_true(record->score_known);
    assert_int_equal(record->score, -7);
    assert_int_equal(record->rank[BLACK], RANK_PROFESSIONAL);
    assert_int_equal(record->rank[WHITE], RANK_UNKNOWN);
    assert_int_equal(record->move_count, 4);
    const char *moves[] = {"E5", "A9", "J9", "pass"};
    for (int i = 0; i < 4; i++)
        assert_int_equal(record->moves[i], picture_point(moves[i]));
    free(record);
}

static void assert_result(const char *result, int outcome, bool known, bool score_known)
{
    char line[64];
    snprintf(line, sizeof line, "9 ? 0 %s - - ", result);
    GameRecord *record = read_line(line);
    assert_false(record->komi_known);
    assert_int_equal(record->outcome, outcome);
    assert_int_equal(record->outcome_known, known);
    assert_int_equal(record->score_known, score_known);
    free(record);
}

static void test_results(void **state)
{
    (void)state;
    assert_result("B+R", 1, true, false);
    assert_result("W+?", -1, true, false);
    assert_result("W+T", -1, false, false);
    assert_result("B+12", 1, true, true);
    assert_result("0", 0, true, true);
    assert_result("?", 0, false, false);
}

static void test_damaged_lines_are_refused(void **state)
{
    (void)state;
    assert_refused("", RECORD_BAD_FIELDS);
    assert_refused("9 7 0 B+R - -", RECORD_BAD_FIELDS);
    assert_refused("9 7 0 B+R - - eeff gg", RECORD_BAD_FIELDS);
    assert_refused("9 7 0 B+R - - ee 1 2 ee1 a b", RECORD_BAD_FIELDS);
    assert_refused("9  7 0 B+R - - ee", RECORD_BAD_FIELDS);
    assert_refused("20 7 0 B+R - - ee", RECORD_BAD_SIZE);
    assert_refused("1 7 0 B+R - - tt", RECORD_BAD_SIZE);
    assert_refused("x 7 0 B+R - - ee", RECORD_BAD_SIZE);
    assert_refused("9 seven 0 B+R - - ee", RECORD_BAD_KOMI);
    assert_refused("9 7x 0 B+R - - ee", RECORD_BAD_KOMI);
    assert_refused("9 nan 0 B+R - - ee", RECORD_BAD_KOMI);
    assert_refused("9 99999 0 B+R - - ee", RECORD_BAD_KOMI);
    assert_refused("9 7 two B+R - - eeff", RECORD_BAD_HANDICAP);
    assert_refused("9 7 3 B+R - - eeff", RECORD_BAD_HANDICAP);
    assert_refused("9 7 2 B+R - - eett", RECORD_BAD_HANDICAP);
    assert_refused("9 7 0 black - - ee", RECORD_BAD_RESULT);
    assert_refused("9 7 0 B+ - - ee", RECORD_BAD_RESULT);
    assert_refused("9 7 0 B+-3 - - ee", RECORD_BAD_RESULT);
    assert_refused("9 7 0 X+3 - - ee", RECORD_BAD_RESULT);
    assert_refused("9 7 0 B+R - - eef", RECORD_BAD_MOVES);
    assert_refused("9 7 0 B+R - - eej1", RECORD_BAD_MOVES);
    assert_refused("9 7 0 B+R - - eeja", RECORD_BAD_MOVES);
    char *line = malloc(10000);
    assert_non_null(line);
    strcpy(line, "9 7 0 B+R - - ");
    for (int i = 0; i <= RECORD_MOVES_MAX; i++)
        strcpy(line + 14 + 2 * i, "tt");
    assert_refused(line, RECORD_TOO_LONG);
    free(line);
}

static void test_an_opinion_is_read(void **state)
{
    (void)state;
    GameRecord *record = read_line(OPINION);
    assert_true(record->labelled);
    assert_int_equal(record->opinion.win, 6500);
    assert_int_equal(record->opinion.lead, -3 * OPINION_POINT / 2);
    assert_int_equal(record->opinion.move_count, 3);
    const char *moves[] = {"A2", "pass", "B2"};
    const int chances[] = {5000, 250, 1};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(record->opinion.moves[i], picture_point(moves[i]));
        assert_int_equal(record->opinion.chances[i], chances[i]);
    }
    const char *points[] = {"A2", "B2", "A1", "B1"};
    const int owners[] = {-10000, 0, 10000, 9000};
    for (int i = 0; i < 4; i++)
        assert_int_equal(record->opinion.owner[picture_point(points[i])], owners[i]);
    free(record);
    record = read_line(SHORT_GAME);
    assert_false(record->labelled);
    free(record);
}

static void test_damaged_opinions_are_refused(void **state)
{
    (void)state;
    const char *opinions[] = {
        "10001 0 aa1 akut", "x 0 aa1 akut",     "1 0.5 aa1 akut",  "1 --1 aa1 akut",
        "1 9999 aa1 akut",  "1 0 aa akut",      "1 0 aa0 akut",    "1 0 ,aa1 akut",
        "1 0 ca1 akut",     "1 0 aa10001 akut", "1 0 aa1,tt akut", "1 0 aa1 aku",
        "1 0 aa1 akutt",    "1 0 aa1 akuv",     "1 0 aa1 ",        "1 0 aa1 ak-t"};
    char line[96];
    for (size_t i = 0; i < sizeof opinions / sizeof *opinions; i++) {
        snprintf(line, sizeof line, "2 7.5 0 ? - - bbtt %s", opinions[i]);
        assert_refused(line, RECORD_BAD_OPINION);
    }
}

static void test_one_game_in_fifty_is_held_out(void **state)
{
    (void)state;
    char line[64], ended[80];
    int held_out = 0;
    for (int i = 0; i < 5000; i++) {
        snprintf(line, sizeof line, "9 7 0 B+%d - - ee", i);
        snprintf(ended, sizeof ended, "%s\n", line);
        held_out += record_is_held_out(line);
        assert_int_equal(record_is_held_out(line), record_is_held_out(ended));
    }
    assert_in_range(held_out, 60, 140);
}

// A line about the position after some moves of a game. Of the opinion it does not
// matter here whether it is right.
static void label_moves(char *line, size_t size, const char *moves, int count)
{
    snprintf(line, size, "9 7.5 0 ? - - %.*s %d 3 ee9000,dd1000 k", 2 * count, moves,
             4000 + count);
}

static void test_positions_of_a_game_are_held_out_together(void **state)
{
    (void)state;
    int held_out = 0;
    Rng rng = rng_seeded(5, 0);
    for (int game = 0; game < 2000; game++) {
        char moves[2 * 40 + 1] = "", line[256], later[256];
        for (int i = 0; i < 80; i++)
            moves[i] = (char)('a' + rng_below(&rng, 9));
        label_moves(line, sizeof line, moves, 16);
        held_out += record_is_held_out(line);
        for (int count = 17; count <= 40; count++) {
            label_moves(later, sizeof later, moves, count);
            assert_int_equal(record_is_held_out(later), record_is_held_out(line));
        }
    }
    assert_in_range(held_out, 15, 70);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_line_is_read),
        cmocka_unit_test(test_results),
        cmocka_unit_test(test_damaged_lines_are_refused),
        cmocka_unit_test(test_an_opinion_is_read),
        cmocka_unit_test(test_damaged_opinions_are_refused),
        cmocka_unit_test(test_one_game_in_fifty_is_held_out),
        cmocka_unit_test(test_positions_of_a_game_are_held_out_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
