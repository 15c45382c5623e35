// SPDX-License-Identifier: MIT
#include "stack.h"

#include <stdlib.h>
#include <sys/resource.h>

enum { TAKEN_BYTES = 1 << 20 }; // at most, before: mostly the environment

// Is there room for as much elsewhere, and may the stack become so large?
static bool has_room(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) != 0 ||
        (limit.rlim_cur != RLIM_INFINITY &&
         limit.rlim_cur < (rlim_t)STACK_BYTES + TAKEN_BYTES))
        return false;
    void *volatile room = malloc(STACK_BYTES); // else a compiler would not ask for it
    bool is_there = room != NULL;
    free(room);
    return is_there;
}

// What lies between is the stack's from then on, and takes no memory before it is used.
static void touch_far_end(void)
{
    volatile char room[STACK_BYTES];
    room[0] = 0;
    (void)room[0];
}

bool stack_grow(void)
{
    if (!has_room())
        return false;
    touch_far_end();
    return true;
}
