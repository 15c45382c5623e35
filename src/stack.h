// SPDX-License-Identifier: MIT
//
// The stack of the program's first thread. Other threads get their whole stack when
// they start. This one grows as it is used. If it cannot grow, the system ends the
// program without a message.
#ifndef STACK_H
#define STACK_H

#include <stdbool.h>

// Twice what reading a ladder can take.
enum { STACK_BYTES = 4 << 20 };

// Makes sure that the stack can grow by STACK_BYTES. Errors: false if memory or the
// stack is limited to less.
bool stack_grow(void);

#endif
