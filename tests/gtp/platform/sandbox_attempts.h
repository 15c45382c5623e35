// SPDX-License-Identifier: MIT
//
// What is tried in the sandbox and outside. Attempts run in a folder of their own, see
// make_top in test_sandbox.c, and may have the one in it.
#ifndef SANDBOX_ATTEMPTS_H
#define SANDBOX_ATTEMPTS_H

#include <stdbool.h>
#include <sys/types.h>

// How the child process of an attempt ends.
enum { SUCCEEDED, REFUSED, NOT_ENTERED };

typedef struct Attempt {
    const char *name;
    bool (*succeeds)(void);
} Attempt;

// What the sandbox forbids; ends without a name.
extern const Attempt ATTEMPTS[];

// What it leaves.
extern const Attempt THREADS_ATTEMPT, FILES_ATTEMPT;

// Whom attempts are aimed at from now on; inside they cannot even ask for its number.
void attempts_aim_at(pid_t process);

#endif
