// SPDX-License-Identifier: MIT
//
// What clocks show.
#include <string.h>

#include "time_control_fixture.h"

static void test_there_is_no_limit_at_first(void **state)
{
    (void)state;
    TimeControl control;
    memset(&control, 0xff, sizeof control);
    time_control_init(&control);
    assert_false(time_control_is_limited(&control));
    assert_true(control.lag < 0); // unknown
    time_control_spend(&control, BLACK, 100);
    assert_false(time_control_is_limited(&control));
    control = control_of(TIME_ABSOLUTE, 10, 0, 0);
    assert_true(time_control_is_limited(&control));
    control = control_of(TIME_UNLIMITED, 10, 10, 1);
    assert_false(time_control_is_limited(&control));
}

static void test_settings_fill_both_clocks(void **state)
{
    (void)state;
    TimeControl control = control_of(TIME_CANADIAN, 60, 30, 5);
    for (Color player = BLACK; player <= WHITE; player++) {
        assert_true(control.left[player].seconds == 60);
        assert_int_equal(control.left[player].stones, 0);
    }
    control = control_of(TIME_CANADIAN, 0, 30, 5);
    assert_left(&control, 30, 5);
    control = control_of(TIME_BYO_YOMI, 0, 20, 3);
    assert_left(&control, 20, 3);
    control = control_of(TIME_ABSOLUTE, 0, 20, 3);
    assert_left(&control, 0, 0);
}

static void test_settings_keep_the_lag(void **state)
{
    (void)state;
    TimeControl control;
    time_control_init(&control);
    control.lag = 0.75;
    time_control_set(&control, &(TimeSettings){.system = TIME_ABSOLUTE, .main = 60});
    time_control_restart(&control);
    assert_true(control.lag == 0.75);
}

static void test_absolute_time_runs_down(void **state)
{
    (void)state;
    TimeControl control = control_of(TIME_ABSOLUTE, 60, 0, 0);
    spend(&control, 12.5);
    assert_left(&control, 47.5, 0);
    assert_true(control.left[WHITE].seconds == 60);
    spend(&control, 40);
    assert_left(&control, 7.5, 0);
    spend(&control, 8);
    assert_left(&control, 0, 0);
    spend(&control, 1);
    assert_left(&control, 0, 0);
}

static void test_canadian_periods_come_back(void **state)
{
    (void)state;
    TimeControl control = control_of(TIME_CANADIAN, 10, 30, 3);
    spend(&control, 4);
    assert_left(&control, 6, 0);
    spend(&control, 8); // two of them in overtime, and one stone of it
    assert_left(&control, 28, 2);
    spend(&control, 20);
    assert_left(&control, 8, 1);
    spend(&control, 7);
    assert_left(&control, 30, 3);
    spend(&control, 50); // too late
    assert_left(&control, 0, 2);
    spend(&control, 0);
    spend(&control, 0);
    assert_left(&control, 30, 3);
}

static void test_byo_yomi_periods_are_lost_one_by_one(void **state)
{
    (void)state;
    TimeControl control = control_of(TIME_BYO_YOMI, 10, 30, 3);
    spend(&control, 9);
    assert_left(&control, 1, 0);
    spend(&control, 21); // twenty in the first period, which comes back
    assert_left(&control, 30, 3);
    spend(&control, 29);
    assert_left(&control, 30, 3);
    spend(&control, 31);
    assert_left(&control, 30, 2);
    spend(&control, 45);
    assert_left(&control, 30, 1);
    spend(&control, 29);
    assert_left(&control, 30, 1);
    control = control_of(TIME_BYO_YOMI, 10, 30, 3);
    spend(&control, 75); // the main time and two periods
    assert_left(&control, 30, 1);
}

static void test_fischer_adds_time_after_a_move(void **state)
{
    (void)state;
    TimeControl control = fischer(60, 5, 0, 0);
    assert_left(&control, 60, 0);
    spend(&control, 12);
    assert_left(&control, 53, 0);
    spend(&control, 1);
    assert_left(&control, 57, 0);
    spend(&control, 100); // too late
    assert_left(&control, 5, 0);
    control = fischer(0, 5, 0, 0);
    assert_left(&control, 0, 0);
    spend(&control, 0);
    assert_left(&control, 5, 0);
}

static void test_a_fischer_clock_may_have_a_limit(void **state)
{
    (void)state;
    TimeControl control = fischer(60, 5, 62, 20);
    spend(&control, 1);
    assert_left(&control, 62, 0);
    spend(&control, 10);
    assert_left(&control, 57, 0);
    time_control_left(&control, BLACK, 40, 0);
    spend(&control, 10);
    assert_left(&control, 35, 0);
}

static void test_the_lag_is_charged(void **state)
{
    (void)state;
    TimeControl control = control_of(TIME_ABSOLUTE, 60, 0, 0);
    control.lag = 2;
    spend(&control, 8);
    assert_left(&control, 50, 0);
    control.lag = -1; // unknown
    spend(&control, 9.99);
    assert_left(&control, 40, 0);
    control = control_of(TIME_CANADIAN, 0, 30, 3);
    control.lag = 2;
    spend(&control, 8);
    assert_left(&control, 20, 2);
    control = control_of(TIME_BYO_YOMI, 0, 30, 3);
    control.lag = 2;
    spend(&control, 29);
    assert_left(&control, 30, 2);
}

