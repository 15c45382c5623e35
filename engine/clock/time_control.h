// SPDX-License-Identifier: MIT
//
// Clocks: what a controller said about time, what is left, and how much of it to spend
// on a move. Pure arithmetic; whoever reads a real clock passes seconds in. When the
// controller never sends time_left, the record kept by time_control_spend stands in.
//
// A move costs more on the controller's clock than the engine notices: the way there
// and back, and whatever else the machine is doing. That is the lag; it is taken off
// the budget of every move, and charged to the record of an own clock. A machine that
// is busy shows by answers that come later than they should, and any lag by a clock
// that shows less than expected: what was seen of either counts at least.
#ifndef TIME_CONTROL_H
#define TIME_CONTROL_H

#include <stdbool.h>

#include "color.h"

typedef enum TimeSystem {
    TIME_UNLIMITED,
    TIME_ABSOLUTE, // main time only
    TIME_CANADIAN, // after it, `stones` moves in every `period` seconds
    TIME_BYO_YOMI, // after it, `stones` periods of `period` seconds, one move each
    TIME_FISCHER,  // every move made adds `period` seconds to the main time
} TimeSystem;

typedef struct TimeSettings {
    TimeSystem system;
    double main;   // seconds
    double period; // seconds
    int stones;    // Canadian: stones a period; byo-yomi: number of periods
    // Capped Fischer: what the clock shows at most after a move, and what a move may
    // take at most; 0: no limit.
    double clock_max, move_max;
} TimeSettings;

// What one player has left.
typedef struct TimeLeft {
    double seconds;
    int stones; // 0 in main time; else stones, or byo-yomi periods, left
    bool told;  // by the controller, and nothing has happened since
    // What it will show when the controller tells it again, if there is no lag;
    // negative: that is unknown.
    double expected;
} TimeLeft;

typedef struct TimeControl {
    TimeSettings settings;
    TimeLeft left[2]; // by Color
    double lag;       // seconds a move; negative: unknown, so a guess
    double late;      // seconds that recent moves took beyond what was expected
} TimeControl;

// Seconds to think about the next move.
typedef struct TimeBudget {
    double planned; // for a move like any other; at least 0
    double most;    // for a hard one; at least `planned`
    double lag;     // what has been taken off both
} TimeBudget;

// No limit, and an unknown lag.
void time_control_init(TimeControl *control);

// New settings; both clocks are full again.
void time_control_set(TimeControl *control, const TimeSettings *settings);

// Both clocks are full again.
void time_control_restart(TimeControl *control);

// The controller's word on a clock, from which something of the lag is learnt. Negative
// seconds count as none; with stones == 0 and no seconds, overtime begins; `stones` of
// a system without overtime are ignored. Source: GTP 2, time_left; for byo-yomi
// `stones` is the number of periods left (KGS).
void time_control_left(TimeControl *control, Color player, double seconds, int stones);

// Takes the seconds of a move that a player made, and the lag, off his clock, entering
// overtime or a new period when due, and adds what a move adds. Never below zero. The
// guess for an unknown lag is small here: a clock that nobody else keeps is near by.
void time_control_spend(TimeControl *control, Color player, double seconds);

// Takes note of how many seconds a move took beyond its budget; less than 0 for one
// that was in time. What is remembered fades with every move.
void time_control_note_late(TimeControl *control, double seconds);

// Is there a limit at all?
bool time_control_is_limited(const TimeControl *control);

// What to spend on the next move: more of the main time in the middle of the game than
// at its beginning. `points` is the size of the board and `moves` the number of moves
// played so far. The guess for an unknown lag is a tenth of a second, but no more than
// a quarter of the move's share, and no less than moves were late. Pre: limited.
TimeBudget time_control_budget(const TimeControl *control, Color player, int points,
                               int moves);

#endif
