// SPDX-License-Identifier: MIT
#include "periodic_thread.h"

#include "stopwatch.h"
#include "timed_wait.h"

// Waits for the end of an interval, or to be stopped. Pre: the mutex is locked.
static void wait_for_turn(Watcher *watcher)
{
    double due = stopwatch_now() + watcher->interval;
    while (!watcher->stopped && deadline_wait(&watcher->changed, &watcher->mutex, due))
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
    deadline_init_condition(&watcher->changed);
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
