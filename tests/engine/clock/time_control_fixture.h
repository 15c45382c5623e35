// SPDX-License-Identifier: MIT
//
// Clocks, and what they must show.
#ifndef TIME_CONTROL_FIXTURE_H
#define TIME_CONTROL_FIXTURE_H

#include "picture.h"
#include "time_control.h"

// Full clocks, and no lag.
static inline TimeControl control_of(TimeSystem system, double main, double period,
                                     int stones)
{
    TimeControl control;
    const TimeSettings settings = {
        .system = system, .main = main, .period = period, .stones = stones};
    time_control_init(&control);
    time_control_set(&control, &settings);
    control.lag = 0;
    return control;
}

static inline TimeControl fischer(double main, double increment, double clock_max,
                                  double move_max)
{
    TimeControl control = control_of(TIME_FISCHER, main, increment, 0);
    control.settings.clock_max = clock_max;
    control.settings.move_max = move_max;
    return control;
}

static inline bool are_close(double a, double b)
{
    return a - b < 1e-6 && b - a < 1e-6;
}

// Fails unless Black's clock shows this.
static inline void assert_left(const TimeControl *control, double seconds, int stones)
{
    const TimeLeft *left = &control->left[BLACK];
    if (!are_close(left->seconds, seconds) || left->stones != stones)
        fail_msg("the clock shows %f s, %d stones instead of %f s, %d stones",
                 left->seconds, left->stones, seconds, stones);
}

// Fails unless Black's budget on a board of 361 points is this.
static inline void assert_budget(const TimeControl *control, int moves, double planned,
                                 double most)
{
    TimeBudget budget = time_control_budget(control, BLACK, 361, moves);
    if (!are_close(budget.planned, planned) || !are_close(budget.most, most))
        fail_msg("move %d: the budget is %f s, at most %f s, instead of %f s, %f s",
                 moves, budget.planned, budget.most, planned, most);
}

static inline void spend(TimeControl *control, double seconds)
{
    time_control_spend(control, BLACK, seconds);
}

#endif
