// SPDX-License-Identifier: MIT
#include "time_control.h"

#include <string.h>

#include "picture.h"
#include "rng.h"

static TimeControl control_of(TimeSystem system, double main, double period, int stones)
{
    TimeControl control;
    const TimeSettings settings = {system, main, period, stones};
    time_control_init(&control);
    time_control_set(&control, &settings);
    return control;
}

static bool are_close(double a, double b)
{
    return a - b < 1e-6 && b - a < 1e-6;
}

// Fails unless Black's clock shows this.
static void assert_left(const TimeControl *control, double seconds, int stones)
{
    const TimeLeft *left = &control->left[BLACK];
    if (!are_close(left->seconds, seconds) || left->stones != stones)
        fail_msg("the clock shows %f s, %d stones instead of %f s, %d stones",
                 left->seconds, left->stones, seconds, stones);
}

static void spend(TimeControl *control, double seconds)
{
    time_control_spend(control, BLACK, seconds);
}

static void test_there_is_no_limit_at_first(void **state)
{
    (void)state;
    TimeControl control;
    memset(&control, 0xff, sizeof control);
    time_control_init(&control);
    assert_false(time_control_is_limited(&control));
    assert_true(control.lag > 0 && control.lag < 1);
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
    time_control_set(&control, &(TimeSettings){TIME_ABSOLUTE, 60, 0, 0});
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
    assert_true(time_control_budget(&control, BLACK, 361, 100) == 0);
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

static void test_overtime_budgets(void **state)
{
    (void)state;
    TimeControl control = control_of(TIME_CANADIAN, 0, 30, 5);
    control.lag = 0.5;
    assert_true(are_close(time_control_budget(&control, BLACK, 361, 0), 5.5));
    assert_true(are_close(time_control_budget(&control, BLACK, 81, 300), 5.5));
    time_control_left(&control, BLACK, 4, 1);
    assert_true(are_close(time_control_budget(&control, BLACK, 361, 0), 3.5));
    time_control_left(&control, BLACK, 4, 8);
    assert_true(time_control_budget(&control, BLACK, 361, 0) == 0);
    control = control_of(TIME_BYO_YOMI, 0, 30, 5);
    control.lag = 0.5;
    assert_true(are_close(time_control_budget(&control, BLACK, 361, 0), 29.5));
    time_control_left(&control, BLACK, 10, 1);
    assert_true(are_close(time_control_budget(&control, BLACK, 361, 0), 9.5));
}

// Main time is shared out: more of it means more for a move, and so does an overtime to
// fall back on.
static void test_main_time_budgets(void **state)
{
    (void)state;
    TimeControl some = control_of(TIME_ABSOLUTE, 300, 0, 0);
    TimeControl more = control_of(TIME_ABSOLUTE, 600, 0, 0);
    TimeControl canadian = control_of(TIME_CANADIAN, 300, 30, 10);
    TimeControl byo_yomi = control_of(TIME_BYO_YOMI, 300, 30, 10);
    for (int moves = 0; moves < 400; moves++) {
        double budget = time_control_budget(&some, BLACK, 361, moves);
        assert_true(budget > 0.1 && budget < 30);
        double larger = time_control_budget(&more, BLACK, 361, moves);
        assert_true(are_close(larger + 0.1, 2 * (budget + 0.1)));
        double overtime = time_control_budget(&canadian, BLACK, 361, moves);
        assert_true(are_close(overtime, budget + 3));
        overtime = time_control_budget(&byo_yomi, BLACK, 361, moves);
        assert_true(are_close(overtime, budget + 30));
    }
}

static void test_a_budget_is_never_more_than_is_left(void **state)
{
    (void)state;
    Rng rng = rng_seeded(1, 0);
    int positive = 0;
    for (int i = 0; i < 20000; i++) {
        TimeSystem system = (TimeSystem)(TIME_ABSOLUTE + rng_below(&rng, 3));
        TimeControl control =
            control_of(system, rng_below(&rng, 600), 1 + rng_below(&rng, 60),
                       1 + (int)rng_below(&rng, 25));
        control.lag = rng_below(&rng, 30) / 10.0;
        if (rng_below(&rng, 2) == 0)
            time_control_left(&control, BLACK, rng_below(&rng, 400) / 10.0 - 5,
                              system == TIME_ABSOLUTE ? 0 : (int)rng_below(&rng, 10));
        int points = 1 + (int)rng_below(&rng, 361), moves = (int)rng_below(&rng, 1000);
        double budget = time_control_budget(&control, BLACK, points, moves);
        double most = control.left[BLACK].seconds - control.lag;
        const TimeSettings *settings = &control.settings;
        if (control.left[BLACK].stones == 0 && system != TIME_ABSOLUTE)
            most += system == TIME_CANADIAN ? settings->period / settings->stones
                                            : settings->period;
        assert_true(budget >= 0);
        assert_true(budget <= (most > 0 ? most : 0));
        positive += budget > 0;
    }
    assert_true(positive > 10000);
}

// A clock as a referee keeps it. Returns false when the flag has fallen.
static bool keep_clock(const TimeSettings *settings, TimeLeft *left, double seconds)
{
    const double rounding = 1e-6;
    if (left->stones == 0) {
        left->seconds -= seconds;
        if (left->seconds > 0 || settings->system == TIME_ABSOLUTE)
            return left->seconds >= -rounding;
        seconds = -left->seconds;
        *left = (TimeLeft){settings->period, settings->stones};
    }
    if (settings->system == TIME_CANADIAN) {
        left->seconds -= seconds;
        left->stones--;
        bool in_time = left->seconds >= -rounding;
        if (left->stones == 0)
            *left = (TimeLeft){settings->period, settings->stones};
        return in_time;
    }
    for (; seconds > settings->period + rounding; seconds -= settings->period)
        left->stones--;
    return left->stones > 0;
}

// Plays 300 moves a player, each of which takes the budget and a part of the lag.
static void play_by_the_clock(const TimeSettings *settings, int points, double late,
                              bool told)
{
    TimeControl control;
    time_control_init(&control);
    time_control_set(&control, settings);
    TimeLeft clock = control.left[BLACK];
    double least_main = settings->main;
    for (int moves = 0; moves < 600; moves += 2) {
        if (told)
            time_control_left(&control, BLACK, clock.seconds, clock.stones);
        double seconds =
            time_control_budget(&control, BLACK, points, moves) + late * control.lag;
        if (!keep_clock(settings, &clock, seconds))
            fail_msg("time system %d, %d points: lost on time with move %d",
                     settings->system, points, moves / 2);
        time_control_spend(&control, BLACK, seconds);
        if (clock.stones == 0 && clock.seconds < least_main)
            least_main = clock.seconds;
    }
    // The time was there to be used; but few seconds are all kept for the lag.
    assert_true(least_main < 0.5 * settings->main || settings->main < 10);
}

static void test_a_game_by_the_budgets_is_never_lost_on_time(void **state)
{
    (void)state;
    static const TimeSettings SETTINGS[] = {
        {TIME_ABSOLUTE, 600, 0, 0}, {TIME_ABSOLUTE, 30, 0, 0},
        {TIME_ABSOLUTE, 5, 0, 0},   {TIME_CANADIAN, 600, 60, 25},
        {TIME_CANADIAN, 20, 30, 5}, {TIME_CANADIAN, 0, 30, 1},
        {TIME_CANADIAN, 0, 10, 25}, {TIME_BYO_YOMI, 600, 30, 5},
        {TIME_BYO_YOMI, 20, 5, 1},  {TIME_BYO_YOMI, 0, 10, 3},
        {TIME_BYO_YOMI, 0, 1, 1},
    };
    for (size_t i = 0; i < sizeof SETTINGS / sizeof SETTINGS[0]; i++)
        for (int size = 9; size <= 19; size += 5) {
            const TimeSettings *settings = &SETTINGS[i];
            bool has_overtime = settings->system != TIME_ABSOLUTE;
            play_by_the_clock(settings, size * size, 0, false);
            play_by_the_clock(settings, size * size, 0, true);
            if (has_overtime) // 300 lags alone could use a short main time up
                play_by_the_clock(settings, size * size, 0.9, true);
        }
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
        cmocka_unit_test(test_each_player_has_a_clock),
        cmocka_unit_test(test_the_controller_is_believed),
        cmocka_unit_test(test_a_restart_fills_the_clocks),
        cmocka_unit_test(test_overtime_budgets),
        cmocka_unit_test(test_main_time_budgets),
        cmocka_unit_test(test_a_budget_is_never_more_than_is_left),
        cmocka_unit_test(test_a_game_by_the_budgets_is_never_lost_on_time),
    };
    return cmocka_run_group_tests_name("time control", tests, NULL, NULL);
}
