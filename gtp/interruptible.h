// SPDX-License-Identifier: MIT
//
// Thinking that a person may end from the keyboard.
#ifndef INTERRUPTIBLE_H
#define INTERRUPTIBLE_H

#include <stdbool.h>

#include "engine.h"

// Interrupts from the keyboard that have to wait.
typedef struct HeldInterrupts {
    bool before; // they had to already
} HeldInterrupts;

// From now on an interrupt waits for interruptible_genmove, and does not end the
// program, until they are released.
void interrupts_hold(HeldInterrupts *held);
void interrupts_release(const HeldInterrupts *held);

// As engine_genmove, but an interrupt from the keyboard (Ctrl-C) ends the thinking with
// the best move so far, and not the program. Pre: no other thread takes signals;
// interrupts are held.
Point interruptible_genmove(Engine *engine, Color player, MoveError *error);

#endif
