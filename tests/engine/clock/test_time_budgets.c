// SPDX-License-Identifier: MIT
//
// What a move may take of a clock.
#include "rng.h"
#include "time_control_fixture.h"

// A twentieth of a Canadian period is kept to its end, but no more than a second.
static void test_overtime_budgets(void **state)
{
    (void)state;
    TimeControl control = control_of(TIME_CANADIAN, 0, 31, 5);
    assert_budget(&control, 0, 6, 6); // an own record: see below
    time_control_left(&control, BLACK, 31, 5);
    assert_budget(&control, 0, 6, 6);
    assert_budget(&control, 900, 6, 6);
    time_control_left(&control, BLACK, 20, 3);
    assert_budget(&control, 0, 6, 7); // one second more than 6 for each
    time_control_left(&control, BLACK, 30, 3);
    assert_budget(&control, 0, 6, 9);
    time_control_left(&control, BLACK, 11, 2);
    assert_budget(&control, 0, 5, 5);
    time_control_left(&control, BLACK, 5, 2);
    assert_budget(&control, 0, 2, 2);
    time_control_left(&control, BLACK, 5, 1);
    assert_budget(&control, 0, 4, 4);
    time_control_left(&control, BLACK, 0.5, 1);
    assert_budget(&control, 0, 0, 0);
    control = control_of(TIME_BYO_YOMI, 0, 30, 5);
    assert_budget(&control, 0, 30, 30);
    time_control_left(&control, BLACK, 10, 1);
    assert_budget(&control, 0, 10, 10);
}

// Without word from the controller nobody knows which move began the overtime, and so
// which ones share a period: each takes only what every move may take.
static void test_overtime_begun_unseen(void **state)
{
    (void)state;
    TimeControl control = control_of(TIME_CANADIAN, 10, 31, 5);
    spend(&control, 11);
    assert_left(&control, 30, 4);
    assert_budget(&control, 0, 6, 6);
    spend(&control, 20);
    assert_left(&control, 10, 3);
    assert_budget(&control, 0, 3, 3);
    time_control_left(&control, BLACK, 29, 4);
    assert_budget(&control, 0, 6, 9);
}

// On 19x19 a player makes half of 0.75 * 361 moves, and in the end half of 361 / 6 + 4.
static void test_main_time_budgets(void **state)
{
    (void)state;
    double begins = 0.75 / (0.5 * 0.75 * 361);
    double middle = 1.25 / (0.5 * (0.75 * 361 - 100));
    double ends = 1 / (0.5 * (361 / 6.0 + 4)), planned;
    TimeControl absolute = control_of(TIME_ABSOLUTE, 600, 0, 0); // 1 s is for the end
    assert_budget(&absolute, 0, 599 * begins, 2.5 * 599 * begins);
    assert_budget(&absolute, 100, 599 * middle, 2.5 * 599 * middle);
    assert_budget(&absolute, 500, 599 * ends, 2.5 * 599 * ends);
    time_control_left(&absolute, BLACK, 1, 0);
    assert_budget(&absolute, 100, 0, 0);
    absolute.lag = 0.4; // of which a quarter of 361 are kept
    time_control_left(&absolute, BLACK, 100, 0);
    planned = (100 - 36.1) * middle;
    assert_budget(&absolute, 100, planned - 0.4, 2.5 * planned - 0.4);
    absolute = control_of(TIME_ABSOLUTE, 10, 0, 0);
    assert_budget(&absolute, 0, 9.5 * begins, 2.5 * 9.5 * begins);
    TimeControl canadian = control_of(TIME_CANADIAN, 600, 30, 10);
    planned = 600 * middle + 3;
    assert_budget(&canadian, 100, planned, 2.5 * planned);
    time_control_left(&canadian, BLACK, 2, 0);
    assert_budget(&canadian, 100, 2 * middle + 3, 5);
    TimeControl byo_yomi = control_of(TIME_BYO_YOMI, 600, 30, 10);
    planned = 600 * middle + 30;
    assert_budget(&byo_yomi, 100, planned, 2.5 * planned);
    time_control_left(&byo_yomi, BLACK, 2, 0);
    assert_budget(&byo_yomi, 100, 2 * middle + 30, 32);
    spend(&byo_yomi, 1); // is what is left still main time?
    assert_budget(&byo_yomi, 100, 30, 30);
}

