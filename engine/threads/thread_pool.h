// SPDX-License-Identifier: MIT
//
// The threads of a search, and waiting for them. Who waits sleeps: on a busy machine he
// is woken in time, where a thread that computes has to wait for its turn. So an answer
// that is due need not wait until the last thread has noticed that. For the same reason
// the threads stay when the work is done, and sleep: to start a thread costs whoever
// does it his turn.
#ifndef THREAD_POOL_H
#define THREAD_POOL_H

#include <pthread.h>
#include <stdbool.h>

enum { THREAD_POOL_MAX = 64 };

typedef struct ThreadPool ThreadPool;

typedef struct PoolThread {
    ThreadPool *pool;
    pthread_t thread;
    int index;
    bool is_wanted; // there is work that he has not begun
} PoolThread;

struct ThreadPool {
    void (*work)(void *object, int index);
    void *object;
    int started; // threads
    PoolThread members[THREAD_POOL_MAX];
    pthread_mutex_t mutex; // of what follows, and of is_wanted
    int running;           // members with work that is not done
    bool is_over;
    pthread_cond_t begun, ended;
};

void thread_pool_init(ThreadPool *pool);

// Ends the threads. Pre: nobody is at work.
void thread_pool_free(ThreadPool *pool);

// Has work(object, index) done by so many threads, index from 0. A thread that cannot
// be started is done without; if none can, the caller does it. Pre: nobody is at work.
void thread_pool_start(ThreadPool *pool, int size,
                       void (*work)(void *object, int index), void *object);

// Waits until all have finished, at most until `time` (stopwatch_now's). Have they?
bool thread_pool_wait(ThreadPool *pool, double time);

// Waits until all have finished.
void thread_pool_join(ThreadPool *pool);

#endif
