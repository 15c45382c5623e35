// SPDX-License-Identifier: MIT
//
// Thinking that a person may end from the keyboard.
#ifndef INTERRUPTIBLE_H
#define INTERRUPTIBLE_H

#include <stdbool.h>

#include "engine.h"
#include "watcher.h"

typedef struct Interruptible {
    Engine *engine;
    bool seen; // an interrupt
    Watcher watcher;
} Interruptible;

// Until interruptible_stop an interrupt from the keyboard (Ctrl-C) ends what the engine
// thinks about with what it has found so far. Pre: no other thread takes signals;
// interrupts are held (interrupts.h).
void interruptible_start(Interruptible *work, Engine *engine);

// Takes one that came too late, too.
void interruptible_stop(Interruptible *work);

#endif
