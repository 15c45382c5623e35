// SPDX-License-Identifier: MIT
//
// The clocks of a game: what the controller said about time, what is left, and how much
// to spend on a move. Pure arithmetic: the caller reads the real clock and passes
// seconds in. If the controller never sends time_left, the record of time_control_spend
// is used.
//
// A move costs more on the controller's clock than the engine measures. The rest is the
// lag: the way there and back, and other load of the machine. The lag is subtracted
// from the budget of every move. It is charged to the engine's own record of a clock. A
// busy machine shows by answers that come later than they should. Any lag shows by a
// clock that reads less than expected. The lag used is at least what was seen of
// either.
#ifndef TIME_CONTROL_H
#define TIME_CONTROL_H

#include <stdbool.h>

#include "color.h"

typedef enum TimeSystem {
    TIME_UNLIMITED,
    TIME_ABSOLUTE, // main time only
    TIME_CANADIAN, // after main time, `stones` moves in every `period` seconds
    TIME_BYO_YOMI, // after it, `stones` periods of `period` seconds, one move each
    TIME_FISCHER,  // every move adds `period` seconds to the main time
} TimeSystem;

typedef struct TimeSettings {
    TimeSystem system;
    double main;   // seconds
    double period; // seconds
    int stones;    // Canadian: stones per period; byo-yomi: number of periods
    // Capped Fischer: the most that the clock shows after a move, and the most that a
    // move may take; 0: no limit.
    double clock_max, move_max;
} TimeSettings;

// What one player has left.
typedef struct TimeLeft {
    double seconds;
    int stones; // stones or byo-yomi periods left; 0 in main time
    bool told;  // the controller has told it, and nothing has happened since
    // What the clock will show when the controller tells it again, if there is no lag.
    // Negative: unknown.
    double expected;
} TimeLeft;

typedef struct TimeControl {
    TimeSettings settings;
    TimeLeft left[2]; // by Color
    double lag;       // seconds per move; negative: unknown, so it is guessed
    double late;      // seconds that recent moves took beyond their budget
} TimeControl;

// Seconds to think about the next move.
typedef struct TimeBudget {
    double planned; // for an ordinary move; at least 0
    double most;    // for a hard move; at least `planned`
    double lag;     // subtracted from both already
} TimeBudget;

// No limit, and an unknown lag.
void time_control_init(TimeControl *control);

// Sets new settings; both clocks are full again.
void time_control_set(TimeControl *control, const TimeSettings *settings);

// Makes both clocks full again.
void time_control_restart(TimeControl *control);

// The controller tells a clock. Something about the lag is learnt from it. Negative
// seconds count as none. If `stones` is 0 and there are no seconds, overtime begins. In
// a system without overtime `stones` are ignored. Source: GTP 2, time_left; for
// byo-yomi `stones` is the number of periods left (KGS).
void time_control_left(TimeControl *control, Color player, double seconds, int stones);

// Subtracts the seconds of a player's move, and the lag, from its clock. Overtime or a
// new period begins when due, and what a move adds is added. The clock never goes below
// zero. The guess for an unknown lag is small here: if only the engine keeps the clock,
// the clock is near.
void time_control_spend(TimeControl *control, Color player, double seconds);

// Records how many seconds a move took beyond its budget; less than 0 for a move in
// time. Older records fade with every move.
void time_control_note_late(TimeControl *control, double seconds);

// Is there a limit at all?
bool time_control_is_limited(const TimeControl *control);

// What to spend on the next move. It is more of the main time in the middle of the game
// than at its beginning. `points` is the size of the board, and `moves` the number of
// moves played so far. The guess for an unknown lag is a tenth of a second. It is at
// most a quarter of the move's share, and at least the time by which moves were late.
// Pre: limited.
TimeBudget time_control_budget(const TimeControl *control, Color player, int points,
                               int moves);

#endif
