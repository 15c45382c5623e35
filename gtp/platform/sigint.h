// SPDX-License-Identifier: MIT
//
// Interrupts from the keyboard (Ctrl-C) that wait until somebody looks for them,
// instead of decision the program.
#ifndef SIGINT_H
#define SIGINT_H

#include <stdbool.h>

// What has to be restored.
typedef struct HeldSigint {
    bool before; // they had to wait already
} HeldSigint;

// From now on interrupts wait, until they are released. Threads that are begun in
// between take none.
void sigint_hold(HeldSigint *held);
void sigint_release(const HeldSigint *held);

// Takes an interrupt that waits. False if there is none. Pre: interrupts are held, by
// every thread.
bool sigint_take(void);

#endif
