// SPDX-License-Identifier: MIT
#include "katago_output.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "picture.h"

enum { SIDE = 2, PLACES = SIDE * SIDE };

static const float LOG_2 = 0.6931472F, LOG_3 = 1.0986123F;

// A network without layers.
typedef struct Fake {
    LayerArray arrays[1];
    KatagoModel model;
    Point points[POINT_COUNT_MAX];
    Bitboard legal;
    KatagoShown shown;
} Fake;

static void fake_init(Fake *fake, int version, int policies)
{
    *fake =
        (Fake){.arrays = {{.channels = policies}}, .legal = picture_points("A2 A1 B1")};
    fake->model = (KatagoModel){.list = {.arrays = fake->arrays, .array_count = 1},
                                .arrays = {.policy = 0, .metadata = NO_ARRAY},
                                .version = version,
                                .multipliers = {20, 20, 10, 30, 40, 0.25F, 100}};
    katago_points(SIDE, SIDE, fake->points);
    fake->shown = (KatagoShown){fake->points, PLACES, &fake->legal, true};
}

static void assert_near(float found, double wanted)
{
    if (!(fabs((double)found - wanted) <= 1e-5 * (1 + fabs(wanted))))
        fail_msg("%.7g should be %.7g", (double)found, wanted);
}

static void test_rows_begin_at_the_top(void **state)
{
    (void)state;
    Point points[POINT_COUNT_MAX];
    katago_points(3, 2, points);
    assert_int_equal(points[0], point_at(0, 2));
    assert_int_equal(points[2], point_at(2, 2));
    assert_int_equal(points[3], point_at(0, 1));
}

// Of 1, 2 and 3 for the legal points A2, A1 and B1, and 4 for the pass.
static void test_chances_are_those_of_legal_moves(void **state)
{
    (void)state;
    Fake fake;
    float policy[POINT_LIMIT];
    float points[] = {0, 50, LOG_2, LOG_3}, pass[] = {2 * LOG_2};
    fake_init(&fake, 8, 1);
    KatagoRawOutput raw = {
        .policy = points, .pass = pass, .policy_stride = fake.arrays[0].channels};
    katago_output_policy(&fake.model, &raw, &fake.shown, 1, policy);
    assert_near(policy[point_at(0, 2)], 0.1);
    assert_near(policy[point_at(0, 1)], 0.2);
    assert_near(policy[point_at(1, 1)], 0.3);
    assert_near(policy[PASS], 0.4);
    assert_true(policy[point_at(1, 2)] == 0 && policy[point_at(2, 2)] == 0);
}

static void test_logits_may_be_large(void **state)
{
    (void)state;
    Fake fake;
    float policy[POINT_LIMIT], points[] = {1e4F, 2e4F, 1e4F, -1e4F}, pass[] = {-3e4F};
    fake_init(&fake, 8, 1);
    KatagoRawOutput raw = {
        .policy = points, .pass = pass, .policy_stride = fake.arrays[0].channels};
    katago_output_policy(&fake.model, &raw, &fake.shown, 0, policy);
    assert_near(policy[point_at(0, 2)], 0.5);
    assert_near(policy[point_at(0, 1)], 0.5);
    assert_true(policy[PASS] == 0);
}

// Behind the optimistic policy there may be others, which mean nothing here.
static void test_optimism_mixes_logits(void **state)
{
    (void)state;
    Fake fake;
    float policy[POINT_LIMIT];
    float points[4 * PLACES] = {0}, pass[4] = {0, 2 * LOG_3, 7, 7};
    points[3] = 7;
    fake_init(&fake, 16, 4);
    KatagoRawOutput raw = {
        .policy = points, .pass = pass, .policy_stride = fake.arrays[0].channels};
    static const double PASSES[] = {0.25, 0.5, 0.75};
    for (int i = 0; i < 3; i++) {
        katago_output_policy(&fake.model, &raw, &fake.shown, (float)i / 2, policy);
        assert_near(policy[PASS], PASSES[i]);
    }
    fake.model.arrays.metadata = 0; // it imitates people
    katago_output_policy(&fake.model, &raw, &fake.shown, 1, policy);
    assert_near(policy[PASS], 0.25);
}

