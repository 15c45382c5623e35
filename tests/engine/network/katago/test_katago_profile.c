// SPDX-License-Identifier: MIT
#include "katago_profile.h"

#include <math.h>
#include <string.h>

#include "picture.h"

static KatagoProfile profile_named(const char *name)
{
    KatagoProfile profile;
    assert_true(katago_profile_read(name, &profile));
    return profile;
}

static void test_names(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"",
                                        "rank_9d",
                                        "rank_1d",
                                        "rank_1k",
                                        "rank_20k",
                                        "preaz_12k",
                                        "rank_20k_9d",
                                        "preaz_3d_10k",
                                        "proyear_1800",
                                        "proyear_2020",
                                        "proyear_2021",
                                        "proyear_2023"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        char bytes[40];
        Text text = text_over(bytes, sizeof bytes);
        KatagoProfile profile = profile_named(NAMES[i]);
        katago_profile_write(&profile, &text);
        assert_string_equal(bytes, NAMES[i]);
        KatagoProfile again = profile_named(bytes);
        assert_true(katago_profile_is_same(&profile, &again));
    }
    KatagoProfile none = profile_named("_"), equal = profile_named("rank_5k_5k");
    KatagoProfile single = profile_named("rank_5k"), old = profile_named("preaz_5k");
    assert_int_equal(none.source, KATAGO_SOURCE_NONE);
    assert_true(katago_profile_is_same(&equal, &single));
    assert_false(katago_profile_is_same(&old, &single));
}

static void test_what_is_no_name(void **state)
{
    (void)state;
    static const char *const WRONG[] = {"rank",          "rank_",
                                        "rank_5",        "rank_0k",
                                        "rank_21k",      "rank_10d",
                                        "rank_5k_",      "rank_5k_3",
                                        "rank_5k_3d_1d", "rank_5k3d",
                                        "rank_05k",      "rank_-5k",
                                        "rank_ 5k",      "Rank_5k",
                                        "preaz_x",       "proyear_",
                                        "proyear_1799",  "proyear_2024",
                                        "proyear_1985 ", "proyear_-1",
                                        "rank_5kyu",     " "};
    KatagoProfile profile = profile_named("rank_5k"), before = profile;
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        if (katago_profile_read(WRONG[i], &profile))
            fail_msg("`%s` is a name", WRONG[i]);
        assert_true(katago_profile_is_same(&profile, &before));
    }
}

// The number of ones from a place on; they come first.
static int count_ones(const float *numbers, int places)
{
    int ones = 0;
    while (ones < places && numbers[ones] > 0)
        ones++;
    for (int i = 0; i < places; i++)
        assert_true(numbers[i] == (i < ones ? 1.0f : 0.0f));
    return ones;
}

static void test_ranks_of_player_and_opponent(void **state)
{
    (void)state;
    float numbers[KATAGO_METADATA];
    KatagoProfile profile = profile_named("rank_5k_9d");
    katago_profile_fill(&profile, BLACK, 361, numbers);
    assert_int_equal(count_ones(numbers + 6, 34), 14);
    assert_int_equal(count_ones(numbers + 40, 34), 1);
    katago_profile_fill(&profile, WHITE, 361, numbers);
    assert_int_equal(count_ones(numbers + 6, 34), 1);
    assert_int_equal(count_ones(numbers + 40, 34), 14);
    assert_int_equal(count_ones(numbers, 6), 2); // both are human, and have ranks
}

// What depends on the date goes round once a week, and more slowly from there on.
static void assert_day(const char *name, double days)
{
    float numbers[KATAGO_METADATA];
    KatagoProfile profile = profile_named(name);
    double period = 7;
    katago_profile_fill(&profile, BLACK, 81, numbers);
    for (int i = 0; i < 32; i++, period *= pow(80000, 1.0 / 31)) {
        double angle = 6.283185307179586 * days / period;
        assert_true(fabs((double)numbers[87 + 2 * i] - cos(angle)) < 1e-5);
        assert_true(fabs((double)numbers[88 + 2 * i] - sin(angle)) < 1e-5);
    }
}

static void test_dates(void **state)
{
    (void)state;
    assert_day("rank_5k", 18322);      // 2020-03-01
    assert_day("preaz_5k", 17045);     // 2016-09-01
    assert_day("proyear_2022", 19144); // and the first of June
    assert_day("proyear_1846", -45139);
    assert_day("proyear_1800", -61940);
}

// Compared with what KataGo 1.17 tells a network of ours.
static void test_the_rest(void **state)
{
    (void)state;
    float numbers[KATAGO_METADATA];
    KatagoProfile kgs = profile_named("rank_5k"), pro = profile_named("proyear_2022");
    katago_profile_fill(&kgs, BLACK, 361, numbers);
    assert_true(numbers[74] == 0.5f && numbers[79] == 1.0f && numbers[153] == 1.0f);
    assert_true(fabsf(numbers[82] - 0.4f * (logf(1260) - 6.5f)) < 1e-6f);
    assert_true(fabsf(numbers[83] - 0.3f * (logf(31) - 3)) < 1e-6f);
    assert_true(fabsf(numbers[84] - 0.5f * (logf(7) - 1.5f)) < 1e-6f);
    assert_true(fabsf(numbers[85] - 0.25f * (logf(2) - 1.5f)) < 1e-6f);
    assert_true(numbers[86] == 0.0f);
    katago_profile_fill(&pro, WHITE, 81, numbers);
    assert_true(numbers[74] == 0.0f && numbers[75] == 1.0f && numbers[79] == 0.0f);
    assert_true(numbers[157] == 1.0f && numbers[153] == 0.0f);
    assert_true(fabsf(numbers[82] - 0.4f * (logf(60) - 6.5f)) < 1e-6f);
    assert_true(fabsf(numbers[86] - 0.5f * logf(81.0f / 361)) < 1e-6f);
    for (int i = 158; i < KATAGO_METADATA; i++)
        assert_true(numbers[i] == 0.0f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_what_is_no_name),
        cmocka_unit_test(test_ranks_of_player_and_opponent),
        cmocka_unit_test(test_dates),
        cmocka_unit_test(test_the_rest),
    };
    return cmocka_run_group_tests_name("katago_profile", tests, NULL, NULL);
}
