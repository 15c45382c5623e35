// SPDX-License-Identifier: MIT
#include "thread_pool.h"

#include <stdatomic.h>

#include "picture.h"
#include "stopwatch.h"

enum { SIZE = 5 };

// Work that begins, and ends when it may.
typedef struct Job {
    atomic_int begun[SIZE], ended;
    atomic_bool may_end;
} Job;

static void do_job(void *object, int index)
{
    Job *job = object;
    atomic_fetch_add(&job->begun[index], 1);
    while (!atomic_load(&job->may_end))
        continue;
    atomic_fetch_add(&job->ended, 1);
}

static void test_everybody_works_once(void **state)
{
    (void)state;
    ThreadPool pool;
    thread_pool_init(&pool);
    for (int round = 1; round <= 3; round++) {
        static Job job;
        atomic_store(&job.may_end, true);
        thread_pool_start(&pool, SIZE, do_job, &job);
        thread_pool_join(&pool);
        assert_int_equal(atomic_load(&job.ended), round * SIZE);
        for (int i = 0; i < SIZE; i++)
            assert_int_equal(atomic_load(&job.begun[i]), round);
    }
    thread_pool_free(&pool);
}

static void test_waiting_ends_before_the_work(void **state)
{
    (void)state;
    static Job job;
    ThreadPool pool;
    thread_pool_init(&pool);
    thread_pool_start(&pool, SIZE, do_job, &job);
    assert_false(thread_pool_wait(&pool, 0));
    assert_false(thread_pool_wait(&pool, stopwatch_now() + 0.001));
    assert_int_equal(atomic_load(&job.ended), 0);
    atomic_store(&job.may_end, true);
    assert_true(thread_pool_wait(&pool, stopwatch_now() + 3600));
    assert_int_equal(atomic_load(&job.ended), SIZE);
    thread_pool_join(&pool);
    assert_true(thread_pool_wait(&pool, 0));
    thread_pool_free(&pool);
}

static void test_a_crew_that_never_worked_is_at_rest(void **state)
{
    (void)state;
    ThreadPool pool;
    thread_pool_init(&pool);
    assert_true(thread_pool_wait(&pool, 0));
    thread_pool_join(&pool);
    thread_pool_free(&pool);
}

// Who did which part of the work, and how often.
typedef struct Roll {
    pthread_t thread[SIZE];
    int calls[SIZE];
} Roll;

static void sign(void *object, int index)
{
    Roll *roll = object;
    roll->thread[index] = pthread_self();
    roll->calls[index]++;
}

static Roll call_roll(ThreadPool *pool, int size)
{
    Roll roll = {.calls = {0}};
    thread_pool_start(pool, size, sign, &roll);
    thread_pool_join(pool);
    return roll;
}

static void test_threads_stay(void **state)
{
    (void)state;
    ThreadPool pool;
    thread_pool_init(&pool);
    Roll some = call_roll(&pool, SIZE - 2), all = call_roll(&pool, SIZE);
    Roll one = call_roll(&pool, 1);
    for (int i = 0; i < SIZE; i++) {
        assert_int_equal(all.calls[i], 1);
        assert_int_equal(one.calls[i], i < 1);
        assert_true(i >= SIZE - 2 || pthread_equal(some.thread[i], all.thread[i]));
    }
    assert_true(pthread_equal(all.thread[0], one.thread[0]));
    thread_pool_free(&pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everybody_works_once),
        cmocka_unit_test(test_threads_stay),
        cmocka_unit_test(test_waiting_ends_before_the_work),
        cmocka_unit_test(test_a_crew_that_never_worked_is_at_rest),
    };
    return cmocka_run_group_tests_name("thread pool", tests, NULL, NULL);
}
