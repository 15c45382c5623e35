// SPDX-License-Identifier: MIT
//
// Holds interrupts from the keyboard (Ctrl-C) until the program asks for them. A held
// interrupt does not end the program.
#ifndef SIGINT_H
#define SIGINT_H

#include <stdbool.h>

// The state to restore.
typedef struct HeldSigint {
    bool before; // interrupts were held already
} HeldSigint;

// Holds interrupts from now on, until they are released. Threads that start in between
// receive none.
void sigint_hold(HeldSigint *held);
void sigint_release(const HeldSigint *held);

// Takes a held interrupt. Returns false if there is none. Pre: every thread holds
// interrupts.
bool sigint_take(void);

#endif
