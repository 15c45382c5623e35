// SPDX-License-Identifier: MIT
#include "ladder.h"

#include "picture.h"

static void assert_caught(const char *picture, Color to_play, const char *stone,
                          bool expected)
{
    Position pos = picture_position(picture, to_play), before = pos;
    if (ladder_is_caught(&pos, picture_point(stone)) != expected)
        fail_msg("%s: %s should %sbe caught", picture, stone, expected ? "" : "not ");
    assert_memory_equal(&pos, &before, sizeof pos);
}

static void test_a_ladder_runs_to_the_edge(void **state)
{
    (void)state;
    const char *open = "........./.XXX...../.XO....../..X....../........./........./"
                       "........./........./.........";
    assert_caught(open, WHITE, "C7", true);
    assert_caught(open, BLACK, "C7", true);
}

static void test_a_breaker_helps(void **state)
{
    (void)state;
    assert_caught("........./.XXX...../.XO....../..X....../........./........./"
                  "......O../........./.........",
                  WHITE, "C7", false);
    // Not on its way.
    assert_caught("........./.XXX...../.XO....../..X....../........./........./"
                  ".O......./........./.........",
                  WHITE, "C7", true);
    // A stone of the catcher on the way does no harm.
    assert_caught("........./.XXX...../.XO....../..X....../........./........./"
                  "......X../........./.........",
                  WHITE, "C7", true);
}

static void test_two_liberties_are_enough_only_for_the_owner(void **state)
{
    (void)state;
    const char *two = "........./.XX....../.XO....../..X....../........./........./"
                      "........./........./.........";
    assert_caught(two, WHITE, "C7", false);
    assert_caught("........./..XX...../.XO....../..X....../........./........./"
                  "........./........./.........",
                  BLACK, "C7", true);
    // Three are never a ladder.
    assert_caught("........./..X....../.XO....../........./........./........./"
                  "........./........./.........",
                  BLACK, "C7", false);
}

static void test_a_capture_breaks_out(void **state)
{
    (void)state;
    // With E8 the stone that has to stop White at E7 can be captured.
    assert_caught("...O...../.XXXO..../.XO....../..X....../........./........./"
                  "........./........./.........",
                  WHITE, "C7", false);
    assert_caught("........./..XO...../..OX...../..XO...../...O...../........./"
                  "........./........./.........",
                  WHITE, "C7", false); // D7 is captured at E7
}

static void test_at_the_edge(void **state)
{
    (void)state;
    assert_caught("...../...../...../.X.../XO...", WHITE, "B1", false);
    assert_caught("...../...../...../.XX../XO...", WHITE, "B1", true);
    assert_caught("...../...../...O./.XX../XO...", WHITE, "B1", true);
    assert_caught("...../...../...../.XXO./XO...", WHITE, "B1", true);
    assert_caught("...O./...O./...O./.XXO./XO.O.", WHITE, "B1", false);
}

static void test_a_first_move_can_be_asked_about(void **state)
{
    (void)state;
    Position pos = picture_position("........./..X....../.XO....../..X....../"
                                    "........./........./........./........./"
                                    ".........",
                                    BLACK);
    // One liberty: nothing to be asked of the opponent but the capture.
    assert_true(ladder_is_caught_after(&pos, picture_point("C7"), picture_point("D7")));
    pos = picture_position("........./.XX....../.XO....../.XX....../.XO....../"
                           ".XX....../........./........./.........",
                           WHITE);
    assert_false(
        ladder_is_caught_after(&pos, picture_point("C7"), picture_point("D7")));
    pos = picture_position("........./..XX...../.XO....../........./........./"
                           "........./........./........./.........",
                           BLACK);
    // From the one side it works, from the other it does not.
    assert_true(ladder_is_caught_after(&pos, picture_point("C7"), picture_point("C6")));
    assert_false(
        ladder_is_caught_after(&pos, picture_point("C7"), picture_point("D7")));
    assert_false( // occupied
        ladder_is_caught_after(&pos, picture_point("C7"), picture_point("C8")));
}

static void test_long_ladders_across_a_big_board(void **state)
{
    (void)state;
    Position pos;
    position_init(&pos, 19, 19);
    Bitboard stones[2] = {picture_points("C18 D18 B17 C16"), picture_points("C17")};
    assert_true(position_setup(&pos, stones, WHITE));
    assert_true(ladder_is_caught(&pos, picture_point("C17")));
    bitboard_add(&stones[WHITE], picture_point("Q4"));
    assert_true(position_setup(&pos, stones, WHITE));
    assert_false(ladder_is_caught(&pos, picture_point("C17")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_ladder_runs_to_the_edge),
        cmocka_unit_test(test_a_breaker_helps),
        cmocka_unit_test(test_two_liberties_are_enough_only_for_the_owner),
        cmocka_unit_test(test_a_capture_breaks_out),
        cmocka_unit_test(test_at_the_edge),
        cmocka_unit_test(test_a_first_move_can_be_asked_about),
        cmocka_unit_test(test_long_ladders_across_a_big_board),
    };
    return cmocka_run_group_tests_name("ladder", tests, NULL, NULL);
}
