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
    PeriodicThread periodic;
    periodic_thread_start(&periodic, 0.001, 0.001, count_look, &looks);
    while (atomic_load(&looks) < 10)
        nanosleep(&delay, NULL);
    periodic_thread_stop(&periodic);
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
        PeriodicThread periodic;
        periodic_thread_start(&periodic, 1000, 1000, count_look, &looks);
        periodic_thread_stop(&periodic);
    }
    assert_true(stopwatch_now() - started < 100);
    assert_int_equal(atomic_load(&looks), 0);
}

static void test_no_look_while_it_is_held(void **state)
{
    (void)state;
    const struct timespec delay = {.tv_nsec = 1000000};
    atomic_int looks = 0;
    PeriodicThread periodic;
    periodic_thread_start(&periodic, 0.001, 0.001, count_look, &looks);
    for (int round = 0; round < 3; round++) {
        periodic_thread_hold(&periodic);
        int looked = atomic_load(&looks);
        for (int i = 0; i < 20; i++)
            nanosleep(&delay, NULL);
        assert_int_equal(atomic_load(&looks), looked);
        periodic_thread_release(&periodic);
        while (atomic_load(&looks) == looked)
            nanosleep(&delay, NULL);
    }
    periodic_thread_stop(&periodic);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_looks_until_stopped),
        cmocka_unit_test(test_stop_does_not_wait_for_the_next_look),
        cmocka_unit_test(test_no_look_while_it_is_held),
    };
    return cmocka_run_group_tests_name("periodic thread", tests, NULL, NULL);
}
