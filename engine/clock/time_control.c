// SPDX-License-Identifier: MIT
#include "time_control.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

// The guess for an unknown lag: seconds, and at most this part of a move's share.
static const double LAG_GUESS = 0.1, LAG_PART = 0.25;
// The guess for an unknown lag on a clock that only the engine keeps.
static const double LAG_UNSEEN = 0.01;
// The greatest lateness of a move that counts as one of many. And the part of the
// lateness that is remembered at the next move.
static const double LATE_MAX = 0.5, LATE_MEMORY = 0.9;
// How many times its planned time a hard move may take. In Canadian overtime this is
// less, because what it takes is soon missing.
static const double EXTENSION = 2.5, EXTENSION_CANADIAN = 1.5;
// Part of the remaining time that one move may take: of a clock without increment, and
// of one that the next increment fills.
static const double MOST_ABSOLUTE = 0.5, MOST_FISCHER = 0.75;
// The reserve. In sudden death it is kept to the end, for moves made without thinking.
// In a Canadian period it is kept to the end, for late moves. It is a part of the time,
// with a maximum in seconds.
//
// In sudden death a known lag may make it larger: the lag for each of a number of
// moves, which is LAG_MOVES of the points. This is at most LAG_RESERVE_PART of the main
// time.
static const double RESERVE_PART = 0.05, RESERVE_MAX = 1;
static const double LAG_MOVES = 0.25, LAG_RESERVE_PART = 0.5;
// The part of its share that a move in sudden death thinks, however large the lag is. A
// lag that leaves no time to think would lose the game, on time or on the board.
static const double THINK_PART = 0.25;
// The reserve of a Canadian period is at least CANADIAN_RESERVE seconds, or
// CANADIAN_PART of a short period. It is also at least LATE_RESERVE times the lateness
// of moves, up to LATE_PART of the period.
static const double CANADIAN_RESERVE = 0.15, CANADIAN_PART = 0.2, LATE_RESERVE = 2,
                    LATE_PART = 0.5;

void time_control_init(TimeControl *control)
{
    memset(control, 0, sizeof *control);
    control->lag = -1;
}

void time_control_set(TimeControl *control, const TimeSettings *settings)
{
    control->settings = *settings;
    time_control_restart(control);
}

static bool has_overtime(const TimeSettings *settings)
{
    return settings->system == TIME_CANADIAN || settings->system == TIME_BYO_YOMI;
}

// Begins overtime, if there is any.
static void enter_overtime(const TimeSettings *settings, TimeLeft *left)
{
    bool overtime = has_overtime(settings);
    left->seconds = overtime ? settings->period : 0;
    left->stones = overtime ? settings->stones : 0;
}

void time_control_restart(TimeControl *control)
{
    for (Color player = BLACK; player <= WHITE; player++) {
        control->left[player] =
            (TimeLeft){.seconds = control->settings.main, .expected = -1};
        if (control->settings.main <= 0)
            enter_overtime(&control->settings, &control->left[player]);
    }
}

// A clock that shows less than expected tells of a lag. A clock that shows whole
// seconds tells nothing.
static void learn_lag(TimeControl *control, double expected, double seconds)
{
    double known = fmax(control->lag, 0);
    double late = fmin(expected - seconds - known, LATE_MAX);
    if (expected > 0 && seconds > 0 && seconds != (double)(int64_t)seconds)
        control->late = fmax(control->late, late);
}

void time_control_left(TimeControl *control, Color player, double seconds, int stones)
{
    TimeLeft *left = &control->left[player];
    if (!has_overtime(&control->settings))
        stones = 0;
    if (stones == left->stones)
        learn_lag(control, left->expected, seconds);
    *left = (TimeLeft){fmax(seconds, 0), stones, .told = true, .expected = -1};
    if (left->seconds <= 0 && stones == 0)
        enter_overtime(&control->settings, left);
}

// Subtracts a move's seconds from Canadian overtime.
static void spend_canadian(const TimeSettings *settings, TimeLeft *left, double seconds)
{
    left->seconds = fmax(left->seconds - seconds, 0);
    if (--left->stones <= 0)
        enter_overtime(settings, left);
}

// Subtracts a move's seconds from byo-yomi: whole periods are lost, the rest comes
// back.
static void spend_byo_yomi(const TimeSettings *settings, TimeLeft *left, double seconds)
{
    if (seconds >= left->seconds && left->stones > 1) {
        double lost = 1 + floor((seconds - left->seconds) / settings->period);
        left->stones -= (int)fmin(lost, left->stones - 1);
    }
    left->seconds = settings->period;
}

// Subtracts a move's seconds from a Fischer clock, and adds the increment.
static void spend_fischer(const TimeSettings *settings, TimeLeft *left, double seconds)
{
    left->seconds = fmax(left->seconds - seconds, 0) + settings->period;
    if (settings->clock_max > 0)
        left->seconds = fmin(left->seconds, settings->clock_max);
}

// What a clock will show after a move of `seconds` seconds. It is known in main time
// and in the midst of Canadian overtime, otherwise -1.
static double expect_after(const TimeSettings *settings, const TimeLeft *left,
                           double seconds)
{
    TimeLeft after = *left;
    if (settings->system == TIME_FISCHER)
        spend_fischer(settings, &after, seconds);
    else if (left->stones == 0 || settings->system == TIME_CANADIAN)
        after.seconds -= seconds;
    else
        after.seconds = -1;
    return after.seconds;
}

void time_control_spend(TimeControl *control, Color player, double seconds)
{
    const TimeSettings *settings = &control->settings;
    TimeLeft *left = &control->left[player];
    left->expected = left->told ? expect_after(settings, left, seconds) : -1;
    seconds += control->lag < 0 ? fmax(LAG_UNSEEN, control->late)
                                : control->lag + control->late;
    left->told = false;
    if (settings->system == TIME_FISCHER) {
        spend_fischer(settings, left, seconds);
        return;
    }
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
    else
        spend_byo_yomi(settings, left, seconds);
}

