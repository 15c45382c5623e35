// SPDX-License-Identifier: MIT
//
// Thinking that a person may end from the keyboard.
#ifndef INTERRUPTIBLE_H
#define INTERRUPTIBLE_H

#include "engine.h"

// As engine_genmove, but an interrupt from the keyboard (Ctrl-C) ends the thinking with
// the best move so far, and not the program. Pre: no other thread takes signals;
// interrupts are held (interrupts.h).
Point interruptible_genmove(Engine *engine, Color player, MoveError *error);

#endif
