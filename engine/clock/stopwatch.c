// SPDX-License-Identifier: MIT
#include "stopwatch.h"

#include <unistd.h>

static double read_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double stopwatch_now(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

double stopwatch_cpu(void)
{
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

struct timespec stopwatch_date(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return now;
}

uint64_t stopwatch_seed(void)
{
    struct timespec now = stopwatch_date();
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec +
           ((uint64_t)getpid() << 40);
}