void time_control_note_late(TimeControl *control, double seconds)
{
    control->late = fmin(fmax(LATE_MEMORY * control->late, seconds), LATE_MAX);
}

bool time_control_is_limited(const TimeControl *control)
{
    return control->settings.system != TIME_UNLIMITED;
}

// Number of moves that the player will still make. A game takes about three turns per
// four points. A long game is never over before another sixth of the points.
static double moves_to_come(int points, int moves)
{
    double turns = 0.75 * points - moves;
    return 0.5 * fmax(turns, points / 6.0 + 4);
}

// The weight of a move's share: games are decided in the middle. By filled part of the
// board, it rises up to 0.15, is level up to 0.45, and is even from 0.6 on.
static double weight_of_phase(int points, int moves)
{
    static const double OPENING = 0.75, MIDDLE = 1.25, ENDING = 1;
    double filled = (double)moves / points;
    if (filled < 0.15)
        return OPENING + (MIDDLE - OPENING) * filled / 0.15;
    if (filled < 0.45)
        return MIDDLE;
    return filled < 0.6 ? MIDDLE + (ENDING - MIDDLE) * (filled - 0.45) / 0.15 : ENDING;
}

// The time of a move, lag included.
typedef struct Share {
    double planned, most;
} Share;

// Main time is divided among the moves to come. The time that overtime alone would
// grant each move is added. What the engine's own record takes for the last of the main
// time may be overtime already, so the two are not used up together.
static Share share_main_time(const TimeSettings *settings, const TimeLeft *left,
                             double per_move)
{
    double overtime = settings->system == TIME_CANADIAN
                          ? settings->period / settings->stones
                          : settings->period;
    double planned = left->seconds * per_move + overtime;
    double limit =
        left->told ? left->seconds + overtime : fmax(left->seconds, overtime);
    return (Share){planned, fmin(EXTENSION * planned, limit)};
}

static double reserve_of(const TimeControl *control, int points)
{
    double main = control->settings.main;
    double reserve = fmin(RESERVE_PART * main, RESERVE_MAX);
    double lags = LAG_MOVES * points * control->lag;
    return fmax(reserve, fmin(lags, LAG_RESERVE_PART * main));
}

static Share share_absolute(double seconds, double reserve, double per_move)
{
    double planned = fmax(seconds - reserve, 0) * per_move;
    return (Share){planned, fmin(EXTENSION * planned, MOST_ABSOLUTE * seconds)};
}

// Time that would take the clock over its limit would be lost, so it is used.
static Share share_fischer(const TimeSettings *settings, double seconds,
                           double per_move)
{
    double planned = seconds * per_move + settings->period;
    double excess =
        settings->clock_max > 0 ? seconds + settings->period - settings->clock_max : 0;
    planned = fmax(planned, excess);
    Share share = {planned, fmin(EXTENSION * planned, MOST_FISCHER * seconds)};
    if (settings->move_max > 0)
        share.most = fmin(share.most, settings->move_max);
    return share;
}

// Each stone gets at most an even share, and a hard move what the moves before it have
// left over. The engine's own record does not know how far it has drifted from the
// controller's clock. Nor does it know whether that clock entered overtime with the
// same move, and so which moves share a period. Then nothing is left over.
static Share share_canadian(const TimeControl *control, const TimeLeft *left)
{
    double period = control->settings.period;
    double reserve = fmin(RESERVE_PART * period, RESERVE_MAX);
    reserve = fmax(reserve, fmin(CANADIAN_RESERVE, CANADIAN_PART * period));
    reserve = fmax(reserve, fmin(LATE_RESERVE * control->late, LATE_PART * period));
    double free = fmax(left->seconds - reserve, 0);
    double even = (period - reserve) / control->settings.stones;
    double planned = fmin(free / left->stones, even);
    if (!left->told)
        return (Share){planned, planned};
    double rest = free - even * (left->stones - 1);
    return (Share){planned, fmax(fmin(EXTENSION_CANADIAN * planned, rest), planned)};
}

static Share share_of_move(const TimeControl *control, Color player, int points,
                           int moves)
{
    const TimeSettings *settings = &control->settings;
    const TimeLeft *left = &control->left[player];
    if (left->stones > 0 && settings->system == TIME_CANADIAN)
        return share_canadian(control, left);
    if (left->stones > 0)
        return (Share){left->seconds, left->seconds};
    double per_move = weight_of_phase(points, moves) / moves_to_come(points, moves);
    if (settings->system == TIME_FISCHER)
        return share_fischer(settings, left->seconds, per_move);
    if (settings->system == TIME_ABSOLUTE)
        return share_absolute(left->seconds, reserve_of(control, points), per_move);
    return share_main_time(settings, left, per_move);
}

TimeBudget time_control_budget(const TimeControl *control, Color player, int points,
                               int moves)
{
    Share share = share_of_move(control, player, points, moves);
    share.planned = fmin(share.planned, share.most);
    bool has_reserve =
        control->settings.system == TIME_CANADIAN && control->left[player].stones > 0;
    double late = has_reserve ? 0 : control->late;
    double lag = control->lag < 0
                     ? fmax(fmin(LAG_GUESS, LAG_PART * share.planned), late)
                     : control->lag + late;
    double rest = control->left[player].seconds - lag, least = 0;
    if (control->settings.system == TIME_ABSOLUTE)
        least = fmax(fmin(THINK_PART * share.planned, rest), 0);
    return (TimeBudget){fmax(share.planned - lag, least), fmax(share.most - lag, least),
                        lag};
}
