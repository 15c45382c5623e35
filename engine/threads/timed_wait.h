// SPDX-License-Identifier: MIT
//
// Waiting for a condition, but only until a moment of the stopwatch.
#ifndef TIMED_WAIT_H
#define TIMED_WAIT_H

#include <pthread.h>
#include <stdbool.h>

// Makes a condition that timed_wait can wait for.
void timed_wait_init_condition(pthread_cond_t *condition);

// As pthread_cond_wait, but at most until a moment (stopwatch_now's). False when that
// has come. Pre: the mutex is locked.
bool timed_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, double deadline);

#endif
