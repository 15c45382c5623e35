// SPDX-License-Identifier: MIT
//
// The conditions of winpthreads know only the clock of the day, which may jump. So the
// wait has a length, not an end.
#include "timed_wait.h"

#include <errno.h>
#include <time.h>

#include "stopwatch.h"

void timed_wait_init_condition(pthread_cond_t *condition)
{
    pthread_cond_init(condition, NULL);
}

bool timed_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, double deadline)
{
    double seconds = deadline - stopwatch_now();
    if (seconds < 0)
        seconds = 0; // other threads get the mutex nevertheless
    struct timespec rest = {.tv_sec = (time_t)seconds};
    rest.tv_nsec = (long)((seconds - (double)rest.tv_sec) * 1e9);
    // It may wake a little too early; then the caller asks again.
    return pthread_cond_timedwait_relative_np(condition, mutex, &rest) != ETIMEDOUT ||
           stopwatch_now() < deadline;
}
