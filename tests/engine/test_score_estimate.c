// SPDX-License-Identifier: MIT
#include "score_estimate.h"

#include <math.h>

#include "picture.h"

static bool is_near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

static void test_without_a_network_playouts_tell_all(void **state)
{
    (void)state;
    Point p = picture_point("C3");
    SearchReport report = {.score = -3.5, .playouts = 80, .ownership_playouts = 50};
    MoveView view = {.score = 26.5, .playouts = 10};
    report.ownership[p] = -20;
    assert_true(is_near(score_estimate_score(&report), -3.5));
    assert_true(is_near(score_estimate_owner(&report, p), -0.4));
    // Thirty playouts of all moves, ten of this one.
    assert_true(is_near(score_estimate_move_score(&report, &view), 4));
}

static void test_the_network_tells_half(void **state)
{
    (void)state;
    Point p = picture_point("C3");
    SearchReport report = {.score = 3,
                           .playouts = 80,
                           .ownership_playouts = 50,
                           .evaluations = 8,
                           .network_score = -5,
                           .network_part = 0.5};
    report.ownership[p] = 10;
    report.network_owner[p] = 0.8;
    assert_true(is_near(score_estimate_score(&report), -1));
    assert_true(is_near(score_estimate_owner(&report, p), 0.5));
    // Of a move about which nothing is known, what is known of all.
    MoveView view = {.playouts = 0};
    assert_true(is_near(score_estimate_move_score(&report, &view), -1));
    // Playouts: (90 + 30 * 33) / 60; the network: (-20 + 12 * 3) / 16.
    view =
        (MoveView){.score = 33, .playouts = 30, .evaluations = 12, .network_score = 3};
    assert_true(is_near(score_estimate_move_score(&report, &view), 9.5));
}

// When every simulation has ended by passes in the tree.
static void test_no_owner_is_told_without_playouts(void **state)
{
    (void)state;
    SearchReport report = {.playouts = 3, .evaluations = 1};
    report.network_owner[picture_point("C3")] = 1;
    assert_true(score_estimate_owner(&report, picture_point("C3")) == 0);
}

static void test_without_playouts_the_network_tells_all(void **state)
{
    (void)state;
    Point p = picture_point("C3");
    SearchReport report = {.evaluations = 1, .network_score = -5};
    MoveView view = {.playouts = 0};
    report.network_owner[p] = 0.8;
    assert_true(is_near(score_estimate_score(&report), -5));
    assert_true(is_near(score_estimate_owner(&report, p), 0.8));
    assert_true(is_near(score_estimate_move_score(&report, &view), -5));
}

// Of few evaluations below a move, the deviation is drawn to that of all.
static void test_a_network_may_tell_the_deviation_by_move(void **state)
{
    (void)state;
    SearchReport report = {.evaluations = 100, .network_score_deviation = 10};
    MoveView view = {.evaluations = 12, .network_score_deviation = 6};
    double wanted = sqrt((12 * 36 + 4 * 100) / 16.0);
    assert_true(is_near(score_estimate_move_deviation(&report, &view), wanted));
    view.network_score_deviation = -1; // it does not
    assert_true(is_near(score_estimate_move_deviation(&report, &view), 10));
}

// As after a pass that wins at once: the board tells the owners.
static void test_owners_that_no_playout_has_found(void **state)
{
    (void)state;
    Point p = picture_point("C3");
    SearchReport report = {.ownership_playouts = 1};
    report.ownership[p] = -1;
    assert_true(score_estimate_owner(&report, p) == -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_a_network_playouts_tell_all),
        cmocka_unit_test(test_the_network_tells_half),
        cmocka_unit_test(test_no_owner_is_told_without_playouts),
        cmocka_unit_test(test_a_network_may_tell_the_deviation_by_move),
        cmocka_unit_test(test_owners_that_no_playout_has_found),
        cmocka_unit_test(test_without_playouts_the_network_tells_all),
    };
    return cmocka_run_group_tests_name("estimate", tests, NULL, NULL);
}
