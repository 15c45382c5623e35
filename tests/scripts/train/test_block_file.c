// SPDX-License-Identifier: MIT
//
// Files of blocks in scripts/train.
#include "block_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "picture.h"

static char *new_path(void)
{
    char *path = strdup("/tmp/ponnuki-block-XXXXXX");
    assert_non_null(path);
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    return path;
}

static void end_path(char *path)
{
    unlink(path);
    free(path);
}

static void append(const char *path, const char *first, const char *second)
{
    BlockWriter writer;
    const char *error, *texts[] = {first, second};
    if (!block_writer_open(&writer, path, &error))
        fail_msg("%s", error);
    for (int i = 0; i < 2; i++) {
        StoredBlock block = {.kind = 1 + i,
                             .count = (int)strlen(texts[i]),
                             .bytes = (const uint8_t *)texts[i],
                             .size = strlen(texts[i])};
        assert_true(block_writer_add(&writer, &block));
    }
    block_writer_close(&writer);
}

// The contents of the blocks of a file, joined; and whether it is whole.
static bool read_all(const char *path, char text[256])
{
    BlockReader reader;
    StoredBlock block;
    const char *error;
    if (!block_reader_open(&reader, path, &error))
        fail_msg("%s", error);
    text[0] = '\0';
    while (block_reader_next(&reader, &block)) {
        assert_int_equal(block.count, block.size);
        strncat(text, (const char *)block.bytes, block.size);
    }
    bool whole = reader.position == reader.size;
    block_reader_close(&reader);
    return whole;
}

static long length_of(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    fclose(file);
    return length;
}

static void test_blocks_are_appended(void **state)
{
    (void)state;
    char *path = new_path(), text[256];
    append(path, "one ", "two ");
    append(path, "", "three");
    assert_true(read_all(path, text));
    assert_string_equal(text, "one two three");
    end_path(path);
}

static void test_a_file_cut_off_anywhere_is_read_up_to_there(void **state)
{
    (void)state;
    char *path = new_path(), text[256];
    append(path, "one ", "two ");
    long first = BLOCK_HEAD + BLOCK_HEAD + 4, length = length_of(path);
    assert_int_equal(length, first + BLOCK_HEAD + 4);
    for (long end = length; end >= BLOCK_HEAD; end--) {
        assert_int_equal(truncate(path, end), 0);
        bool whole = read_all(path, text);
        assert_string_equal(text, end == length  ? "one two "
                                  : end >= first ? "one "
                                                 : "");
        assert_int_equal(whole, end == length || end == first || end == BLOCK_HEAD);
    }
    end_path(path);
}

static void test_appending_goes_on_where_a_file_was_cut_off(void **state)
{
    (void)state;
    for (long cut = 0; cut <= 2 * BLOCK_HEAD + 4 + BLOCK_HEAD + 4; cut++) {
        char *path = new_path(), text[256];
        append(path, "one ", "two ");
        assert_int_equal(truncate(path, cut), 0);
        append(path, "more ", "and more");
        assert_true(read_all(path, text));
        long first = BLOCK_HEAD + BLOCK_HEAD + 4;
        assert_string_equal(text, cut == first + BLOCK_HEAD + 4
                                      ? "one two more and more"
                                  : cut >= first ? "one more and more"
                                                 : "more and more");
        end_path(path);
    }
}

static void test_a_changed_byte_ends_the_reading(void **state)
{
    (void)state;
    char *path = new_path(), text[256];
    append(path, "one ", "two ");
    long length = length_of(path);
    for (long place = BLOCK_HEAD; place < length; place++) {
        FILE *file = fopen(path, "r+b");
        assert_non_null(file);
        fseek(file, place, SEEK_SET);
        int byte = getc(file);
        fseek(file, place, SEEK_SET);
        putc(byte ^ 4, file);
        fclose(file);
        assert_false(read_all(path, text));
        assert_string_equal(text, place < BLOCK_HEAD + BLOCK_HEAD + 4 ? "" : "one ");
        file = fopen(path, "r+b");
        assert_non_null(file);
        fseek(file, place, SEEK_SET);
        putc(byte, file);
        fclose(file);
    }
    assert_true(read_all(path, text));
    end_path(path);
}

static void test_other_files_are_refused(void **state)
{
    (void)state;
    static const char *const contents[] = {
        "9 7 0 B+R - - ee\n", "PNKBLOC", "PNKBLOCK\x02\0\0\0\0\0\0\0", "PNKBLOCK\x01"};
    const size_t sizes[] = {17, 7, 16, 9};
    const char *const errors[] = {"not a file of games or labels",
                                  "not a file of games or labels",
                                  "a file of games or labels of another version",
                                  "a file of games or labels of another version"};
    for (int i = 0; i < 4; i++) {
        BlockReader reader;
        const char *error;
        assert_false(
            block_reader_take(&reader, (const uint8_t *)contents[i], sizes[i], &error));
        assert_string_equal(error, errors[i]);
        char *path = new_path();
        FILE *file = fopen(path, "wb");
        assert_non_null(file);
        fwrite(contents[i], sizes[i], 1, file);
        fclose(file);
        BlockWriter writer;
        // What may be the beginning of a head is written anew.
        bool may_be_ours = i == 1 || i == 3;
        assert_int_equal(block_writer_open(&writer, path, &error), may_be_ours);
        block_writer_close(&writer);
        assert_int_equal(length_of(path), may_be_ours ? BLOCK_HEAD : (long)sizes[i]);
        end_path(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_are_appended),
        cmocka_unit_test(test_a_file_cut_off_anywhere_is_read_up_to_there),
        cmocka_unit_test(test_appending_goes_on_where_a_file_was_cut_off),
        cmocka_unit_test(test_a_changed_byte_ends_the_reading),
        cmocka_unit_test(test_other_files_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
