// SPDX-License-Identifier: MIT
#include "watcher.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_looks_until_stopped),
        cmocka_unit_test(test_stop_does_not_wait_for_the_next_look),
    };
    return cmocka_run_group_tests_name("watcher", tests, NULL, NULL);
}
