// SPDX-License-Identifier: MIT
#include "timed_wait.h"

#include <time.h>

void timed_wait_init_condition(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC); // stopwatch.h's
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

bool timed_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, double deadline)
{
    struct timespec until = {.tv_sec = (time_t)deadline};
    until.tv_nsec = (long)((deadline - (double)until.tv_sec) * 1e9);
    return pthread_cond_timedwait(condition, mutex, &until) == 0;
}
