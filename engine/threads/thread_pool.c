// SPDX-License-Identifier: MIT
#include "thread_pool.h"

#include "timed_wait.h"

void thread_pool_init(ThreadPool *pool)
{
    *pool = (ThreadPool){.started = 0};
    pthread_cond_init(&pool->begun, NULL);
    timed_wait_init_condition(&pool->ended);
    pthread_mutex_init(&pool->mutex, NULL);
}

void thread_pool_free(ThreadPool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    pool->is_over = true;
    pthread_cond_broadcast(&pool->begun);
    pthread_mutex_unlock(&pool->mutex);
    for (int i = 0; i < pool->started; i++)
        pthread_join(pool->members[i].thread, NULL);
    pthread_cond_destroy(&pool->begun);
    pthread_cond_destroy(&pool->ended);
    pthread_mutex_destroy(&pool->mutex);
}

// Waits for work. False: there will be no more. Pre: the mutex is locked.
static bool wait_for_work(PoolThread *member)
{
    ThreadPool *pool = member->pool;
    while (!member->is_wanted && !pool->is_over)
        pthread_cond_wait(&pool->begun, &pool->mutex);
    return member->is_wanted;
}

static void *serve(void *argument)
{
    PoolThread *member = argument;
    ThreadPool *pool = member->pool;
    pthread_mutex_lock(&pool->mutex);
    while (wait_for_work(member)) {
        member->is_wanted = false;
        pthread_mutex_unlock(&pool->mutex);
        pool->work(pool->object, member->index);
        pthread_mutex_lock(&pool->mutex);
        if (--pool->running == 0)
            pthread_cond_signal(&pool->ended);
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

// Starts threads until there are `size` of them, or until one cannot be started.
static void enlist(ThreadPool *pool, int size)
{
    while (pool->started < size) {
        PoolThread *member = &pool->members[pool->started];
        *member = (PoolThread){.pool = pool, .index = pool->started};
        if (pthread_create(&member->thread, NULL, serve, member) != 0)
            return;
        pool->started++;
    }
}

void thread_pool_start(ThreadPool *pool, int size,
                       void (*work)(void *object, int index), void *object)
{
    enlist(pool, size);
    int helpers = size < pool->started ? size : pool->started;
    pthread_mutex_lock(&pool->mutex);
    pool->work = work;
    pool->object = object;
    pool->running = helpers;
    for (int i = 0; i < helpers; i++)
        pool->members[i].is_wanted = true;
    pthread_cond_broadcast(&pool->begun);
    pthread_mutex_unlock(&pool->mutex);
    if (helpers == 0)
        work(object, 0);
}

bool thread_pool_wait(ThreadPool *pool, double time)
{
    pthread_mutex_lock(&pool->mutex);
    while (pool->running > 0 && timed_wait(&pool->ended, &pool->mutex, time))
        continue;
    bool ended = pool->running == 0;
    pthread_mutex_unlock(&pool->mutex);
    return ended;
}

void thread_pool_join(ThreadPool *pool)
{
    pthread_mutex_lock(&pool->mutex);
    while (pool->running > 0)
        pthread_cond_wait(&pool->ended, &pool->mutex);
    pthread_mutex_unlock(&pool->mutex);
}
