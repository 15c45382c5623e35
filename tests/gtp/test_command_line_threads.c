// SPDX-License-Identifier: MIT
//
// How many threads search, by the command line, a configuration and the environment.
#include "command_line.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cores.h"

enum { WORDS_MAX = 8, TEXT_SIZE = 256 };

// Parses a command line, with that value of PONNUKI_THREADS; NULL: there is none.
static bool parse(const char *value, const char *text, EngineOptions *options,
                  Text *message)
{
    char bytes[TEXT_SIZE], *rest = bytes, *words[WORDS_MAX];
    CommandLine line;
    int count = 0;
    strcpy(bytes, text);
    while ((words[count] = strtok_r(rest, " ", &rest)) != NULL)
        count++;
    assert_int_equal(unsetenv("PONNUKI_THREADS"), 0);
    if (value != NULL)
        assert_int_equal(setenv("PONNUKI_THREADS", value, 1), 0);
    bool done = command_line_parse(count, words, &line, message);
    *options = line.engine;
    command_line_free(&line);
    return done;
}

static void assert_threads(const char *value, const char *text, int threads,
                           bool chosen)
{
    char bytes[TEXT_SIZE];
    Text message = text_over(bytes, sizeof bytes);
    EngineOptions options;
    if (!parse(value, text, &options, &message))
        fail_msg("%s: %s", text, bytes);
    assert_int_equal(options.threads, threads);
    assert_int_equal(options.threads_chosen, chosen);
}

static void assert_refused(const char *value, const char *text, const char *wanted)
{
    char bytes[TEXT_SIZE];
    Text message = text_over(bytes, sizeof bytes);
    EngineOptions options;
    assert_false(parse(value, text, &options, &message));
    assert_string_equal(bytes, wanted);
}

static void test_without_a_word_each_core_has_a_thread(void **state)
{
    (void)state;
    int cores = cores_count();
    int threads = cores < SEARCH_THREADS_MAX ? cores : SEARCH_THREADS_MAX;
    assert_threads(NULL, "ponnuki", threads, false);
    assert_threads("", "ponnuki gtp", threads, false);
    assert_threads(NULL, "ponnuki gtp -override-config maxVisits=9", threads, false);
}

static void test_the_environment_takes_the_place_of_the_cores(void **state)
{
    (void)state;
    assert_threads("1", "ponnuki", 1, false);
    assert_threads("64", "ponnuki gtp", 64, false);
    assert_threads("7", "ponnuki -override-config maxVisits=9", 7, false);
}

static void test_who_names_a_number_has_chosen_it(void **state)
{
    (void)state;
    assert_threads(NULL, "ponnuki --threads 5", 5, true);
    assert_threads("7", "ponnuki --threads=1", 1, true);
    assert_threads("7", "ponnuki -override-config numSearchThreads=7", 7, true);
    assert_threads("7", "ponnuki --threads 2 -override-config numSearchThreads=9", 2,
                   true);
}

static void test_what_is_allowed(void **state)
{
    (void)state;
    static const char *const WRONG[] = {"0", "65", "-1", "x", "2 ", "1.5"};
    for (int i = 0; i < 6; i++) {
        char wanted[TEXT_SIZE];
        Text text = text_over(wanted, sizeof wanted);
        text_printf(&text, "PONNUKI_THREADS=%s: must be a whole number from 1 to 64",
                    WRONG[i]);
        assert_refused(WRONG[i], "ponnuki", wanted);
        assert_refused(WRONG[i], "ponnuki --threads 2 name", wanted);
    }
    assert_refused(NULL, "ponnuki --threads 0",
                   "--threads 0: must be a whole number from 1 to 64");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_a_word_each_core_has_a_thread),
        cmocka_unit_test(test_the_environment_takes_the_place_of_the_cores),
        cmocka_unit_test(test_who_names_a_number_has_chosen_it),
        cmocka_unit_test(test_what_is_allowed),
    };
    return cmocka_run_group_tests_name("command line", tests, NULL, NULL);
}