static void test_each_player_has_a_clock(void **state)
{
    (void)state;
    TimeControl control = control_of(TIME_ABSOLUTE, 60, 0, 0);
    time_control_spend(&control, WHITE, 10);
    time_control_spend(&control, BLACK, 3);
    assert_left(&control, 57, 0);
    assert_true(control.left[WHITE].seconds == 50);
    time_control_left(&control, WHITE, 5, 0);
    assert_left(&control, 57, 0);
    assert_true(control.left[WHITE].seconds == 5);
}

static void test_the_controller_is_believed(void **state)
{
    (void)state;
    TimeControl control = control_of(TIME_CANADIAN, 60, 30, 5);
    time_control_left(&control, BLACK, 12.5, 0);
    assert_left(&control, 12.5, 0);
    time_control_left(&control, BLACK, 20, 4);
    assert_left(&control, 20, 4);
    time_control_left(&control, BLACK, -3, 4); // none left in the period
    assert_left(&control, 0, 4);
    assert_budget(&control, 100, 0, 0);
    time_control_left(&control, BLACK, 0, 0); // the end of the main time
    assert_left(&control, 30, 5);
    time_control_left(&control, BLACK, -1, 0);
    assert_left(&control, 30, 5);
    control = control_of(TIME_BYO_YOMI, 60, 30, 5);
    time_control_left(&control, BLACK, 0, 0);
    assert_left(&control, 30, 5);
    time_control_left(&control, BLACK, 30, 2);
    assert_left(&control, 30, 2);
    control = control_of(TIME_ABSOLUTE, 60, 0, 0);
    time_control_left(&control, BLACK, -1, 0);
    assert_left(&control, 0, 0);
    time_control_left(&control, BLACK, 20, 3); // there is no overtime
    assert_left(&control, 20, 0);
    control = fischer(60, 5, 0, 0);
    time_control_left(&control, BLACK, 20, 3);
    assert_left(&control, 20, 0);
    time_control_left(&control, BLACK, 0, 0);
    assert_left(&control, 0, 0);
}

static void test_a_restart_fills_the_clocks(void **state)
{
    (void)state;
    TimeControl control = control_of(TIME_CANADIAN, 60, 30, 5);
    spend(&control, 70);
    time_control_left(&control, WHITE, 3, 2);
    time_control_restart(&control);
    assert_left(&control, 60, 0);
    assert_true(control.left[WHITE].seconds == 60);
    assert_int_equal(control.left[WHITE].stones, 0);
    assert_int_equal(control.settings.system, TIME_CANADIAN);
}

// Black's clock shows so much, he takes 2 s, and then it shows so much.
static double learnt(TimeControl *control, double before, double after, int stones)
{
    control->late = 0;
    time_control_left(control, BLACK, before, stones);
    spend(control, 2);
    time_control_left(control, BLACK, after, stones > 0 ? stones - 1 : 0);
    return control->late;
}

static void test_the_clock_tells_of_the_lag(void **state)
{
    (void)state;
    TimeControl control = control_of(TIME_ABSOLUTE, 60, 0, 0);
    assert_true(are_close(learnt(&control, 30, 27.75, 0), 0.25));
    assert_true(learnt(&control, 30, 28.5, 0) == 0);
    assert_true(learnt(&control, 30, 20.5, 0) == 0.5); // once is no rule
    assert_true(learnt(&control, 30, 27, 0) == 0);     // whole seconds are rounded ones
    control.lag = 0.1;                                 // known
    assert_true(are_close(learnt(&control, 30, 27.75, 0), 0.15));
    control = control_of(TIME_CANADIAN, 60, 30, 5);
    assert_true(are_close(learnt(&control, 30, 27.75, 0), 0.25));
    assert_true(are_close(learnt(&control, 20, 17.75, 3), 0.25));
    assert_true(learnt(&control, 1.5, 29.75, 0) == 0); // overtime has begun
    control = control_of(TIME_BYO_YOMI, 0, 30, 5);
    assert_true(learnt(&control, 30.5, 29.5, 5) == 0);
    control = fischer(60, 5, 33.5, 0);
    assert_true(are_close(learnt(&control, 30, 32.75, 0), 0.25));
    assert_true(are_close(learnt(&control, 33, 33.25, 0), 0.25));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_there_is_no_limit_at_first),
        cmocka_unit_test(test_settings_fill_both_clocks),
        cmocka_unit_test(test_settings_keep_the_lag),
        cmocka_unit_test(test_absolute_time_runs_down),
        cmocka_unit_test(test_canadian_periods_come_back),
        cmocka_unit_test(test_byo_yomi_periods_are_lost_one_by_one),
        cmocka_unit_test(test_fischer_adds_time_after_a_move),
        cmocka_unit_test(test_a_fischer_clock_may_have_a_limit),
        cmocka_unit_test(test_the_lag_is_charged),
        cmocka_unit_test(test_each_player_has_a_clock),
        cmocka_unit_test(test_the_controller_is_believed),
        cmocka_unit_test(test_a_restart_fills_the_clocks),
        cmocka_unit_test(test_the_clock_tells_of_the_lag),
    };
    return cmocka_run_group_tests_name("time control", tests, NULL, NULL);
}