// With and without a chance of no result, which counts as no points.
static void test_value_and_score(void **state)
{
    (void)state;
    Fake fake;
    KatagoOutput output;
    float value[] = {LOG_3, LOG_2, LOG_3};
    float score[] = {0.5F, 0, -0.25F, 0, 0, 0}, owner[] = {0, 1, -1, 0.5F};
    fake_init(&fake, 15, 2);
    KatagoRawOutput raw = {
        .value = value, .score = score, .ownership = owner, .ownership_stride = 1};
    katago_output(&fake.model, &raw, &fake.shown, &output);
    assert_near(output.win, 3.0 / 8);
    assert_near(output.loss, 2.0 / 8);
    assert_near(output.no_result, 3.0 / 8);
    assert_near(output.score_mean, 10 * 5.0 / 8);
    assert_near(output.lead, -0.25 * 30 * 5.0 / 8);
    assert_near(output.score_stdev,
                sqrt((100 + 100 * LOG_2 * LOG_2) * 5.0 / 8 - 6.25 * 6.25));
    assert_near(output.ownership[point_at(0, 2)], 0);
    assert_near(output.ownership[point_at(1, 2)], tanh(1));
    assert_near(output.ownership[point_at(0, 1)], -tanh(1));
    fake.shown.has_no_result = false;
    katago_output(&fake.model, &raw, &fake.shown, &output);
    assert_near(output.win, 0.6);
    assert_near(output.loss, 0.4);
    assert_true(output.no_result == 0);
    assert_near(output.score_mean, 10);
    assert_near(output.lead, -7.5);
    assert_near(output.score_stdev, 10 * (double)LOG_2);
}

static KatagoOutput output_of(int version, const float score[6])
{
    Fake fake;
    KatagoOutput output;
    float value[3] = {0}, owner[PLACES] = {0};
    fake_init(&fake, version, 1);
    fake.shown.has_no_result = false;
    KatagoRawOutput raw = {
        .value = value, .score = score, .ownership = owner, .ownership_stride = 1};
    katago_output(&fake.model, &raw, &fake.shown, &output);
    return output;
}

static void test_errors_of_each_version(void **state)
{
    (void)state;
    // Softplus makes log(1 + 3) and log(1 + 9) of the last two.
    const float score[] = {0, 0, 0, 0, LOG_3, 2 * LOG_3};
    KatagoOutput output = output_of(8, score);
    assert_true(output.win_error == -1 && output.score_error == -1 &&
                output.variance_time == -1);
    output = output_of(9, score);
    assert_near(output.variance_time, 40 * (double)LOG_2);
    assert_near(output.win_error, log(4));
    assert_near(output.score_error, 10 * log(10));
    output = output_of(13, score);
    assert_near(output.win_error, sqrt(log(4) * 0.25));
    assert_near(output.score_error, sqrt(log(10) * 100));
    output = output_of(14, score);
    assert_near(output.win_error, log(1 + sqrt(3)) * 0.5);
    assert_near(output.score_error, log(4) * 10);
}

static void test_scores_of_old_versions(void **state)
{
    (void)state;
    const float score[] = {1.5F, 0, 4, 0, 0, 0};
    KatagoOutput output = output_of(3, score);
    assert_near(output.score_mean, 1.5 * 2 * SIDE);
    assert_near(output.lead, 1.5 * 2 * SIDE);
    assert_true(output.score_stdev == 0 && output.no_result > 0.3F);
    output = output_of(7, score); // which tells no lead
    assert_near(output.score_mean, 30);
    assert_near(output.lead, 45);
    assert_near(output.score_stdev, 10 * (double)LOG_2);
    output = output_of(8, score);
    assert_near(output.lead, 120);
}

static void test_large_numbers_stay_numbers(void **state)
{
    (void)state;
    const float score[] = {-1e30F, 1000, 0, 1000, 1000, 1000};
    KatagoOutput output = output_of(3, score);
    assert_near(output.score_mean, -4e6);
    output = output_of(15, (const float[]){0, 1000, 0, 1000, 1000, -1000});
    assert_near(output.score_stdev, 1e4);
    assert_near(output.win_error, 250);
    assert_near(output.score_error, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows_begin_at_the_top),
        cmocka_unit_test(test_chances_are_those_of_legal_moves),
        cmocka_unit_test(test_logits_may_be_large),
        cmocka_unit_test(test_optimism_mixes_logits),
        cmocka_unit_test(test_value_and_score),
        cmocka_unit_test(test_errors_of_each_version),
        cmocka_unit_test(test_scores_of_old_versions),
        cmocka_unit_test(test_large_numbers_stay_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
