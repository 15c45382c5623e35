// SPDX-License-Identifier: MIT
#include "text.h"

#include <string.h>

#include "picture.h"

static void test_a_new_text_is_empty(void **state)
{
    (void)state;
    char bytes[4] = "xyz";
    Text text = text_over(bytes, sizeof bytes);
    assert_string_equal(bytes, "");
    assert_int_equal(text.length, 0);
    assert_false(text.truncated);
}

static void test_pieces_are_appended(void **state)
{
    (void)state;
    char bytes[32];
    Text text = text_over(bytes, sizeof bytes);
    text_add(&text, "komi ");
    text_printf(&text, "%d.%c", 7, '5');
    text_add_char(&text, '!');
    text_add(&text, "");
    assert_string_equal(bytes, "komi 7.5!");
    assert_int_equal(text.length, 9);
    assert_false(text.truncated);
}

static void test_what_just_fits_is_not_truncated(void **state)
{
    (void)state;
    char bytes[5];
    Text text = text_over(bytes, sizeof bytes);
    text_add(&text, "abcd");
    assert_string_equal(bytes, "abcd");
    assert_false(text.truncated);
    text_clear(&text);
    text_printf(&text, "%d", 1234);
    assert_string_equal(bytes, "1234");
    assert_false(text.truncated);
}

// The text lies between two fences, which must stay as they are.
static void assert_truncated(void (*append)(Text *), const char *expected)
{
    struct {
        char before[4], bytes[5], after[4];
    } memory;
    memset(&memory, '#', sizeof memory);
    Text text = text_over(memory.bytes, sizeof memory.bytes);
    append(&text);
    assert_string_equal(memory.bytes, expected);
    assert_int_equal(text.length, strlen(expected));
    assert_true(text.truncated);
    assert_memory_equal(memory.before, "####", 4);
    assert_memory_equal(memory.after, "####", 4);
}

static void add_long(Text *text)
{
    text_add(text, "abcdefgh");
}

static void print_long(Text *text)
{
    text_printf(text, "%s", "abcde");
}

static void add_char_to_full(Text *text)
{
    text_add(text, "abcd");
    assert_false(text->truncated);
    text_add_char(text, 'e');
}

static void add_short_after_long(Text *text)
{
    text_add(text, "ab");
    text_printf(text, "%s", "xyz");
    text_add(text, "");
}

static void test_what_does_not_fit_is_cut_and_noted(void **state)
{
    (void)state;
    assert_truncated(add_long, "abcd");
    assert_truncated(print_long, "abcd");
    assert_truncated(add_char_to_full, "abcd");
    assert_truncated(add_short_after_long, "abxy");
}

static void test_a_text_of_one_byte_stays_empty(void **state)
{
    (void)state;
    char bytes[2] = {'x', '#'};
    Text text = text_over(bytes, 1);
    text_add_char(&text, 'a');
    text_printf(&text, "%d", 1);
    assert_string_equal(bytes, "");
    assert_true(text.truncated);
    assert_int_equal(bytes[1], '#');
}

static void test_clearing_forgets_the_truncation(void **state)
{
    (void)state;
    char bytes[3];
    Text text = text_over(bytes, sizeof bytes);
    text_add(&text, "abc");
    assert_true(text.truncated);
    text_clear(&text);
    assert_string_equal(bytes, "");
    assert_int_equal(text.length, 0);
    assert_false(text.truncated);
    text_add(&text, "d");
    assert_string_equal(bytes, "d");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_new_text_is_empty),
        cmocka_unit_test(test_pieces_are_appended),
        cmocka_unit_test(test_what_just_fits_is_not_truncated),
        cmocka_unit_test(test_what_does_not_fit_is_cut_and_noted),
        cmocka_unit_test(test_a_text_of_one_byte_stays_empty),
        cmocka_unit_test(test_clearing_forgets_the_truncation),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
