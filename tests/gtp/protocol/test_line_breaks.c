// SPDX-License-Identifier: MIT
#include "line_breaks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void assert_broken(const char *string, int columns, const char *wanted)
{
    char bytes[1024];
    Text text = text_over(bytes, sizeof bytes);
    line_breaks_add(string, columns, &text);
    assert_false(text.truncated);
    assert_string_equal(text.bytes, wanted);
}

static void test_lines_are_broken_between_words(void **state)
{
    (void)state;
    assert_broken("one two three\n", 13, "one two three\n");
    assert_broken("one two three\n", 12, "one two\nthree\n");
    assert_broken("one two three\n", 8, "one two\nthree\n");
    assert_broken("one two three\n", 7, "one two\nthree\n");
    assert_broken("one two three\n", 6, "one\ntwo\nthree\n");
    assert_broken("one two three\n\nfour five", 8, "one two\nthree\n\nfour\nfive");
    assert_broken("one  two   three", 8, "one  two\nthree");
    assert_broken("", 8, "");
    assert_broken("\n\n", 8, "\n\n");
}

static void test_long_words_stay_whole(void **state)
{
    (void)state;
    assert_broken("a /very/long/name b", 6, "a\n/very/long/name\nb");
    assert_broken("/very/long/name", 1, "/very/long/name");
    assert_broken("a b", 1, "a\nb");
}

static void test_without_a_width_nothing_is_broken(void **state)
{
    (void)state;
    assert_broken("one two three\n  four  five six\n", 0,
                  "one two three\n  four  five six\n");
}

static void test_sequences_and_characters_take_their_columns(void **state)
{
    (void)state;
    assert_broken("\r\033[Kone \033[1;31mtwo\033[0m three", 7,
                  "\r\033[Kone \033[1;31mtwo\033[0m\nthree");
    assert_broken("12345\rone two three", 7, "12345\rone two\nthree");
    assert_broken("\u00fc\u00fc\u00fc two", 7, "\u00fc\u00fc\u00fc two");
    assert_broken("\u00fc\u00fc\u00fc two", 6, "\u00fc\u00fc\u00fc\ntwo");
    assert_broken("one \033[", 4, "one \033[");
}

static void test_entries_of_a_list_go_on_below_their_text(void **state)
{
    (void)state;
    assert_broken("List:\n  new [N]  begin a new game\n  quit  leave", 22,
                  "List:\n  new [N]  begin a new\n           game\n  quit  leave");
    // Unless there is no room for that.
    assert_broken("  new [N]  begin a new game", 20, "  new [N]  begin a\nnew game");
}

static void test_boards_stay(void **state)
{
    (void)state;
    const char *board = "   A B C\n 3 . . .  3\n 2 . X .  2\n   A B C\n";
    assert_broken(board, 4, board);
    char page[256];
    Text text = text_over(page, sizeof page);
    text_printf(&text, "one two\n\n%sone two\n", board);
    assert_broken(
        page, 4,
        "one\ntwo\n\n   A B C\n 3 . . .  3\n 2 . X .  2\n   A B C\none\ntwo\n");
}

static void test_boards_lose_the_right_margin_if_they_fit_so(void **state)
{
    (void)state;
    const char *board = "   A B C\n10\033[1m X . .\033[7m)\033[0m10\n"
                        " 9 . X .  9\n   A B C\n";
    const char *cut = "   A B C\n10\033[1m X . .\033[7m\033[0m\n"
                      " 9 . X .\n   A B C\n";
    assert_broken(board, 11, board);
    for (int columns = 8; columns < 11; columns++)
        assert_broken(board, columns, cut);
    assert_broken(board, 7, board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_are_broken_between_words),
        cmocka_unit_test(test_long_words_stay_whole),
        cmocka_unit_test(test_without_a_width_nothing_is_broken),
        cmocka_unit_test(test_sequences_and_characters_take_their_columns),
        cmocka_unit_test(test_entries_of_a_list_go_on_below_their_text),
        cmocka_unit_test(test_boards_stay),
        cmocka_unit_test(test_boards_lose_the_right_margin_if_they_fit_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