static void test_fischer_budgets(void **state)
{
    (void)state;
    double middle = 1.25 / (0.5 * (0.75 * 361 - 100));
    TimeControl control = fischer(100, 5, 0, 0);
    double planned = 100 * middle + 5;
    assert_budget(&control, 100, planned, 2.5 * planned);
    time_control_left(&control, BLACK, 4, 0); // the increment comes too late
    assert_budget(&control, 100, 3, 3);
    control = fischer(100, 5, 110, 0);
    assert_budget(&control, 100, planned, 2.5 * planned);
    control = fischer(100, 5, 90, 0); // what is above the limit is lost anyway
    assert_budget(&control, 100, 15, 37.5);
    control = fischer(100, 5, 0, 10);
    assert_budget(&control, 100, planned, 10);
    control = fischer(100, 5, 0, 4);
    assert_budget(&control, 100, 4, 4);
}

static void test_the_middle_of_the_game_gets_most(void **state)
{
    (void)state;
    static const struct {
        int moves; // of 400 points
        double weight;
    } CASES[] = {{0, 0.75},   {30, 1.0},    {60, 1.25},   {120, 1.25},
                 {180, 1.25}, {210, 1.125}, {225, 1.0625}};
    TimeControl control = control_of(TIME_FISCHER, 600, 0, 0);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        double to_come = 0.5 * (0.75 * 400 - CASES[i].moves);
        TimeBudget budget = time_control_budget(&control, BLACK, 400, CASES[i].moves);
        assert_true(are_close(budget.planned, 600 * CASES[i].weight / to_come));
    }
    TimeBudget late = time_control_budget(&control, BLACK, 400, 240);
    assert_true(are_close(late.planned, 600 / (0.5 * (400 / 6.0 + 4))));
}

static void test_the_lag_is_taken_off_a_budget(void **state)
{
    (void)state;
    TimeControl control = control_of(TIME_CANADIAN, 0, 31, 5);
    time_control_left(&control, BLACK, 30, 3);
    control.lag = 0.5;
    assert_budget(&control, 0, 5.5, 8.5);
    control.lag = 7;
    assert_budget(&control, 0, 0, 2);
    control.lag = -1; // unknown: a tenth, or a quarter of a short move
    assert_budget(&control, 0, 5.9, 8.9);
    control = control_of(TIME_CANADIAN, 0, 1, 10); // of a short period more is kept
    control.lag = -1;
    assert_budget(&control, 0, 0.75 * 0.085, 0.75 * 0.085);
    control = control_of(TIME_CANADIAN, 0, 0.5, 10);
    assert_budget(&control, 0, 0.04, 0.04);
    control = control_of(TIME_BYO_YOMI, 0, 0.1, 1);
    control.lag = -1;
    assert_budget(&control, 0, 0.075, 0.075);
    control = control_of(TIME_BYO_YOMI, 60, 10, 1);
    control.lag = -1;
    double planned = 60 * 0.75 / (0.5 * 0.75 * 361) + 10;
    assert_budget(&control, 0, planned - 0.1, 2.5 * planned - 0.1);
}

