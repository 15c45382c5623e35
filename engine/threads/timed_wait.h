// SPDX-License-Identifier: MIT
//
// Waiting for a condition, but only until a moment of stopwatch_now.
#ifndef TIMED_WAIT_H
#define TIMED_WAIT_H

#include <pthread.h>
#include <stdbool.h>

// Initializes a condition for timed_wait.
void timed_wait_init_condition(pthread_cond_t *condition);

// As pthread_cond_wait, but at most until `deadline` (stopwatch_now's). False: the
// deadline has come. Pre: the mutex is locked.
bool timed_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, double deadline);

#endif
