// SPDX-License-Identifier: MIT
//
// The only reader of clocks.
#ifndef STOPWATCH_H
#define STOPWATCH_H

#include <stdint.h>
#include <time.h>

// Seconds of a monotonic clock; only differences mean something.
double stopwatch_now(void);

// Processor seconds used by this process, all threads.
double stopwatch_cpu(void);

// The time of day, for people and for names; it may jump.
struct timespec stopwatch_date(void);

// A number that differs from one start of the program to the next, for a seed.
uint64_t stopwatch_seed(void);

#endif