static void test_late_moves_make_cautious(void **state)
{
    (void)state;
    TimeControl control = control_of(TIME_BYO_YOMI, 0, 1, 1);
    time_control_note_late(&control, -3);
    assert_budget(&control, 0, 1, 1);
    time_control_note_late(&control, 0.1);
    assert_budget(&control, 0, 0.9, 0.9);
    time_control_note_late(&control, 0.01);
    assert_budget(&control, 0, 0.91, 0.91);
    time_control_note_late(&control, -1);
    assert_budget(&control, 0, 0.919, 0.919);
    control.lag = 0.2;
    assert_budget(&control, 0, 0.719, 0.719);
    control.lag = -1; // a guess of a tenth covers it
    assert_budget(&control, 0, 0.9, 0.9);
    time_control_note_late(&control, 30); // once, such as by a machine put to sleep
    assert_budget(&control, 0, 0.5, 0.5);
    control = control_of(TIME_CANADIAN, 0, 1, 10); // keeps more to the end
    time_control_note_late(&control, 0.1);
    assert_budget(&control, 0, 0.08, 0.08);
    time_control_note_late(&control, 0.01);
    assert_budget(&control, 0, 0.082, 0.082);
    time_control_note_late(&control, 0.3); // half of a period at most
    assert_budget(&control, 0, 0.05, 0.05);
    control = control_of(TIME_ABSOLUTE, 60, 0, 0);
    time_control_note_late(&control, 0.1);
    spend(&control, 0.9);
    assert_left(&control, 59, 0);
    control.lag = -1;
    spend(&control, 0.9);
    assert_left(&control, 58, 0);
}

static void test_a_large_lag_leaves_something_to_think_with(void **state)
{
    (void)state;
    TimeControl control = control_of(TIME_ABSOLUTE, 40, 0, 0);
    control.lag = 1; // half of the time is kept for it
    double planned = 20 * 0.75 / (0.5 * 0.75 * 361);
    assert_budget(&control, 0, planned / 4, planned / 4);
    time_control_left(&control, BLACK, 19, 0);
    assert_budget(&control, 0, 0, 0);
}

static TimeControl random_clock(Rng *rng)
{
    TimeSystem system = (TimeSystem)(TIME_ABSOLUTE + rng_below(rng, 4));
    TimeControl control =
        control_of(system, rng_below(rng, 600), 1 + rng_below(rng, 60),
                   1 + (int)rng_below(rng, 25));
    control.lag = rng_below(rng, 30) / 10.0 - 0.5;
    control.settings.clock_max = rng_below(rng, 2) * rng_below(rng, 600);
    control.settings.move_max = rng_below(rng, 2) * rng_below(rng, 600);
    if (rng_below(rng, 2) == 0)
        time_control_left(&control, BLACK, rng_below(rng, 400) / 10.0 - 5,
                          (int)rng_below(rng, 10));
    return control;
}

static void test_a_budget_is_never_more_than_is_left(void **state)
{
    (void)state;
    Rng rng = rng_seeded(1, 0);
    int positive = 0;
    for (int i = 0; i < 20000; i++) {
        TimeControl control = random_clock(&rng);
        int points = 1 + (int)rng_below(&rng, 361), moves = (int)rng_below(&rng, 1000);
        TimeBudget budget = time_control_budget(&control, BLACK, points, moves);
        const TimeSettings *settings = &control.settings;
        double most = control.left[BLACK].seconds;
        if (control.left[BLACK].stones == 0 && settings->system == TIME_CANADIAN)
            most += settings->period / settings->stones;
        if (control.left[BLACK].stones == 0 && settings->system == TIME_BYO_YOMI)
            most += settings->period;
        if (control.lag > 0)
            most = most > control.lag ? most - control.lag : 0;
        assert_true(budget.planned >= 0);
        assert_true(budget.planned <= budget.most);
        assert_true(budget.most <= most);
        positive += budget.planned > 0;
    }
    assert_true(positive > 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_overtime_budgets),
        cmocka_unit_test(test_overtime_begun_unseen),
        cmocka_unit_test(test_main_time_budgets),
        cmocka_unit_test(test_fischer_budgets),
        cmocka_unit_test(test_the_middle_of_the_game_gets_most),
        cmocka_unit_test(test_the_lag_is_taken_off_a_budget),
        cmocka_unit_test(test_late_moves_make_cautious),
        cmocka_unit_test(test_a_large_lag_leaves_something_to_think_with),
        cmocka_unit_test(test_a_budget_is_never_more_than_is_left),
    };
    return cmocka_run_group_tests_name("time budgets", tests, NULL, NULL);
}
