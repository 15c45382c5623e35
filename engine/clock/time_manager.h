// SPDX-License-Identifier: MIT
//
// How long a move may take: what is asked for, what the clock allows, and the moment by
// which all that a move consists of has to be done. Pure arithmetic; "now" is passed
// in.
#ifndef TIME_MANAGER_H
#define TIME_MANAGER_H

#include "game.h"
#include "search_limits.h"
#include "time_control.h"

static const double TIME_MANAGER_SECONDS_DEFAULT = 5;

// Part of a move's time kept back for the judging of chains (life_death.h) when a pass
// is in question; less if it needs less.
static const double TIME_MANAGER_JUDGING_SHARE = 0.3;

typedef struct TimeManager {
    TimeControl clocks;
    double expected[2]; // chance to win at the last move, by Color; negative: none
    // Of the move in progress; seconds of the same clock as "now".
    double started, deadline; // no deadline: 0
    SearchLimits limits;
} TimeManager;

// No clock, no move in progress.
void time_manager_init(TimeManager *manager);

// Both clocks are full again, and nothing is expected.
void time_manager_new_game(TimeManager *manager);

// A move of the player begins. `asked` are the limits of playouts and seconds that do
// not come from a clock. From now on manager->limits are those of the move: playouts
// that are asked for are only cut short by a lack of time, and nothing ends seconds
// that are asked for early, but a clock brings a plan. Without any limit it is
// TIME_MANAGER_SECONDS_DEFAULT; with a clock that has run out, one playout.
void time_manager_begin(TimeManager *manager, const Game *game, Color player,
                        SearchLimits asked, double now);

// The limits of a search that is part of the move, but not beyond the deadline.
SearchLimits time_manager_in_time(const TimeManager *manager, SearchLimits limits,
                                  double now);

// When a pass is in question: the limits of each of the two searches of the position
// after it, given those of the move,
SearchLimits time_manager_for_pass(SearchLimits move);

// and those of the search for the move, which leave enough time for that and for the
// judging of chains. Playouts are not kept back: the move gets all that are asked for.
// A playout takes one thread `playout_seconds`; not known: INFINITY.
SearchLimits time_manager_before_pass(SearchLimits move, double playout_seconds);

// Are so many seconds enough to judge chains, or is there no limit?
bool time_manager_can_judge(const TimeManager *manager, double seconds,
                            double playout_seconds);

// The move has been made: its time is taken off the clock.
void time_manager_end(TimeManager *manager, Color player, double win_rate, double now);

#endif
