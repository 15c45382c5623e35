// SPDX-License-Identifier: MIT
//
// The form of KataGo's configuration files: what is read, and every error with file and
// line.
#include "katago_config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { TEXT_SIZE = 4096, PATH_SIZE = 256, AT_SIGN = 1 };

// A folder for files, a configuration, and the answers as text.
typedef struct Fixture {
    char folder[PATH_SIZE];
    KatagoConfig *config;
    Text answer;
    char bytes[TEXT_SIZE];
} Fixture;

static int create(void **state)
{
    static Fixture fixture;
    strcpy(fixture.folder, "/tmp/katago-config-XXXXXX");
    fixture.config = katago_config_new();
    fixture.answer = text_over(fixture.bytes, TEXT_SIZE);
    *state = &fixture;
    return mkdtemp(fixture.folder) != NULL && fixture.config != NULL ? 0 : -1;
}

static void make_path(const Fixture *fixture, const char *name, char path[PATH_SIZE])
{
    assert_true(snprintf(path, PATH_SIZE, "%s/%s", fixture->folder, name) < PATH_SIZE);
}

static int destroy(void **state)
{
    static const char *const NAMES[] = {"a.cfg", "b.cfg", "in/c.cfg", "in/d.cfg", "in"};
    Fixture *fixture = *state;
    char path[PATH_SIZE];
    katago_config_delete(fixture->config);
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        make_path(fixture, NAMES[i], path);
        remove(path);
    }
    return rmdir(fixture->folder);
}

