// SPDX-License-Identifier: MIT
//
// Lines into commands, answers into replies, and bytes into lines.
#include "protocol.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "line_buffer.h"

enum { LINE_SIZE = 256 };

// Parses bytes that may hold NULs and writes what was understood as `id|name|word|...`,
// or `blank`.
static void assert_parses(const char *bytes, size_t length, const char *wanted)
{
    char line[LINE_SIZE], memory[LINE_SIZE];
    assert_true(length < sizeof line);
    memcpy(line, bytes, length);
    memset(line + length, 'x', sizeof line - length); // not to be read
    Command command;
    command_init(&command);
    Text text = text_over(memory, sizeof memory);
    ParseResult result = command_parse(&command, line, length);
    if (result == PARSE_BLANK)
        text_add(&text, "blank");
    if (result == PARSE_COMMAND && command.has_id)
        text_printf(&text, "%d", command.id);
    if (result == PARSE_COMMAND)
        text_printf(&text, "|%s", command.name);
    for (int i = 0; result == PARSE_COMMAND && i < command.argc; i++)
        text_printf(&text, "|%s", command.argv[i]);
    assert_string_equal(text.bytes, wanted);
    command_free(&command);
}

static void assert_line(const char *line, const char *wanted)
{
    assert_parses(line, strlen(line), wanted);
}

static void test_words(void **state)
{
    (void)state;
    assert_line("name", "|name");
    assert_line("play b D4", "|play|b|D4");
    assert_line("  play   b  D4  ", "|play|b|D4");
    assert_line("\tplay\tb \t D4\t", "|play|b|D4");
    assert_line("Play B d4", "|Play|B|d4");
    assert_line("loadsgf \xc3\xa9\xff.sgf", "|loadsgf|\xc3\xa9\xff.sgf");
}

static void test_ids(void **state)
{
    (void)state;
    assert_line("1 name", "1|name");
    assert_line("0 name", "0|name");
    assert_line("007 name", "7|name");
    assert_line("2147483647 name", "2147483647|name");
    assert_line("2147483648 name", "|2147483648|name");
    assert_line("99999999999999999999999999 name", "|99999999999999999999999999|name");
    assert_line("-1 name", "|-1|name");
    assert_line("+1 name", "|+1|name");
    assert_line("1a name", "|1a|name");
    assert_line("1 2 name", "1|2|name");
    assert_line("12", "12|");
    assert_line("12 ", "12|");
}

static void test_blanks_and_comments(void **state)
{
    (void)state;
    assert_line("", "blank");
    assert_line(" \t ", "blank");
    assert_line("\r\n", "blank");
    assert_line("# name", "blank");
    assert_line("  # name", "blank");
    assert_line("name # comment # more", "|name");
    assert_line("name#comment", "|name");
    assert_line("3 # comment", "blank");
    assert_line(" 3#", "blank");
    assert_line("3 4 # comment", "3|4");
    assert_line("2147483648 # comment", "|2147483648");
}

static void test_control_characters(void **state)
{
    (void)state;
    assert_line("name\r\n", "|name");
    assert_line("na\rme\x01\x1f\x7f", "|name");
    assert_line("play\vb\fD4", "|playbD4");
    assert_parses("a\0b c\0", 6, "|ab|c");
    assert_parses("\0\0\0", 3, "blank");
}

static void test_quotes(void **state)
{
    (void)state;
    assert_line("loadsgf \"two words\" 3", "|loadsgf|two words|3");
    assert_line("loadsgf \"\" 3", "|loadsgf||3");
    assert_line("loadsgf \"unclosed words", "|loadsgf|\"unclosed|words");
    assert_line("loadsgf a\"b c\"", "|loadsgf|a\"b|c\"");
    assert_line("loadsgf \"a b\"c", "|loadsgf|a b|c");
}

static void test_many_words(void **state)
{
    (void)state;
    enum { WORDS = 100000 };
    char *line = malloc(2 * WORDS + 1);
    assert_non_null(line);
    Command command;
    command_init(&command);
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < WORDS; i++)
            memcpy(line + 2 * i, i == 0 ? "5 " : "w ", 2);
        assert_int_equal(command_parse(&command, line, 2 * WORDS), PARSE_COMMAND);
        assert_int_equal(command.id, 5);
        assert_int_equal(command.argc, WORDS - 2);
        assert_string_equal(command.argv[WORDS - 3], "w");
    }
    char again[] = "name";
    assert_int_equal(command_parse(&command, again, strlen(again)), PARSE_COMMAND);
    assert_false(command.has_id);
    assert_int_equal(command.argc, 0);
    command_free(&command);
    free(line);
}

