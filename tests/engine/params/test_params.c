// SPDX-License-Identifier: MIT
#include "params.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "picture.h"

enum { FIELDS = sizeof(Params) / sizeof(int) };

// A field as the table of params.c has it.
typedef struct ParamRange {
    const char *name;
    int low, high;
} ParamRange;

static ParamRange range_at(int index)
{
    ParamRange range = {.name = params_name(index)};
    assert_non_null(range.name);
    assert_true(params_range(range.name, &range.low, &range.high));
    assert_true(range.low < range.high);
    return range;
}

static void assert_params_equal(const Params *found, const Params *expected)
{
    assert_memory_equal(found, expected, sizeof *found);
}

// The index of the only int in which two structs differ.
static int changed_field(const Params *a, const Params *b)
{
    int changed = -1;
    for (int i = 0; i < FIELDS; i++) {
        const char *of_a = (const char *)a + (size_t)i * sizeof(int);
        const char *of_b = (const char *)b + (size_t)i * sizeof(int);
        if (memcmp(of_a, of_b, sizeof(int)) != 0) {
            assert_int_equal(changed, -1);
            changed = i;
        }
    }
    return changed;
}

// The names stand in the order of the fields, so a name that is set to another field's
// place is found, too.
static void test_each_name_sets_its_field_only(void **state)
{
    (void)state;
    for (int i = 0; i < FIELDS; i++) {
        ParamRange range = range_at(i);
        const int values[] = {range.low, range.low + 1, range.high - 1, range.high};
        for (int j = 0; j < 4; j++) {
            Params params = PARAMS_DEFAULT;
            int before, found;
            assert_true(params_get(&params, range.name, &before));
            assert_true(params_set(&params, range.name, values[j]));
            assert_true(params_get(&params, range.name, &found));
            assert_int_equal(found, values[j]);
            assert_int_equal(changed_field(&params, &PARAMS_DEFAULT),
                             values[j] == before ? -1 : i);
        }
    }
    assert_null(params_name(FIELDS));
    assert_null(params_name(-1));
}

static void test_names_are_those_of_the_fields(void **state)
{
    (void)state;
    Params params = PARAMS_DEFAULT;
    assert_true(params_set(&params, "capture_rate", 17));
    assert_true(params_set(&params, "cpuct", 18));
    assert_true(params_set(&params, "resign_percent", 19));
    assert_int_equal(params.capture_rate, 17);
    assert_int_equal(params.cpuct, 18);
    assert_int_equal(params.resign_percent, 19);
}

static void test_values_out_of_range_change_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < FIELDS; i++) {
        ParamRange range = range_at(i);
        const int values[] = {INT_MIN, range.low - 1, range.high + 1, INT_MAX};
        for (int j = 0; j < 4; j++) {
            Params params = PARAMS_DEFAULT;
            assert_false(params_set(&params, range.name, values[j]));
            assert_params_equal(&params, &PARAMS_DEFAULT);
        }
    }
}

static void test_unknown_names_change_nothing(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"",
                                        "komi",
                                        "prior",
                                        "prior_even ",
                                        "Prior_Even",
                                        " prior_even",
                                        "prior_eve",
                                        "prior_evens",
                                        "capture_rate=1"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        Params params = PARAMS_DEFAULT;
        assert_false(params_set(&params, NAMES[i], 5));
        assert_params_equal(&params, &PARAMS_DEFAULT);
    }
}

static void test_defaults_are_in_range(void **state)
{
    (void)state;
    for (int i = 0; i < FIELDS; i++) {
        ParamRange range = range_at(i);
        int value;
        assert_true(params_get(&PARAMS_DEFAULT, range.name, &value));
        assert_in_range(value, range.low, range.high);
    }
}

static void test_write_lists_every_field_once(void **state)
{
    (void)state;
    char bytes[2][1024];
    Text found = text_over(bytes[0], sizeof bytes[0]);
    Text expected = text_over(bytes[1], sizeof bytes[1]);
    Params params = PARAMS_DEFAULT;
    for (int i = 0; i < FIELDS; i++) {
        ParamRange range = range_at(i);
        assert_true(params_set(&params, range.name, range.high));
        text_printf(&expected, "%s %d\n", range.name, range.high);
    }
    params_write(&params, &found);
    assert_false(found.truncated);
    assert_string_equal(found.bytes, expected.bytes);
}

static void test_what_is_written_can_be_set(void **state)
{
    (void)state;
    char bytes[1024], *rest = NULL;
    Text text = text_over(bytes, sizeof bytes);
    params_write(&PARAMS_DEFAULT, &text);
    Params params = {0};
    for (char *line = strtok_r(text.bytes, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        char *blank = strchr(line, ' ');
        assert_non_null(blank);
        *blank = '\0';
        assert_true(params_set(&params, line, atoi(blank + 1)));
    }
    assert_params_equal(&params, &PARAMS_DEFAULT);
}

static void test_unknown_names_give_nothing(void **state)
{
    (void)state;
    int value = -7, low = -7, high = -7;
    assert_false(params_range("komi", &low, &high));
    assert_false(params_get(&PARAMS_DEFAULT, "komi", &value));
    assert_int_equal(low, -7);
    assert_int_equal(high, -7);
    assert_int_equal(value, -7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unknown_names_give_nothing),
        cmocka_unit_test(test_names_are_those_of_the_fields),
        cmocka_unit_test(test_each_name_sets_its_field_only),
        cmocka_unit_test(test_values_out_of_range_change_nothing),
        cmocka_unit_test(test_unknown_names_change_nothing),
        cmocka_unit_test(test_defaults_are_in_range),
        cmocka_unit_test(test_write_lists_every_field_once),
        cmocka_unit_test(test_what_is_written_can_be_set),
    };
    return cmocka_run_group_tests_name("params", tests, NULL, NULL);
}
