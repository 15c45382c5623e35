// SPDX-License-Identifier: MIT
#include "watcher.h"

#include <errno.h>
#include <time.h>

#include "stopwatch.h"

// Waits for the end of an interval, or to be stopped. Pre: the mutex is locked.
static void wait_for_turn(Watcher *watcher)
{
    double due = stopwatch_now() + watcher->interval;
    struct timespec until = {.tv_sec = (time_t)due};
    until.tv_nsec = (long)((due - (double)until.tv_sec) * 1e9);
    while (!watcher->stopped &&
           pthread_cond_timedwait(&watcher->changed, &watcher->mutex, &until) !=
               ETIMEDOUT)
        continue;
}

static void *look_on(void *argument)
{
    Watcher *watcher = argument;
    pthread_mutex_lock(&watcher->mutex);
    wait_for_turn(watcher);
    while (!watcher->stopped) {
        watcher->look(watcher->object);
        wait_for_turn(watcher);
    }
    pthread_mutex_unlock(&watcher->mutex);
    return NULL;
}

void watcher_start(Watcher *watcher, double interval, void (*look)(void *object),
                   void *object)
{
    *watcher = (Watcher){.interval = interval, .look = look, .object = object};
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC); // stopwatch.h's
    pthread_cond_init(&watcher->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&watcher->mutex, NULL);
    watcher->started = pthread_create(&watcher->thread, NULL, look_on, watcher) == 0;
}

void watcher_hold(Watcher *watcher)
{
    pthread_mutex_lock(&watcher->mutex);
}

void watcher_release(Watcher *watcher)
{
    pthread_mutex_unlock(&watcher->mutex);
}

void watcher_stop(Watcher *watcher)
{
    pthread_mutex_lock(&watcher->mutex);
    watcher->stopped = true;
    pthread_cond_signal(&watcher->changed);
    pthread_mutex_unlock(&watcher->mutex);
    if (watcher->started)
        pthread_join(watcher->thread, NULL);
    pthread_cond_destroy(&watcher->changed);
    pthread_mutex_destroy(&watcher->mutex);
}
