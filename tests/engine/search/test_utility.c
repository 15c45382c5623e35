// SPDX-License-Identifier: MIT
//
// What evaluations by KataGo's networks are worth. Those of ours: test_worker.c.
#include "utility.h"

#include <math.h>
#include <string.h>

#include "picture.h"

enum { SIDE = 9 };

// A search on 9x9 by Black, without points in its utility.
typedef struct Fixture {
    PlayoutPolicy policy;
    SearchContext context;
} Fixture;

static int create(void **state)
{
    static Fixture fixture;
    memset(&fixture, 0, sizeof fixture);
    fixture.policy.params = PARAMS_DEFAULT;
    fixture.policy.params.katago_points = fixture.policy.params.katago_more_points = 0;
    fixture.context.policy = &fixture.policy;
    fixture.context.root.columns = fixture.context.root.rows = SIDE;
    fixture.context.order.player = BLACK;
    fixture.context.asks_katago = fixture.context.weighs_children = true;
    fixture.context.puct.range = 2;
    *state = &fixture;
    return 0;
}

// The mean of a curve over final scores: an integral over six deviations either way.
static double mean_of_curve(double points, double stdev, double center, double width)
{
    enum { STEPS = 2000 };
    double sum = 0, weights = 0, two_by_pi = 2 / acos(-1);
    for (int i = 0; i <= STEPS; i++) {
        double deviations = 12.0 * i / STEPS - 6;
        double weight = exp(-deviations * deviations / 2);
        double score = points + deviations * stdev;
        sum += weight * two_by_pi * atan((score - center) / width);
        weights += weight;
    }
    return sum / weights;
}

static void test_without_points_it_is_the_chance_to_win(void **state)
{
    const Fixture *fixture = *state;
    for (int i = 0; i <= 10; i++) {
        Evaluation evaluation = {.win = 0.1f * (float)i, .points = 30};
        float utility = utility_of(&fixture->context, WHITE, &evaluation);
        assert_true(fabsf(utility - evaluation.win) < 1e-6f);
    }
}

// All of the range is points here; an even chance leaves only these.
static void test_points_count_as_their_mean_over_final_scores(void **state)
{
    Fixture *fixture = *state;
    static const double SPREADS[] = {0, 2, 6, 15, 40};
    fixture->context.puct.range = 4;
    for (int more = 0; more < 2; more++) {
        fixture->policy.params.katago_points = more ? 0 : 100;
        fixture->policy.params.katago_more_points = more ? 100 : 0;
        fixture->context.expected_score = 7;
        for (int i = 0; i < 5; i++)
            for (int points = -60; points <= 60; points += 3) {
                double stdev = SPREADS[i], width = (more ? 0.75 : 2) * SIDE;
                double mean = mean_of_curve(points, stdev, more ? 7 : 0, width);
                Evaluation evaluation = {
                    .win = 0.5f, .points = (float)points, .stdev = (float)stdev};
                double found =
                    (double)utility_of(&fixture->context, BLACK, &evaluation);
                double tolerance = stdev > 0 ? 0.01 / 4 : 1e-4;
                assert_true(fabs(found - 0.5 - mean / 4) < tolerance);
            }
    }
}

// What is expected of one player is expected of the other with the other sign.
static void test_both_players_see_the_same_game(void **state)
{
    Fixture *fixture = *state;
    fixture->policy.params = PARAMS_DEFAULT;
    fixture->context.puct.range = 2.8f;
    utility_expect_score(&fixture->context, 5);
    for (int points = -20; points <= 20; points++) {
        Evaluation black = {.win = 0.7f, .points = (float)points, .stdev = 8};
        Evaluation white = {.win = 0.3f, .points = (float)-points, .stdev = 8};
        float utility = utility_of(&fixture->context, BLACK, &black);
        float other = utility_of(&fixture->context, WHITE, &white);
        assert_true(fabsf(utility + other - 1) < 1e-5f);
    }
}

static void test_a_search_begins_near_the_score_of_the_network(void **state)
{
    Fixture *fixture = *state;
    static const float SCORES[] = {0, 10, -10, 33.75f, 60, -60};
    static const float EXPECTED[] = {0, 8, -8, 27, 53.25f, -53.25f};
    for (int i = 0; i < 6; i++) {
        utility_expect_score(&fixture->context, SCORES[i]);
        assert_true(fabsf(fixture->context.expected_score - EXPECTED[i]) < 1e-4f);
    }
}

static void test_sure_results_weigh_more(void **state)
{
    Fixture *fixture = *state;
    static const float ERRORS[] = {-1, 0, 0.09375f, 0.21875f, 0.46875f, 1e9f};
    static const uint32_t WEIGHTS[] = {64, 512, 128, 64, 32, 1};
    fixture->policy.params.katago_errors = 25;
    for (int i = 0; i < 6; i++) {
        Evaluation evaluation = {.error = ERRORS[i]};
        assert_int_equal(utility_weight(&fixture->context, &evaluation), WEIGHTS[i]);
    }
    const Evaluation sure = {.error = 0};
    fixture->context.weighs_children = false; // playouts count, too
    assert_int_equal(utility_weight(&fixture->context, &sure), VALUE_STEPS);
    fixture->context.weighs_children = true;
    fixture->policy.params.katago_errors = 0;
    assert_int_equal(utility_weight(&fixture->context, &sure), VALUE_STEPS);
}

// An error of the score is as bad as what the points are worth near the expected score.
static void test_errors_are_of_the_utility(void **state)
{
    Fixture *fixture = *state;
    NetworkOutput output = {
        .win = 0.6f, .score = 9, .score_mean = 3, .score_stdev = 7};
    assert_true(utility_evaluation(&fixture->context, &output).error < 0);
    output.win_error = 0.1f;
    output.score_error = 2;
    Evaluation evaluation = utility_evaluation(&fixture->context, &output);
    assert_true(fabsf(evaluation.error - 0.2f) < 1e-6f);
    assert_true(evaluation.win == output.win &&
                evaluation.points == output.score_mean &&
                evaluation.stdev == output.score_stdev);
    fixture->policy.params.katago_more_points = 30;
    double point = 0.3 * mean_of_curve(1, 7, 0, 0.75 * SIDE); // nearly the slope at 0
    evaluation = utility_evaluation(&fixture->context, &output);
    assert_true(fabs((double)evaluation.error - 0.2 - 2 * point) < 1e-3);
    fixture->context.asks_katago = false;
    assert_true(utility_evaluation(&fixture->context, &output).error < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_without_points_it_is_the_chance_to_win, create),
        cmocka_unit_test_setup(test_points_count_as_their_mean_over_final_scores,
                               create),
        cmocka_unit_test_setup(test_both_players_see_the_same_game, create),
        cmocka_unit_test_setup(test_a_search_begins_near_the_score_of_the_network,
                               create),
        cmocka_unit_test_setup(test_sure_results_weigh_more, create),
        cmocka_unit_test_setup(test_errors_are_of_the_utility, create),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
