// SPDX-License-Identifier: MIT
#include "pace.h"

// For a limit that has been reached already; 0 would be none.
static const double INSTANT = 1e-9;

static void expect_nothing(Pace *pace)
{
    pace->expected[BLACK] = pace->expected[WHITE] = -1;
}

void pace_init(Pace *pace)
{
    *pace = (Pace){.deadline = 0};
    time_control_init(&pace->clocks);
    expect_nothing(pace);
}

void pace_new_game(Pace *pace)
{
    time_control_restart(&pace->clocks);
    expect_nothing(pace);
}

static double lesser(double a, double b)
{
    return a < b ? a : b;
}

// Brings the limits within what the clock allows.
static void obey_clock(const Pace *pace, const Game *game, Color player,
                       SearchLimits *limits)
{
    int points = game->position.columns * game->position.rows;
    TimeBudget budget =
        time_control_budget(&pace->clocks, player, points, game->move_count);
    bool exact = limits->playouts > 0;
    double most = exact ? budget.planned : budget.most;
    limits->seconds = limits->seconds > 0 ? lesser(limits->seconds, most) : most;
    limits->spare = budget.lag + most - limits->seconds;
    if (budget.planned <= 0) {
        limits->playouts = 1; // out of time: answer at once
    } else if (!exact) {
        limits->plan.seconds = lesser(budget.planned, limits->seconds);
        limits->plan.expected = pace->expected[player];
    }
}

void pace_begin(Pace *pace, const Game *game, Color player, SearchLimits asked,
                double now)
{
    SearchLimits limits = asked;
    bool has_clock = time_control_is_limited(&pace->clocks);
    if (has_clock)
        obey_clock(pace, game, player, &limits);
    else if (limits.playouts == 0 && limits.seconds <= 0)
        limits.seconds = PACE_SECONDS_DEFAULT;
    pace->limits = limits;
    pace->started = now;
    pace->deadline = has_clock || limits.seconds > 0 ? now + limits.seconds : 0;
}

SearchLimits pace_in_time(const Pace *pace, SearchLimits limits, double now)
{
    double left = pace->deadline - now;
    bool is_timed = pace->deadline > 0 && limits.seconds > 0;
    if (is_timed && left < limits.seconds)
        limits.seconds = left > 0 ? left : INSTANT;
    return limits;
}

void pace_end(Pace *pace, Color player, double win_rate, double now)
{
    time_control_spend(&pace->clocks, player, now - pace->started);
    if (pace->deadline > 0)
        time_control_note_late(&pace->clocks, now - pace->deadline);
    pace->expected[player] = win_rate;
    pace->deadline = 0;
}