static void write_bytes(const Fixture *fixture, const char *name, const char *bytes,
                        size_t size)
{
    char path[PATH_SIZE];
    make_path(fixture, name, path);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void write_file(const Fixture *fixture, const char *name, const char *text)
{
    write_bytes(fixture, name, text, strlen(text));
}

// Forgets what was read.
static void begin_again(Fixture *fixture)
{
    katago_config_delete(fixture->config);
    fixture->config = katago_config_new();
    assert_non_null(fixture->config);
    text_clear(&fixture->answer);
}

static bool read_named(Fixture *fixture, const char *name)
{
    char path[PATH_SIZE];
    make_path(fixture, name, path);
    return katago_config_read(fixture->config, path, &fixture->answer);
}

// Checks the entries, written as `key=value;...`.
static void assert_entries(Fixture *fixture, const char *wanted)
{
    text_clear(&fixture->answer);
    for (const KatagoEntry *entry = katago_config_next(fixture->config, NULL);
         entry != NULL; entry = katago_config_next(fixture->config, entry))
        text_printf(&fixture->answer, "%s=%s;", entry->key, entry->value);
    assert_string_equal(fixture->bytes, wanted);
}

static void assert_reads(Fixture *fixture, const char *content, const char *wanted)
{
    begin_again(fixture);
    write_file(fixture, "a.cfg", content);
    if (!read_named(fixture, "a.cfg"))
        fail_msg("%s: %s", content, fixture->bytes);
    assert_entries(fixture, wanted);
}

// Checks the message, in which @ stands for the folder, and AT_SIGN for itself.
static void assert_error(const Fixture *fixture, const char *wanted)
{
    char bytes[TEXT_SIZE];
    Text expected = text_over(bytes, sizeof bytes);
    for (const char *c = wanted; *c != '\0'; c++) {
        if (*c == '@')
            text_printf(&expected, "%s/", fixture->folder);
        else if (*c == AT_SIGN)
            text_add_char(&expected, '@');
        else
            text_add_char(&expected, *c);
    }
    assert_string_equal(fixture->bytes, bytes);
}

static void assert_refuses(Fixture *fixture, const char *content, const char *wanted)
{
    begin_again(fixture);
    write_file(fixture, "a.cfg", content);
    assert_false(read_named(fixture, "a.cfg"));
    assert_error(fixture, wanted);
}

static void test_lines(void **state)
{
    Fixture *fixture = *state;
    assert_reads(fixture, "", "");
    assert_reads(fixture, "a = 1\nb=2", "a=1;b=2;");
    assert_reads(fixture, "  a\t=\t1  \r\n\r\n", "a=1;");
    assert_reads(fixture, "# a = 1\n  # b\na-b_C9 = x y  # z\n", "a-b_C9=x y;");
    assert_reads(fixture, "a = C:\\games \\n\n", "a=C:\\games \\n;");
    assert_reads(fixture,
                 "\xef\xbb\xbf"
                 "a = 1\n",
                 "a=1;");
    assert_reads(fixture, "a = b=c\n", "a=b=c;");
}

static void test_quotes(void **state)
{
    Fixture *fixture = *state;
    assert_reads(fixture, "a = \" # x, \"\n", "a= # x, ;");
    assert_reads(fixture, "a = \"x\\\"y\\\\z\\n\"  # w\n", "a=x\"y\\zn;");
    assert_reads(fixture, "a = x\"y\"\n", "a=x\"y\";");
}

static void test_malformed_lines(void **state)
{
    Fixture *fixture = *state;
    assert_refuses(fixture, "a = 1\nb\n", "@a.cfg:2: must be `key = value`");
    assert_refuses(fixture, "a 1\n", "@a.cfg:1: must be `key = value`");
    assert_refuses(fixture, "= 1\n", "@a.cfg:1: must be `key = value`");
    assert_refuses(fixture, "a.b = 1\n", "@a.cfg:1: must be `key = value`");
    assert_refuses(fixture, "a # = 1\n", "@a.cfg:1: must be `key = value`");
    assert_refuses(fixture, "\na =\n", "@a.cfg:2: a: the value is missing");
    assert_refuses(fixture, "a = # 1\n", "@a.cfg:1: a: the value is missing");
    assert_refuses(fixture, "a = \"\"\n", "@a.cfg:1: a: the value is missing");
    assert_refuses(fixture, "a = \"x\n", "@a.cfg:1: a: the value has no closing quote");
    assert_refuses(fixture, "a = \"x\\", "@a.cfg:1: a: the value has no closing quote");
    assert_refuses(fixture, "a = \"x\" y\n",
                   "@a.cfg:1: a: nothing may follow the closing quote");
}

static void test_a_key_stands_once_in_a_file(void **state)
{
    Fixture *fixture = *state;
    assert_refuses(fixture, "a = 1\n\na = 1\n",
                   "@a.cfg:3: a: line 1 gives this key, too");
    write_file(fixture, "b.cfg", "a = 2\n");
    assert_refuses(fixture, "a = 1\n@include b.cfg\na = 3\n",
                   "@a.cfg:3: a: line 1 gives this key, too");
}

static void test_files_are_bounded_texts(void **state)
{
    Fixture *fixture = *state;
    write_bytes(fixture, "a.cfg", "a = 1\nb\0c = 2\n", 14);
    assert_false(read_named(fixture, "a.cfg"));
    assert_error(fixture, "@a.cfg:2: a byte is zero, so this is no text");
    begin_again(fixture);
    char *large = malloc(KATAGO_CONFIG_BYTES_MAX + 1);
    assert_non_null(large);
    memset(large, '#', KATAGO_CONFIG_BYTES_MAX + 1);
    write_bytes(fixture, "a.cfg", large, KATAGO_CONFIG_BYTES_MAX);
    assert_true(read_named(fixture, "a.cfg"));
    begin_again(fixture);
    write_bytes(fixture, "a.cfg", large, KATAGO_CONFIG_BYTES_MAX + 1);
    free(large);
    assert_false(read_named(fixture, "a.cfg"));
    assert_error(fixture, "@a.cfg: the file is too large to be a configuration");
}

static void test_too_many_keys(void **state)
{
    Fixture *fixture = *state;
    char pair[32];
    for (int i = 0; i < KATAGO_CONFIG_KEYS_MAX; i++) {
        snprintf(pair, sizeof pair, "key%d=1", i);
        assert_true(katago_config_read_pairs(fixture->config, pair, &fixture->answer));
    }
    write_file(fixture, "a.cfg", "a = 1\n");
    assert_false(read_named(fixture, "a.cfg"));
    assert_error(fixture, "@a.cfg:1: a: there are too many keys");
}

static void test_included_files(void **state)
{
    Fixture *fixture = *state;
    char folder[PATH_SIZE];
    make_path(fixture, "in", folder);
    assert_int_equal(mkdir(folder, 0777), 0);
    write_file(fixture, "in/c.cfg", "@include \"d.cfg\" # beside it\nc = 1\nx = c\n");
    write_file(fixture, "in/d.cfg", "d = 1\nx = d\n");
    write_file(fixture, "b.cfg", "b = 1\nx = b\n");
    assert_reads(fixture, "@include in/c.cfg\na = 1\n", "d=1;c=1;x=c;a=1;");
    assert_reads(fixture, "x = a\n@include = 'b.cfg'\n", "b=1;x=b;");
    assert_reads(fixture, "@include b.cfg\nx = a\n", "b=1;x=a;");
    assert_refuses(fixture, "a = 1\n@include a.cfg\n",
                   "@a.cfg:2: @a.cfg: the file is read already");
    write_file(fixture, "b.cfg", "\n@include a.cfg\n");
    assert_refuses(fixture, "@include b.cfg\n",
                   "@b.cfg:2: @a.cfg: the file is read already");
    assert_refuses(fixture, "@include\n",
                   "@a.cfg:1: \1include: must be `\1include FILE`");
    assert_refuses(fixture, "@include = # b.cfg\n",
                   "@a.cfg:1: \1include =: must be `\1include FILE`");
    assert_refuses(fixture, "@includes b.cfg\n",
                   "@a.cfg:1: \1includes b.cfg: must be `\1include FILE`");
}

// A file that includes itself by ever longer names.
static void test_a_hidden_circle_ends(void **state)
{
    Fixture *fixture = *state;
    write_file(fixture, "a.cfg", "@include ./a.cfg\n");
    assert_false(read_named(fixture, "a.cfg"));
    assert_non_null(strstr(fixture->bytes, "./a.cfg: there are too many files"));
}

static void test_a_later_file_counts(void **state)
{
    Fixture *fixture = *state;
    write_file(fixture, "a.cfg", "x = a\na = 1\n");
    write_file(fixture, "b.cfg", "x = b\n");
    assert_true(read_named(fixture, "a.cfg") && read_named(fixture, "b.cfg"));
    assert_entries(fixture, "a=1;x=b;");
    text_clear(&fixture->answer);
    assert_false(read_named(fixture, "b.cfg"));
    assert_error(fixture, "-config: @b.cfg: the file is read already");
}

static void assert_pairs(Fixture *fixture, const char *pairs, const char *wanted)
{
    assert_true(katago_config_read_pairs(fixture->config, pairs, &fixture->answer));
    assert_entries(fixture, wanted);
}

static void test_pairs_of_the_command_line(void **state)
{
    Fixture *fixture = *state;
    assert_reads(fixture, "x = a\ny = a\n", "x=a;y=a;");
    assert_pairs(fixture, "x=1, z = 2 3 ,", "y=a;x=1;z=2 3;");
    assert_pairs(fixture, "", "y=a;x=1;z=2 3;");
    assert_pairs(fixture, " , w=\"4, # 5\",z=\"6\"", "y=a;x=1;w=4, # 5;z=6;");
    assert_pairs(fixture, "y=,x=#1,x=2", "w=4, # 5;z=6;x=2;");
    assert_null(katago_config_find(fixture->config, "y"));
    static const struct {
        const char *pairs, *wanted;
    } WRONG[] = {
        {"a", "-override-config: a: must be `key=value`"},
        {"a=1,b c=2", "-override-config: b c=2: must be `key=value`"},
        {"a=\"1", "-override-config: a: the value has no closing quote"},
        {"a=\"1\"2", "-override-config: a: nothing may follow the closing quote"},
    };
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        text_clear(&fixture->answer);
        assert_false(katago_config_read_pairs(fixture->config, WRONG[i].pairs,
                                              &fixture->answer));
        assert_error(fixture, WRONG[i].wanted);
    }
}

