// SPDX-License-Identifier: MIT
#include "time_control.h"

#include <string.h>

static const double LAG_DEFAULT = 0.1;

void time_control_init(TimeControl *control)
{
    memset(control, 0, sizeof *control);
    control->lag = LAG_DEFAULT;
}

void time_control_set(TimeControl *control, const TimeSettings *settings)
{
    control->settings = *settings;
    time_control_restart(control);
}

// Begins overtime, if there is any.
static void enter_overtime(const TimeSettings *settings, TimeLeft *left)
{
    bool has_overtime =
        settings->system == TIME_CANADIAN || settings->system == TIME_BYO_YOMI;
    left->seconds = has_overtime ? settings->period : 0;
    left->stones = has_overtime ? settings->stones : 0;
}

void time_control_restart(TimeControl *control)
{
    for (Color player = BLACK; player <= WHITE; player++) {
        control->left[player] = (TimeLeft){.seconds = control->settings.main};
        if (control->settings.main <= 0)
            enter_overtime(&control->settings, &control->left[player]);
    }
}

void time_control_left(TimeControl *control, Color player, double seconds, int stones)
{
    TimeLeft *left = &control->left[player];
    left->seconds = seconds > 0 ? seconds : 0;
    left->stones = stones;
    if (left->seconds <= 0 && stones == 0)
        enter_overtime(&control->settings, left);
}

// Takes a move's seconds off Canadian overtime.
static void spend_canadian(const TimeSettings *settings, TimeLeft *left, double seconds)
{
    left->seconds = left->seconds > seconds ? left->seconds - seconds : 0;
    if (--left->stones <= 0)
        enter_overtime(settings, left);
}

// Takes a move's seconds off byo-yomi: whole periods are lost, the rest comes back.
static void spend_byo_yomi(const TimeSettings *settings, TimeLeft *left, double seconds)
{
    while (seconds >= left->seconds && left->stones > 1) {
        seconds -= left->seconds;
        left->stones--;
        left->seconds = settings->period;
    }
    left->seconds = settings->period;
}

void time_control_spend(TimeControl *control, Color player, double seconds)
{
    const TimeSettings *settings = &control->settings;
    TimeLeft *left = &control->left[player];
    if (left->stones == 0) {
        if (seconds < left->seconds) {
            left->seconds -= seconds;
            return;
        }
        seconds -= left->seconds;
        enter_overtime(settings, left);
    }
    if (left->stones == 0)
        return;
    if (settings->system == TIME_CANADIAN)
        spend_canadian(settings, left, seconds);
    else if (settings->system == TIME_BYO_YOMI)
        spend_byo_yomi(settings, left, seconds);
}

bool time_control_is_limited(const TimeControl *control)
{
    return control->settings.system != TIME_UNLIMITED;
}

// How many moves the player will still make: a game takes about three turns for every
// four points, and a long one is never over before another sixth of them.
static double moves_to_come(int points, int moves)
{
    double turns = 0.75 * points - moves;
    double least = points / 6.0 + 4;
    return 0.5 * (turns > least ? turns : least);
}

// What overtime alone would grant to a move.
static double overtime_share(const TimeSettings *settings)
{
    if (settings->system == TIME_CANADIAN && settings->stones > 0)
        return settings->period / settings->stones;
    return settings->system == TIME_BYO_YOMI ? settings->period : 0;
}

double time_control_budget(const TimeControl *control, Color player, int points,
                           int moves)
{
    const TimeLeft *left = &control->left[player];
    const TimeSettings *settings = &control->settings;
    double share, most = left->seconds - control->lag;
    if (left->stones == 0) {
        share = left->seconds / moves_to_come(points, moves) + overtime_share(settings);
        most += overtime_share(settings);
    } else if (settings->system == TIME_CANADIAN) {
        share = left->seconds / left->stones;
    } else {
        share = left->seconds;
    }
    share -= control->lag;
    if (share > most)
        share = most;
    return share > 0 ? share : 0;
}
