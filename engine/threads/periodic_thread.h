// SPDX-License-Identifier: MIT
//
// A thread that looks on while others work: it calls a function at intervals until it
// is told to stop. Between two calls it sleeps.
#ifndef PERIODIC_THREAD_H
#define PERIODIC_THREAD_H

#include <pthread.h>
#include <stdbool.h>

typedef struct Watcher {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    double interval; // seconds
    void (*look)(void *object);
    void *object;
    bool started, stopped;
} Watcher;

// Begins to call look(object) every `interval` seconds. If no thread can be started it
// is never called.
void watcher_start(Watcher *watcher, double interval, void (*look)(void *object),
                   void *object);

// Waits for a call in progress; until watcher_release there is no other one.
void watcher_hold(Watcher *watcher);
void watcher_release(Watcher *watcher);

// Ends the calls, and returns when the last one has ended.
void watcher_stop(Watcher *watcher);

#endif
