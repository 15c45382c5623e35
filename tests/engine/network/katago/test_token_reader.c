// SPDX-License-Identifier: MIT
#include "token_reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static TokenReader reader_of(const char *bytes, size_t size)
{
    return token_reader_open(byte_source_of_memory((const unsigned char *)bytes, size));
}

static TokenReader reader_of_text(const char *text)
{
    return reader_of(text, strlen(text));
}

static void test_words_and_numbers(void **state)
{
    (void)state;
    TokenReader reader = reader_of_text("  one\t-2\n0.5\r\n 1 2.5 -3e2\n");
    assert_string_equal(token_reader_word(&reader), "one");
    assert_int_equal(token_reader_integer(&reader, -2, 5, "it"), -2);
    assert_true(token_reader_positive(&reader, "it") == 0.5F);
    const float *numbers = token_reader_numbers(&reader, 3);
    assert_true(numbers[0] == 1 && numbers[1] == 2.5F && numbers[2] == -300);
    token_reader_end(&reader);
    assert_false(reader.failed);
    token_reader_close(&reader);
}

static void test_binary_numbers(void **state)
{
    (void)state;
    static const char BYTES[] = "\n@BIN@\0\0\x80\x3f\0\0\x20\xc1\nend";
    TokenReader reader = reader_of(BYTES, sizeof BYTES - 1);
    const float *numbers = token_reader_numbers(&reader, 2);
    assert_true(numbers[0] == 1 && numbers[1] == -10);
    assert_string_equal(token_reader_word(&reader), "end");
    token_reader_close(&reader);
}

static void test_after_an_error_nothing_is_read(void **state)
{
    (void)state;
    TokenReader reader = reader_of_text("layer 7 8 9");
    token_reader_part(&reader);
    assert_int_equal(token_reader_integer(&reader, 1, 6, "its size"), 1);
    assert_true(reader.failed);
    assert_string_equal(token_reader_word(&reader), "");
    assert_int_equal(token_reader_integer(&reader, 3, 8, "its size"), 3);
    assert_true(token_reader_positive(&reader, "its size") == 1);
    assert_null(token_reader_numbers(&reader, 1));
    token_reader_end(&reader);
    assert_string_equal(reader.error, "layer: its size is 7; it should be 1 to 6");
    token_reader_close(&reader);
}

static void test_no_more_memory_than_the_file_needs(void **state)
{
    (void)state;
    static const char BYTES[] = "@BIN@0123456789abcdef";
    for (int binary = 0; binary < 2; binary++) {
        TokenReader reader = reader_of_text(binary ? BYTES : "1 2 3");
        assert_null(token_reader_numbers(&reader, TOKEN_ARRAY_MAX));
        assert_string_equal(reader.error, "the file ends too soon");
        assert_true(reader.number_capacity <= 1 << 14);
        token_reader_close(&reader);
    }
}

// What unpacks to endless numbers must not fill the memory either.
static void test_the_numbers_of_all_arrays_are_limited(void **state)
{
    (void)state;
    TokenReader reader = reader_of_text("1 2 3 4 5 6");
    reader.number_count = TOKEN_NUMBERS_MAX - 5;
    assert_non_null(token_reader_numbers(&reader, 5));
    assert_int_equal(reader.number_count, TOKEN_NUMBERS_MAX);
    assert_null(token_reader_numbers(&reader, 1));
    assert_string_equal(reader.error, "the file has more than 268435456 weights");
    token_reader_close(&reader);
    reader = reader_of_text("1");
    assert_null(token_reader_numbers(&reader, SIZE_MAX));
    assert_string_equal(reader.error, "it has more than 33554432 weights");
    token_reader_close(&reader);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words_and_numbers),
        cmocka_unit_test(test_binary_numbers),
        cmocka_unit_test(test_after_an_error_nothing_is_read),
        cmocka_unit_test(test_no_more_memory_than_the_file_needs),
        cmocka_unit_test(test_the_numbers_of_all_arrays_are_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
