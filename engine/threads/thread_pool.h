// SPDX-License-Identifier: MIT
//
// The threads of a search, and waiting for them. The waiting thread sleeps instead of
// spinning. On a busy machine a sleeping thread is woken in time, but a computing
// thread has to wait for its turn. So an answer that is due does not wait until the
// last thread has noticed that. When the work is done the threads stay and sleep.
// Starting a thread would cost the starting thread its turn on the processor.
#ifndef THREAD_POOL_H
#define THREAD_POOL_H

#include <pthread.h>
#include <stdbool.h>

enum { THREAD_POOL_MAX = 65 };

typedef struct ThreadPool ThreadPool;

typedef struct PoolThread {
    ThreadPool *pool;
    pthread_t thread;
    int index;
    bool is_wanted; // there is work that this thread has not begun
} PoolThread;

struct ThreadPool {
    void (*work)(void *object, int index);
    void *object;
    int started; // number of threads
    PoolThread members[THREAD_POOL_MAX];
    pthread_mutex_t mutex; // guards the fields below, and is_wanted
    int running;           // number of threads whose work is not done
    bool is_over;
    pthread_cond_t begun, ended;
};

void thread_pool_init(ThreadPool *pool);

// Ends the threads. Pre: no thread is working.
void thread_pool_free(ThreadPool *pool);

// Calls work(object, index) on `size` threads, index from 0. If some threads cannot be
// started, the others run without them. If none can be started, the caller does the
// work with index 0. Pre: no thread is working.
void thread_pool_start(ThreadPool *pool, int size,
                       void (*work)(void *object, int index), void *object);

// Waits until all threads have finished, but at most until `time` (stopwatch_now's).
// Returns whether they have finished.
bool thread_pool_wait(ThreadPool *pool, double time);

// Waits until all threads have finished.
void thread_pool_join(ThreadPool *pool);

#endif
