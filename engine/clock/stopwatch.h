// SPDX-License-Identifier: MIT
//
// The only reader of clocks.
#ifndef STOPWATCH_H
#define STOPWATCH_H

#include <stdint.h>
#include <time.h>

// Seconds of a monotonic clock; only differences have a meaning.
double stopwatch_now(void);

// Processor seconds that all threads of this process have used.
double stopwatch_cpu(void);

// The time of day, for display and for file names; it may jump.
struct timespec stopwatch_date(void);

// A seed that differs from one start of the program to the next.
uint64_t stopwatch_seed(void);

#endif
