// SPDX-License-Identifier: MIT
#include "time_manager.h"

#include <math.h>

// For a limit that has been reached already; 0 would be none.
static const double INSTANT = 1e-9;

// For each of the two searches after a pass: this part of the playouts of the move, but
// at most PASS_PLAYOUTS. For both together: this part of its time.
static const double PASS_SHARE = 0.2, PASS_PLAYOUTS = 16384, PASS_SEARCHES = 2;
// Judging takes about as long as this many playouts of one thread, sometimes longer.
static const double JUDGING_PLAYOUTS = 6144, JUDGING_MARGIN = 2;

static void expect_nothing(TimeManager *manager)
{
    manager->expected[BLACK] = manager->expected[WHITE] = -1;
}

void time_manager_init(TimeManager *manager)
{
    time_control_init(&manager->clocks);
    expect_nothing(manager);
}

void time_manager_new_game(TimeManager *manager)
{
    time_control_restart(&manager->clocks);
    expect_nothing(manager);
}

// Reduces the limits to what the clock allows.
static void obey_clock(const TimeManager *manager, const Game *game, Color player,
                       SearchLimits *limits)
{
    int points = game->position.columns * game->position.rows;
    TimeBudget budget =
        time_control_budget(&manager->clocks, player, points, game->move_count);
    bool exact = limits->playouts > 0 || limits->visits > 0;
    double most = exact ? budget.planned : budget.most;
    limits->seconds = limits->seconds > 0 ? fmin(limits->seconds, most) : most;
    limits->spare = budget.lag + most - limits->seconds;
    if (budget.planned <= 0) { // out of time: answer at once
        limits->playouts = 1;
        limits->seconds = INSTANT;
    } else if (!exact) {
        limits->plan.seconds = fmin(budget.planned, limits->seconds);
        limits->plan.expected = manager->expected[player];
    }
}

MoveTime time_manager_begin(const TimeManager *manager, const Game *game, Color player,
                            SearchLimits asked, double now)
{
    SearchLimits limits = asked;
    bool has_clock = time_control_is_limited(&manager->clocks);
    if (has_clock)
        obey_clock(manager, game, player, &limits);
    else if (limits.playouts == 0 && limits.visits == 0 && limits.seconds <= 0)
        limits.seconds = TIME_MANAGER_SECONDS_DEFAULT;
    double deadline = has_clock || limits.seconds > 0 ? now + limits.seconds : 0;
    return (MoveTime){player, now, deadline, limits};
}

SearchLimits time_manager_in_time(const MoveTime *move, SearchLimits limits, double now)
{
    double left = move->deadline - now;
    bool is_timed = move->deadline > 0 && limits.seconds > 0;
    if (is_timed && left < limits.seconds)
        limits.seconds = left > 0 ? left : INSTANT;
    return limits;
}

SearchLimits time_manager_for_pass(SearchLimits move)
{
    uint64_t most = (uint64_t)PASS_PLAYOUTS;
    SearchLimits limits = move;
    const uint64_t asked[] = {move.playouts, move.visits};
    for (int i = 0; i < 2; i++) {
        uint64_t part = (uint64_t)(PASS_SHARE * (double)asked[i]);
        if (asked[i] > 0 && part < most)
            most = part;
    }
    limits.playouts = most > 1 ? most : 1;
    limits.visits = 0;
    limits.seconds *= PASS_SHARE / PASS_SEARCHES;
    limits.plan.seconds *= PASS_SHARE / PASS_SEARCHES;
    return limits;
}

SearchLimits time_manager_before_pass(SearchLimits move, double playout_seconds)
{
    SearchLimits limits = move;
    if (move.seconds > 0) {
        limits.seconds -= fmin(PASS_SHARE * move.seconds,
                               PASS_SEARCHES * PASS_PLAYOUTS * playout_seconds) +
                          fmin(TIME_MANAGER_JUDGING_SHARE * move.seconds,
                               JUDGING_MARGIN * JUDGING_PLAYOUTS * playout_seconds);
        limits.plan.seconds *= limits.seconds / move.seconds;
    }
    return limits;
}

bool time_manager_can_judge(const MoveTime *move, double seconds,
                            double playout_seconds)
{
    return move->deadline <= 0 || JUDGING_PLAYOUTS * playout_seconds < seconds;
}

void time_manager_end(TimeManager *manager, const MoveTime *move, double win_rate,
                      double now)
{
    time_control_spend(&manager->clocks, move->player, now - move->started);
    if (move->deadline > 0)
        time_control_note_late(&manager->clocks, now - move->deadline);
    manager->expected[move->player] = win_rate;
}
