// SPDX-License-Identifier: MIT
#include "periodic_thread.h"

#include <stdatomic.h>
#include <time.h>

#include "picture.h"
#include "stopwatch.h"

static void count_look(void *object)
{
    atomic_fetch_add((atomic_int *)object, 1);
}

static void test_looks_until_stopped(void **state)
{
    (void)state;
    const struct timespec delay = {.tv_nsec = 1000000};
    atomic_int looks = 0;
    Watcher watcher;
    watcher_start(&watcher, 0.001, count_look, &looks);
    while (atomic_load(&looks) < 10)
        nanosleep(&delay, NULL);
    watcher_stop(&watcher);
    int looked = atomic_load(&looks);
    for (int i = 0; i < 20; i++)
        nanosleep(&delay, NULL);
    assert_int_equal(atomic_load(&looks), looked);
}

static void test_stop_does_not_wait_for_the_next_look(void **state)
{
    (void)state;
    atomic_int looks = 0;
    double started = stopwatch_now();
    for (int i = 0; i < 100; i++) {
        Watcher watcher;
        watcher_start(&watcher, 1000, count_look, &looks);
        watcher_stop(&watcher);
    }
    assert_true(stopwatch_now() - started < 100);
    assert_int_equal(atomic_load(&looks), 0);
}

static void test_no_look_while_it_is_held(void **state)
{
    (void)state;
    const struct timespec delay = {.tv_nsec = 1000000};
    atomic_int looks = 0;
    Watcher watcher;
    watcher_start(&watcher, 0.001, count_look, &looks);
    for (int round = 0; round < 3; round++) {
        watcher_hold(&watcher);
        int looked = atomic_load(&looks);
        for (int i = 0; i < 20; i++)
            nanosleep(&delay, NULL);
        assert_int_equal(atomic_load(&looks), looked);
        watcher_release(&watcher);
        while (atomic_load(&looks) == looked)
            nanosleep(&delay, NULL);
    }
    watcher_stop(&watcher);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_looks_until_stopped),
        cmocka_unit_test(test_stop_does_not_wait_for_the_next_look),
        cmocka_unit_test(test_no_look_while_it_is_held),
    };
    return cmocka_run_group_tests_name("watcher", tests, NULL, NULL);
}
