// SPDX-License-Identifier: MIT
#include "board_style.h"

#include <string.h>

#include "picture.h"

static const TerminalTraits COLORFUL = {
    .is_terminal = true, .term = "xterm-256color", .locale = "en_US.UTF-8"};

static bool has_colors(TerminalTraits traits)
{
    return board_style_find(&traits) != &DIAGRAM_PLAIN;
}

static bool has_letters(TerminalTraits traits)
{
    return board_style_has_letters(board_style_find(&traits));
}

static void test_round_stones_are_no_letters(void **state)
{
    (void)state;
    TerminalTraits traits = COLORFUL;
    assert_false(has_letters(traits));
    traits.locale = "ja_JP.UTF-8";
    assert_true(has_letters(traits));
    traits.locale = "C";
    assert_true(has_letters(traits));
    traits = COLORFUL;
    traits.no_color = "1";
    assert_true(has_letters(traits));
}

static void test_colors_only_where_they_are_wanted(void **state)
{
    (void)state;
    TerminalTraits traits = COLORFUL;
    assert_true(has_colors(traits));
    traits.no_color = "";
    assert_true(has_colors(traits));
    traits.no_color = "0"; // any value counts
    assert_false(has_colors(traits));
    traits = COLORFUL;
    traits.is_terminal = false;
    assert_false(has_colors(traits));
    traits = COLORFUL;
    traits.term = "dumb";
    assert_false(has_colors(traits));
    assert_false(terminal_is_smart(&traits));
    traits.term = "";
    assert_false(has_colors(traits));
    traits.term = NULL;
    assert_false(has_colors(traits));
}

static void test_colors_as_far_as_is_known(void **state)
{
    (void)state;
    TerminalTraits traits = COLORFUL;
    traits.term = "xterm";
    assert_false(has_colors(traits)); // nobody says so
    traits.colorterm = "";
    assert_false(has_colors(traits));
    traits.colorterm = "truecolor";
    assert_true(has_colors(traits));
    traits.entry.colors = KNOWN_NO;
    assert_false(has_colors(traits));
    traits.term = "xterm-256color";
    assert_false(has_colors(traits));
    traits.entry.colors = KNOWN_YES;
    traits.term = "xterm";
    traits.colorterm = NULL;
    assert_true(has_colors(traits));
    traits.no_color = "1";
    assert_false(has_colors(traits));
}

static void test_a_line_is_taken_back_unless_that_is_known_to_fail(void **state)
{
    (void)state;
    TerminalTraits traits = COLORFUL;
    assert_true(terminal_can_erase(&traits));
    traits.entry.erases = KNOWN_YES;
    assert_true(terminal_can_erase(&traits));
    traits.entry.erases = KNOWN_NO;
    assert_false(terminal_can_erase(&traits));
    traits.entry.erases = KNOWN_YES;
    traits.term = "dumb";
    assert_false(terminal_can_erase(&traits));
}

static bool has_round_stones(const char *locale)
{
    TerminalTraits traits = COLORFUL;
    traits.locale = locale;
    const DiagramStyle *style = board_style_find(&traits);
    bool round = strstr(style->stone[BLACK], "\u25cf") != NULL;
    assert_int_equal(strstr(style->stone[WHITE], "\u25cf") != NULL, round);
    assert_int_equal(strchr(style->stone[WHITE], 'O') == NULL, round);
    return round;
}

static void test_round_stones_only_where_they_are_known(void **state)
{
    (void)state;
    assert_true(has_round_stones("de_DE.UTF-8"));
    assert_true(has_round_stones("C.utf8"));
    assert_false(has_round_stones("de_DE.ISO-8859-1"));
    assert_false(has_round_stones("C"));
    assert_false(has_round_stones(NULL));
    assert_false(has_round_stones("ja_JP.UTF-8"));
    assert_false(has_round_stones("zh_TW.UTF-8"));
}

// What is left of a text without its escape sequences and with round stones as `@`.
static void strip(const char *bytes, char *plain)
{
    while (*bytes != '\0') {
        if (*bytes == '\033') {
            bytes += strcspn(bytes, "m") + 1;
        } else if ((unsigned char)*bytes >= 0x80) {
            *plain++ = (unsigned char)*bytes == 0xc2 ? '.' : '@';
            bytes += (unsigned char)*bytes == 0xc2 ? 2 : 3;
        } else {
            *plain++ = *bytes++;
        }
    }
    *plain = '\0';
}

static void test_a_board_in_colors_keeps_its_columns(void **state)
{
    (void)state;
    char bytes[4096], plain[4096];
    Text text = text_over(bytes, sizeof bytes);
    Position pos = picture_position("X O ./. X ./. . .", BLACK);
    DiagramMarks marks = {.last = picture_point("B2"), .owned = {picture_points("A1")}};
    diagram_draw(&pos, &marks, board_style_find(&COLORFUL), &text);
    strip(bytes, plain);
    assert_string_equal(plain, "   A B C\n"
                               " 3 @ @ .  3\n"
                               " 2 .(@).  2\n"
                               " 1 x . .  1\n"
                               "   A B C\n");
    // No color is left switched on behind a row.
    int rows = 0;
    for (const char *row = bytes; (row = strstr(row, "\033[48;")) != NULL; rows++) {
        row += strcspn(row, "\n");
        assert_memory_equal(row - 6, "\033[0m", 4);
    }
    assert_int_equal(rows, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_stones_are_no_letters),
        cmocka_unit_test(test_colors_only_where_they_are_wanted),
        cmocka_unit_test(test_colors_as_far_as_is_known),
        cmocka_unit_test(test_a_line_is_taken_back_unless_that_is_known_to_fail),
        cmocka_unit_test(test_round_stones_only_where_they_are_known),
        cmocka_unit_test(test_a_board_in_colors_keeps_its_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
