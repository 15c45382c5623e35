// SPDX-License-Identifier: MIT
//
// A thread that calls a function at intervals while other threads work, until it is
// stopped. It sleeps between two calls.
#ifndef PERIODIC_THREAD_H
#define PERIODIC_THREAD_H

#include <pthread.h>
#include <stdbool.h>

typedef struct PeriodicThread {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    double first, interval; // seconds
    void (*look)(void *object);
    void *object;
    bool started, stopped;
} PeriodicThread;

// Begins to call look(object): after `first` seconds, and then every `interval`
// seconds. If no thread can be started, the function is never called.
void periodic_thread_start(PeriodicThread *periodic, double first, double interval,
                           void (*look)(void *object), void *object);

// Waits for a call in progress. No other call begins before periodic_thread_release.
void periodic_thread_hold(PeriodicThread *periodic);
void periodic_thread_release(PeriodicThread *periodic);

// Ends the calls, and returns when the last one has ended.
void periodic_thread_stop(PeriodicThread *periodic);

#endif
