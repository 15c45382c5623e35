// SPDX-License-Identifier: MIT
#include "periodic_thread.h"

#include "stopwatch.h"
#include "timed_wait.h"

// Waits for some seconds, or to be stopped. Pre: the mutex is locked.
static void wait_for_turn(PeriodicThread *periodic, double seconds)
{
    double due = stopwatch_now() + seconds;
    while (!periodic->stopped && timed_wait(&periodic->changed, &periodic->mutex, due))
        continue;
}

static void *look_on(void *argument)
{
    PeriodicThread *periodic = argument;
    pthread_mutex_lock(&periodic->mutex);
    wait_for_turn(periodic, periodic->first);
    while (!periodic->stopped) {
        periodic->look(periodic->object);
        wait_for_turn(periodic, periodic->interval);
    }
    pthread_mutex_unlock(&periodic->mutex);
    return NULL;
}

void periodic_thread_start(PeriodicThread *periodic, double first, double interval,
                           void (*look)(void *object), void *object)
{
    *periodic = (PeriodicThread){
        .first = first, .interval = interval, .look = look, .object = object};
    timed_wait_init_condition(&periodic->changed);
    pthread_mutex_init(&periodic->mutex, NULL);
    periodic->started = pthread_create(&periodic->thread, NULL, look_on, periodic) == 0;
}

void periodic_thread_hold(PeriodicThread *periodic)
{
    pthread_mutex_lock(&periodic->mutex);
}

void periodic_thread_release(PeriodicThread *periodic)
{
    pthread_mutex_unlock(&periodic->mutex);
}

void periodic_thread_stop(PeriodicThread *periodic)
{
    pthread_mutex_lock(&periodic->mutex);
    periodic->stopped = true;
    pthread_cond_signal(&periodic->changed);
    pthread_mutex_unlock(&periodic->mutex);
    if (periodic->started)
        pthread_join(periodic->thread, NULL);
    pthread_cond_destroy(&periodic->changed);
    pthread_mutex_destroy(&periodic->mutex);
}
