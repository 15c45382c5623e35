// SPDX-License-Identifier: MIT
#include "params.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "picture.h"

typedef struct Range {
    const char *name;
    size_t offset; // of an int in Params
    int low, high;
} Range;

static const Range RANGES[] = {
    {"capture_rate", offsetof(Params, capture_rate), 0, 256},
    {"two_liberty_rate", offsetof(Params, two_liberty_rate), 0, 256},
    {"eye_rate", offsetof(Params, eye_rate), 0, 256},
    {"nakade_rate", offsetof(Params, nakade_rate), 0, 256},
    {"pattern_rate", offsetof(Params, pattern_rate), 0, 256},
    {"selfatari_rate", offsetof(Params, selfatari_rate), 0, 256},
    {"expand_visits", offsetof(Params, expand_visits), 1, 1000},
    {"rave_equivalence", offsetof(Params, rave_equivalence), 1, 1000000},
    {"amaf_soon", offsetof(Params, amaf_soon), 0, 1000},
    {"amaf_early", offsetof(Params, amaf_early), 0, 16},
    {"amaf_tree", offsetof(Params, amaf_tree), 0, 16},
    {"exploration", offsetof(Params, exploration), 0, 1000},
    {"cpuct", offsetof(Params, cpuct), 1, 1000},
    {"puct_playouts_9", offsetof(Params, puct_playouts_9), 0, 95},
    {"puct_playouts_13", offsetof(Params, puct_playouts_13), 0, 95},
    {"puct_playouts_19", offsetof(Params, puct_playouts_19), 0, 95},
    {"playout_prior_visits", offsetof(Params, playout_prior_visits), 1, 10000},
    {"fpu_reduction", offsetof(Params, fpu_reduction), 0, 100},
    {"value_bias", offsetof(Params, value_bias), 0, 100},
    {"policy_bias", offsetof(Params, policy_bias), 0, 100},
    {"prior_network", offsetof(Params, prior_network), 1, 10000},
    {"value_points", offsetof(Params, value_points), 0, 50},
    {"prior_even", offsetof(Params, prior_even), 2, 100},
    {"prior_capture", offsetof(Params, prior_capture), 0, 100},
    {"prior_futile", offsetof(Params, prior_futile), 0, 100},
    {"prior_catch", offsetof(Params, prior_catch), 0, 100},
    {"prior_evade", offsetof(Params, prior_evade), 0, 100},
    {"prior_pattern", offsetof(Params, prior_pattern), 0, 100},
    {"prior_selfatari", offsetof(Params, prior_selfatari), 0, 100},
    {"prior_suicide", offsetof(Params, prior_suicide), 0, 100},
    {"prior_near1", offsetof(Params, prior_near1), 0, 100},
    {"prior_near2", offsetof(Params, prior_near2), 0, 100},
    {"prior_near3", offsetof(Params, prior_near3), 0, 100},
    {"prior_edge", offsetof(Params, prior_edge), 0, 100},
    {"prior_pass", offsetof(Params, prior_pass), 0, 100},
    {"dynamic_komi", offsetof(Params, dynamic_komi), 0, 100},
    {"resign_percent", offsetof(Params, resign_percent), 0, 50},
    {"resign_streak", offsetof(Params, resign_streak), 1, 100},
};

enum { RANGE_COUNT = sizeof RANGES / sizeof RANGES[0] };

static void store(Params *params, const Range *range, int value)
{
    memcpy((char *)params + range->offset, &value, sizeof value);
}

static void assert_params_equal(const Params *found, const Params *expected)
{
    assert_memory_equal(found, expected, sizeof *found);
}

static void test_every_field_is_named(void **state)
{
    (void)state;
    assert_int_equal(RANGE_COUNT, sizeof(Params) / sizeof(int));
    for (int i = 0; i < RANGE_COUNT; i++)
        for (int j = 0; j < i; j++)
            assert_int_not_equal(RANGES[i].offset, RANGES[j].offset);
}

static void test_setting_changes_one_field_only(void **state)
{
    (void)state;
    for (int i = 0; i < RANGE_COUNT; i++) {
        const Range *range = &RANGES[i];
        const int values[] = {range->low, range->low + 1, range->high - 1, range->high};
        for (int j = 0; j < 4; j++) {
            Params params = PARAMS_DEFAULT, expected = PARAMS_DEFAULT;
            store(&expected, range, values[j]);
            assert_true(params_set(&params, range->name, values[j]));
            assert_params_equal(&params, &expected);
        }
    }
}

static void test_values_out_of_range_change_nothing(void **state)
{
    (void)state;
    for (int i = 0; i < RANGE_COUNT; i++) {
        const Range *range = &RANGES[i];
        const int values[] = {INT_MIN, range->low - 1, range->high + 1, INT_MAX};
        for (int j = 0; j < 4; j++) {
            Params params = PARAMS_DEFAULT;
            assert_false(params_set(&params, range->name, values[j]));
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
    for (int i = 0; i < RANGE_COUNT; i++) {
        int value;
        memcpy(&value, (const char *)&PARAMS_DEFAULT + RANGES[i].offset, sizeof value);
        assert_in_range(value, RANGES[i].low, RANGES[i].high);
    }
}

static void test_write_lists_every_field_once(void **state)
{
    (void)state;
    char bytes[2][1024];
    Text found = text_over(bytes[0], sizeof bytes[0]);
    Text expected = text_over(bytes[1], sizeof bytes[1]);
    Params params = PARAMS_DEFAULT;
    for (int i = 0; i < RANGE_COUNT; i++) {
        store(&params, &RANGES[i], 100 + i);
        text_printf(&expected, "%s %d\n", RANGES[i].name, 100 + i);
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

static void test_values_are_found_by_name(void **state)
{
    (void)state;
    Params params = PARAMS_DEFAULT;
    int value = -7;
    for (int i = 0; i < RANGE_COUNT; i++) {
        store(&params, &RANGES[i], RANGES[i].high);
        assert_string_equal(params_name(i), RANGES[i].name);
        assert_true(params_get(&params, RANGES[i].name, &value));
        assert_int_equal(value, RANGES[i].high);
    }
    for (int i = 0; i < RANGE_COUNT; i++) {
        int low, high;
        assert_true(params_range(RANGES[i].name, &low, &high));
        assert_int_equal(low, RANGES[i].low);
        assert_int_equal(high, RANGES[i].high);
    }
    int low = -7, high = -7;
    assert_false(params_range("komi", &low, &high));
    assert_int_equal(low, -7);
    assert_int_equal(high, -7);
    assert_null(params_name(RANGE_COUNT));
    assert_null(params_name(-1));
    value = -7;
    assert_false(params_get(&params, "komi", &value));
    assert_int_equal(value, -7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_are_found_by_name),
        cmocka_unit_test(test_every_field_is_named),
        cmocka_unit_test(test_setting_changes_one_field_only),
        cmocka_unit_test(test_values_out_of_range_change_nothing),
        cmocka_unit_test(test_unknown_names_change_nothing),
        cmocka_unit_test(test_defaults_are_in_range),
        cmocka_unit_test(test_write_lists_every_field_once),
        cmocka_unit_test(test_what_is_written_can_be_set),
    };
    return cmocka_run_group_tests_name("params", tests, NULL, NULL);
}
