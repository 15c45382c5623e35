// SPDX-License-Identifier: MIT
//
// How long a move may take: what the options ask for, what the clock allows, and the
// deadline for everything that belongs to the move. Pure arithmetic: "now" is passed
// in.
#ifndef TIME_MANAGER_H
#define TIME_MANAGER_H

#include "game.h"
#include "search_limits.h"
#include "time_control.h"

static const double TIME_MANAGER_SECONDS_DEFAULT = 5;

// The part of a move's time that is kept for judging chains (life_death.h) if a pass is
// in question. It is less if judging needs less.
static const double TIME_MANAGER_JUDGING_SHARE = 0.3;

typedef struct TimeManager {
    TimeControl clocks;
    double expected[2]; // chance to win at the last move, by Color; negative: none
} TimeManager;

// The time of a move in progress.
typedef struct MoveTime {
    Color player;
    double started, deadline; // in seconds of the same clock as "now"; no deadline: 0
    SearchLimits limits;
} MoveTime;

// No clock.
void time_manager_init(TimeManager *manager);

// Both clocks are full again, and nothing is expected.
void time_manager_new_game(TimeManager *manager);

// A move of the player begins. `asked` holds the limits of playouts, visits and seconds
// that do not come from a clock. Requested playouts and visits are cut short only by a
// lack of time. Requested seconds never end early, but a clock brings an early-stop
// plan. Without any limit the move takes
// TIME_MANAGER_SECONDS_DEFAULT. With a clock that has run out, it takes one playout.
MoveTime time_manager_begin(const TimeManager *manager, const Game *game, Color player,
                            SearchLimits asked, double now);

// The limits of a search that is part of the move, cut at the deadline.
SearchLimits time_manager_in_time(const MoveTime *move, SearchLimits limits,
                                  double now);

// If a pass is in question: the limits of each of the two searches of the position
// after it. `move` are the limits of the move.
SearchLimits time_manager_for_pass(SearchLimits move);

// If a pass is in question: the limits of the search for the move. They leave enough
// time for the searches after the pass and for judging chains. Playouts are not kept
// back: the move gets all that are asked for. One playout takes one thread
// `playout_seconds`; unknown: INFINITY.
SearchLimits time_manager_before_pass(SearchLimits move, double playout_seconds);

// Are `seconds` enough to judge chains, or is there no limit?
bool time_manager_can_judge(const MoveTime *move, double seconds,
                            double playout_seconds);

// The move has been made: subtracts its time from the clock of the player.
void time_manager_end(TimeManager *manager, const MoveTime *move, double win_rate,
                      double now);

#endif