static void test_places(void **state)
{
    Fixture *fixture = *state;
    assert_reads(fixture, "\nx = a\n", "x=a;");
    text_clear(&fixture->answer);
    katago_config_write_place(katago_config_find(fixture->config, "x"),
                              &fixture->answer);
    assert_error(fixture, "@a.cfg:2");
    text_clear(&fixture->answer);
    assert_true(katago_config_read_pairs(fixture->config, "x=b", &fixture->answer));
    katago_config_write_place(katago_config_find(fixture->config, "x"),
                              &fixture->answer);
    assert_error(fixture, "-override-config");
}

static void test_missing_files(void **state)
{
    Fixture *fixture = *state;
    assert_false(read_named(fixture, "none.cfg"));
    assert_error(fixture, "@none.cfg: No such file or directory");
    text_clear(&fixture->answer);
    assert_false(
        katago_config_read(fixture->config, fixture->folder, &fixture->answer));
    assert_non_null(strstr(fixture->bytes, ": Is a directory"));
    assert_refuses(fixture, "a = 1\n@include none.cfg\n",
                   "@a.cfg:2: @none.cfg: No such file or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_lines, create, destroy),
        cmocka_unit_test_setup_teardown(test_quotes, create, destroy),
        cmocka_unit_test_setup_teardown(test_malformed_lines, create, destroy),
        cmocka_unit_test_setup_teardown(test_a_key_stands_once_in_a_file, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_files_are_bounded_texts, create, destroy),
        cmocka_unit_test_setup_teardown(test_too_many_keys, create, destroy),
        cmocka_unit_test_setup_teardown(test_missing_files, create, destroy),
        cmocka_unit_test_setup_teardown(test_included_files, create, destroy),
        cmocka_unit_test_setup_teardown(test_a_hidden_circle_ends, create, destroy),
        cmocka_unit_test_setup_teardown(test_a_later_file_counts, create, destroy),
        cmocka_unit_test_setup_teardown(test_pairs_of_the_command_line, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_places, create, destroy),
    };
    return cmocka_run_group_tests_name("katago config", tests, NULL, NULL);
}
