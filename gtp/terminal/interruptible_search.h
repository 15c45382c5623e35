// SPDX-License-Identifier: MIT
//
// A search that a person can end from the keyboard, or by closing the output.
#ifndef INTERRUPTIBLE_SEARCH_H
#define INTERRUPTIBLE_SEARCH_H

#include <stdbool.h>

#include "engine.h"
#include "periodic_thread.h"

typedef struct InterruptibleSearch {
    Engine *engine;
    int output; // the file descriptor that the person reads
    bool seen;  // an interrupt came, or the output has no reader any more
    PeriodicThread periodic;
} InterruptibleSearch;

// From now until interruptible_stop, an interrupt from the keyboard (Ctrl-C) ends the
// engine's search. The search then returns what it has found so far. The same happens
// if the output loses its reader. Pre: no other thread takes signals; interrupts are
// held (sigint.h), otherwise they end the program.
void interruptible_start(InterruptibleSearch *work, Engine *engine, int output);

// Also takes an interrupt that came too late.
void interruptible_stop(InterruptibleSearch *work);

#endif