static void test_long_word(void **state)
{
    (void)state;
    size_t length = 1 << 20;
    char *line = malloc(length + 1);
    assert_non_null(line);
    memset(line, 'n', length);
    Command command;
    command_init(&command);
    assert_int_equal(command_parse(&command, line, length), PARSE_COMMAND);
    assert_int_equal(strlen(command.name), length);
    assert_int_equal(command.argc, 0);
    command_free(&command);
    free(line);
}

static bool interrupts(const char *line)
{
    return line_is_interrupt(line, strlen(line));
}

static void test_interrupt(void **state)
{
    (void)state;
    assert_true(interrupts("# interrupt"));
    assert_true(interrupts("# interrupt\r\n"));
    assert_true(interrupts("# interrupt  "));
    assert_false(interrupts("#interrupt"));
    assert_false(interrupts("# interrupted"));
    assert_false(interrupts("# interrup"));
    assert_false(interrupts("interrupt"));
    assert_false(interrupts(""));
}

static void assert_reply(const Command *command, bool success, const char *answer,
                         const char *wanted)
{
    char memory[LINE_SIZE];
    Text reply = text_over(memory, sizeof memory);
    reply_write(&reply, command, success, answer);
    assert_string_equal(reply.bytes, wanted);
    assert_false(reply.truncated);
    assert_true(reply.length <= strlen(answer) + REPLY_FRAME_MAX);
}

static void test_reply(void **state)
{
    (void)state;
    Command plain = {.name = "name"};
    Command numbered = {.has_id = true, .id = 2147483647, .name = "name"};
    assert_reply(&plain, true, "", "= \n\n");
    assert_reply(&plain, false, "no", "? no\n\n");
    assert_reply(&numbered, true, "", "=2147483647 \n\n");
    assert_reply(&numbered, false, "unknown command",
                 "?2147483647 unknown command\n\n");
    assert_reply(&plain, true, "\xc3\xa9\xff", "= \xc3\xa9\xff\n\n");
}

static void test_reply_has_no_blank_line(void **state)
{
    (void)state;
    Command plain = {.name = "name"};
    assert_reply(&plain, true, "a\nb", "= a\nb\n\n");
    assert_reply(&plain, true, "a\n", "= a\n\n");
    assert_reply(&plain, true, "a\n\n\n", "= a\n\n");
    assert_reply(&plain, true, "a\n\nb", "= a\nb\n\n");
    assert_reply(&plain, true, "a\n \t\r\v\f\nb", "= a\nb\n\n");
    assert_reply(&plain, true, "a\r\n\r\nb\r\n", "= a\nb\n\n");
    assert_reply(&plain, true, "\n  a\n  b\n", "= \n  a\n  b\n\n");
    assert_reply(&plain, true, "\n\n\na", "= \na\n\n");
    assert_reply(&plain, true, " \na", "= \na\n\n");
    assert_reply(&plain, true, "\n", "= \n\n");
    assert_reply(&plain, true, "\n \n\n", "= \n\n");
}

static void test_reply_line_by_line(void **state)
{
    (void)state;
    char memory[LINE_SIZE];
    Text reply = text_over(memory, sizeof memory);
    Command plain = {.name = "name"};
    Command numbered = {.has_id = true, .id = 12, .name = "name"};
    reply_begin(&reply, &plain);
    assert_string_equal(reply.bytes, "= \n");
    text_clear(&reply);
    reply_begin(&reply, &numbered);
    assert_string_equal(reply.bytes, "=12 \n");
    text_clear(&reply);
    reply_end(&reply, "");
    assert_string_equal(reply.bytes, "\n");
    text_clear(&reply);
    reply_end(&reply, "play D4");
    assert_string_equal(reply.bytes, "play D4\n\n");
    text_clear(&reply);
    reply_end(&reply, "\n \na\r\n\nb\n");
    assert_string_equal(reply.bytes, "a\nb\n\n");
}

static void test_reply_too_small(void **state)
{
    (void)state;
    char memory[8];
    Command plain = {.name = "name"};
    Text reply = text_over(memory, sizeof memory);
    reply_write(&reply, &plain, true, "123");
    assert_string_equal(reply.bytes, "= 123\n\n");
    assert_false(reply.truncated);
    text_clear(&reply);
    reply_write(&reply, &plain, true, "1234");
    assert_true(reply.truncated);
}

