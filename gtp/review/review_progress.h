// SPDX-License-Identifier: MIT
//
// A bar on standard error that shows how far a review is. It is shown only on a
// terminal. It also looks for an interrupt from the keyboard (Ctrl-C).
#ifndef REVIEW_PROGRESS_H
#define REVIEW_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>

#include "periodic_thread.h"

typedef struct ReviewProgress {
    const char *name; // of the record
    int total;        // positions
    atomic_int done;  // of these
    atomic_bool *stop;
    bool is_shown;
    double begun; // by the stopwatch
    int shown;    // columns of the bar on the screen
    int looks;
    PeriodicThread periodic;
} ReviewProgress;

// Begins to show `done` of `total` positions, and to look. *stop becomes true at an
// interrupt. Pre: interrupts are held (sigint.h).
void review_progress_start(ReviewProgress *progress, const char *name, int total,
                           atomic_bool *stop);

// Removes the bar.
void review_progress_stop(ReviewProgress *progress);

#endif
