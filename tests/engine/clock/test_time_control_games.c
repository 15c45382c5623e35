// SPDX-License-Identifier: MIT
//
// Whole games by the budgets of time_control.h, against the clock of a referee.
#include "time_control.h"

#include "picture.h"

// A clock as a referee keeps it. Returns false when the flag has fallen.
static bool keep_clock(const TimeSettings *settings, TimeLeft *left, double seconds)
{
    const double rounding = 1e-6;
    if (left->stones == 0) {
        left->seconds -= seconds;
        bool in_time = left->seconds >= -rounding;
        if (settings->system == TIME_FISCHER)
            left->seconds += settings->period;
        if (left->seconds > 0 || settings->system == TIME_ABSOLUTE ||
            settings->system == TIME_FISCHER)
            return in_time;
        seconds = -left->seconds;
        *left = (TimeLeft){.seconds = settings->period, .stones = settings->stones};
    }
    if (settings->system == TIME_CANADIAN) {
        left->seconds -= seconds;
        left->stones--;
        bool in_time = left->seconds >= -rounding;
        if (left->stones == 0)
            *left = (TimeLeft){.seconds = settings->period, .stones = settings->stones};
        return in_time;
    }
    for (; seconds > settings->period + rounding; seconds -= settings->period)
        left->stones--;
    return left->stones > 0;
}

// How a player uses his clock.
typedef struct Habit {
    double lag;    // what the engine believes; negative: unknown
    double late;   // what every move costs in truth beyond what it sees
    bool told;     // what the clock shows
    bool hesitant; // takes all the time that a hard move may have
    int moves;     // of the game; 0: 600
} Habit;

// Plays a game, of which half of the moves are the player's. Returns the least main
// time that was left.
static double play_by_the_clock(const TimeSettings *settings, int points, Habit habit)
{
    TimeControl control;
    time_control_init(&control);
    time_control_set(&control, settings);
    control.lag = habit.lag;
    TimeLeft clock = control.left[BLACK];
    double least_main = settings->main;
    for (int moves = 0; moves < (habit.moves > 0 ? habit.moves : 600); moves += 2) {
        if (habit.told)
            time_control_left(&control, BLACK, clock.seconds, clock.stones);
        TimeBudget budget = time_control_budget(&control, BLACK, points, moves);
        double seconds = habit.hesitant ? budget.most : budget.planned;
        if (!keep_clock(settings, &clock, seconds + habit.late))
            fail_msg("time system %d, %f s, %d points: lost on time with move %d",
                     settings->system, settings->main, points, moves / 2);
        time_control_spend(&control, BLACK, seconds);
        if (clock.stones == 0 && clock.seconds < least_main)
            least_main = clock.seconds;
    }
    return least_main;
}

static const TimeSettings LONG_AND_SHORT[] = {
    {TIME_ABSOLUTE, 600, 0, 0, 0, 0},  {TIME_ABSOLUTE, 30, 0, 0, 0, 0},
    {TIME_ABSOLUTE, 5, 0, 0, 0, 0},    {TIME_CANADIAN, 600, 60, 25, 0, 0},
    {TIME_CANADIAN, 20, 30, 5, 0, 0},  {TIME_CANADIAN, 0, 30, 1, 0, 0},
    {TIME_CANADIAN, 0, 10, 25, 0, 0},  {TIME_CANADIAN, 0, 1, 10, 0, 0},
    {TIME_BYO_YOMI, 600, 30, 5, 0, 0}, {TIME_BYO_YOMI, 20, 5, 1, 0, 0},
    {TIME_BYO_YOMI, 0, 10, 3, 0, 0},   {TIME_BYO_YOMI, 0, 0.1, 1, 0, 0},
    {TIME_FISCHER, 600, 5, 0, 0, 0},   {TIME_FISCHER, 5, 0.5, 0, 8, 2},
    {TIME_FISCHER, 0.2, 0.1, 0, 0, 0},
};

enum { SETTINGS_COUNT = sizeof LONG_AND_SHORT / sizeof LONG_AND_SHORT[0] };

static void play_many(Habit habit)
{
    for (int i = 0; i < SETTINGS_COUNT; i++)
        for (int size = 9; size <= 19; size += 5)
            play_by_the_clock(&LONG_AND_SHORT[i], size * size, habit);
}

static void test_a_game_by_the_budgets_is_never_lost_on_time(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        Habit habit = {.lag = 0, .told = i % 2 == 0, .hesitant = i / 2 == 0};
        play_many(habit);
        habit.lag = -1;
        play_many(habit);
    }
}

// Of sudden death no more lags can be kept than there is time for.
static void test_a_lag_does_not_lose_on_time(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        Habit habit = {.told = i % 2 == 0, .hesitant = i / 2 == 0};
        habit.lag = -1;
        habit.late = 0.0008;
        play_many(habit);
        for (int j = 0; j < SETTINGS_COUNT; j++) {
            const TimeSettings *settings = &LONG_AND_SHORT[j];
            if (settings->system == TIME_ABSOLUTE)
                continue;
            bool adds_up = settings->system == TIME_FISCHER && !habit.told;
            habit.late = settings->period < 5 || adds_up ? 0.008 : 0.06;
            play_by_the_clock(settings, 81, habit);
        }
    }
    Habit known = {
        .lag = 0.3, .late = 0.3, .told = true, .hesitant = true, .moves = 400};
    play_by_the_clock(&LONG_AND_SHORT[0], 361, known);
    known.told = false;
    play_by_the_clock(&LONG_AND_SHORT[0], 361, known);
}

static void test_sudden_death_time_is_used(void **state)
{
    (void)state;
    for (int i = 0; i < SETTINGS_COUNT; i++) {
        const TimeSettings *settings = &LONG_AND_SHORT[i];
        if (settings->system != TIME_ABSOLUTE)
            continue;
        double least_main = play_by_the_clock(settings, 361, (Habit){.lag = -1});
        assert_true(least_main < 0.1 * settings->main + 3); // 300 small lags
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_game_by_the_budgets_is_never_lost_on_time),
        cmocka_unit_test(test_a_lag_does_not_lose_on_time),
        cmocka_unit_test(test_sudden_death_time_is_used),
    };
    return cmocka_run_group_tests_name("time control in games", tests, NULL, NULL);
}
