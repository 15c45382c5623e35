// SPDX-License-Identifier: MIT
//
// Thinking that a person may end from the keyboard, or by going away.
#ifndef INTERRUPTIBLE_SEARCH_H
#define INTERRUPTIBLE_SEARCH_H

#include <stdbool.h>

#include "engine.h"
#include "periodic_thread.h"

typedef struct InterruptibleSearch {
    Engine *engine;
    int output; // the person's
    bool seen;  // an interrupt, or that nobody listens
    PeriodicThread periodic;
} InterruptibleSearch;

// Until interruptible_stop an interrupt from the keyboard (Ctrl-C) ends what the engine
// thinks about with what it has found so far, and so does the loss of whoever listens
// at the output. Pre: no other thread takes signals; interrupts are held
// (sigint.h), or else they end the program.
void interruptible_start(InterruptibleSearch *work, Engine *engine, int output);

// Takes one that came too late, too.
void interruptible_stop(InterruptibleSearch *work);

#endif