// Feeds a string in pieces of the given size and joins the lines with `|`.
static void assert_cut(const char *bytes, size_t piece, const char *wanted)
{
    char memory[LINE_SIZE];
    Text text = text_over(memory, sizeof memory);
    LineBuffer buffer;
    line_buffer_init(&buffer);
    size_t left = strlen(bytes);
    while (left > 0) {
        size_t taken;
        bool complete;
        size_t count = piece < left ? piece : left;
        assert_true(line_buffer_add(&buffer, bytes, count, &taken, &complete));
        assert_in_range(taken, 1, count);
        bytes += taken;
        left -= taken;
        if (complete) {
            text_printf(&text, "%.*s|", (int)buffer.length, buffer.bytes);
            line_buffer_clear(&buffer);
        }
    }
    text_printf(&text, "%.*s", (int)buffer.length, buffer.bytes);
    assert_string_equal(text.bytes, wanted);
    line_buffer_free(&buffer);
}

static void test_lines(void **state)
{
    (void)state;
    for (size_t piece = 1; piece < 12; piece++) {
        assert_cut("one\ntwo\n", piece, "one|two|");
        assert_cut("one\n\n\r\ntwo", piece, "one||\r|two");
        assert_cut("unfinished", piece, "unfinished");
    }
}

static void test_a_mark_at_the_beginning_is_dropped(void **state)
{
    (void)state;
    for (size_t piece = 1; piece < 12; piece++) {
        assert_cut("\xEF\xBB\xBFone\ntwo\n", piece, "one|two|");
        assert_cut("\xEF\xBB\xBF\n\xEF\xBB\xBFtwo\n", piece, "|\xEF\xBB\xBFtwo|");
        assert_cut("\xEF\xBB\xBF", piece, "");
        assert_cut("\xEF\xBB\xBF\xEF\xBB\xBFone", piece, "\xEF\xBB\xBFone");
        assert_cut("\xEF\xBB\none\xEF\xBB\xBF", piece, "\xEF\xBB|one\xEF\xBB\xBF");
        assert_cut("\n\xEF\xBB\xBFtwo", piece, "|\xEF\xBB\xBFtwo");
        assert_cut("\xEF\xBB", piece, "\xEF\xBB");
    }
}

static void test_line_limit(void **state)
{
    (void)state;
    char *bytes = malloc(LINE_LENGTH_MAX + 2);
    assert_non_null(bytes);
    memset(bytes, 'a', LINE_LENGTH_MAX + 1);
    bytes[LINE_LENGTH_MAX + 1] = '\n';
    LineBuffer buffer;
    line_buffer_init(&buffer);
    size_t taken;
    bool complete;
    assert_true(line_buffer_add(&buffer, bytes, 1, &taken, &complete));
    assert_false(complete);
    assert_true(
        line_buffer_add(&buffer, bytes + 2, LINE_LENGTH_MAX, &taken, &complete));
    assert_true(complete);
    assert_false(buffer.too_long);
    assert_int_equal(buffer.length, LINE_LENGTH_MAX);
    line_buffer_clear(&buffer);
    assert_true(
        line_buffer_add(&buffer, bytes, LINE_LENGTH_MAX + 2, &taken, &complete));
    assert_int_equal(taken, LINE_LENGTH_MAX + 2);
    assert_true(complete);
    assert_true(buffer.too_long);
    assert_int_equal(buffer.length, LINE_HEAD_LENGTH);
    line_buffer_clear(&buffer);
    assert_true(line_buffer_add(&buffer, "b\n", 2, &taken, &complete));
    assert_false(buffer.too_long);
    assert_int_equal(buffer.length, 1);
    line_buffer_free(&buffer);
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_ids),
        cmocka_unit_test(test_blanks_and_comments),
        cmocka_unit_test(test_control_characters),
        cmocka_unit_test(test_quotes),
        cmocka_unit_test(test_many_words),
        cmocka_unit_test(test_long_word),
        cmocka_unit_test(test_interrupt),
        cmocka_unit_test(test_reply),
        cmocka_unit_test(test_reply_has_no_blank_line),
        cmocka_unit_test(test_reply_line_by_line),
        cmocka_unit_test(test_reply_too_small),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_a_mark_at_the_beginning_is_dropped),
        cmocka_unit_test(test_line_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
