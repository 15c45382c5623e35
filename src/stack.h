// SPDX-License-Identifier: MIT
//
// The stack of the program's first thread. Other threads get theirs when they are
// started, but this one grows when it is used, and where it cannot the system ends the
// program without a word.
#ifndef STACK_H
#define STACK_H

#include <stdbool.h>

// What reading a ladder out can take, and as much again.
enum { STACK_BYTES = 4 << 20 };

// Makes sure of so many bytes more. Errors: false if memory or the stack is limited to
// less.
bool stack_grow(void);

#endif
