// SPDX-License-Identifier: MIT
//
// Moves that do not come at once: the engine waits before it plays, the longer, the
// less people would expect the move. Source: KataGo 1.17, delayMoveScale and
// delayMoveMax, cpp/command/gtp.cpp.
#ifndef MOVE_DELAY_H
#define MOVE_DELAY_H

#include <stdatomic.h>

#include "rng.h"

typedef struct MoveDelay {
    double scale; // about the seconds that a move waits; 0: none does
    double most;  // seconds
} MoveDelay;

// No move waits.
MoveDelay move_delay_default(void);

// The seconds that a move waits whose chance in the policy is known.
double move_delay_seconds(const MoveDelay *delay, double chance, Rng *rng);

// Waits until this moment of stopwatch_now, or until *stop.
void move_delay_wait(double until, const atomic_bool *stop);

#endif
