// SPDX-License-Identifier: MIT
//
// Clocks: what a controller said about time, what is left, and how much of it to spend
// on a move. Pure arithmetic; whoever reads a real clock passes seconds in. When the
// controller never sends time_left, the record kept by time_control_spend stands in.
#ifndef TIME_CONTROL_H
#define TIME_CONTROL_H

#include <stdbool.h>

#include "color.h"

typedef enum TimeSystem {
    TIME_UNLIMITED,
    TIME_ABSOLUTE, // main time only
    TIME_CANADIAN, // after it, `stones` moves in every `period` seconds
    TIME_BYO_YOMI, // after it, `stones` periods of `period` seconds, one move each
} TimeSystem;

typedef struct TimeSettings {
    TimeSystem system;
    double main;   // seconds
    double period; // seconds
    int stones;    // Canadian: stones a period; byo-yomi: number of periods
} TimeSettings;

// What one player has left.
typedef struct TimeLeft {
    double seconds;
    int stones; // 0 in main time; else stones, or byo-yomi periods, left
} TimeLeft;

typedef struct TimeControl {
    TimeSettings settings;
    TimeLeft left[2]; // by Color
    double lag;       // seconds a move kept back for the way to the controller
} TimeControl;

// No limit.
void time_control_init(TimeControl *control);

// New settings; both clocks are full again.
void time_control_set(TimeControl *control, const TimeSettings *settings);

// Both clocks are full again.
void time_control_restart(TimeControl *control);

// The controller's word on a clock. Negative seconds count as none; with stones == 0
// and no seconds, overtime begins. Source: GTP 2, time_left; for byo-yomi `stones` is
// the number of periods left (KGS).
void time_control_left(TimeControl *control, Color player, double seconds, int stones);

// Takes the seconds of a move that a player made off his clock, entering overtime or a
// new period when due. Never below zero.
void time_control_spend(TimeControl *control, Color player, double seconds);

// Is there a limit at all?
bool time_control_is_limited(const TimeControl *control);

// Seconds to think about the next move: at least 0. `points` is the size of the board
// and `moves` the number of moves played so far. Pre: limited.
double time_control_budget(const TimeControl *control, Color player, int points,
                           int moves);

#endif
