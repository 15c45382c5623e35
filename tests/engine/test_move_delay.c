// SPDX-License-Identifier: MIT
//
// How long moves wait that should not come at once.
#include "move_delay.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "stopwatch.h"

enum { SAMPLES = 20000 };

// The mean and the variance of what moves of a chance wait.
static void measure(const MoveDelay *delay, double chance, double *mean,
                    double *variance)
{
    Rng rng = rng_seeded(1, 0);
    double sum = 0, squares = 0;
    for (int i = 0; i < SAMPLES; i++) {
        double seconds = move_delay_seconds(delay, chance, &rng);
        assert_true(seconds >= 0 && seconds <= delay->most);
        sum += seconds;
        squares += seconds * seconds;
    }
    *mean = sum / SAMPLES;
    *variance = squares / SAMPLES - *mean * *mean;
}

// Half of the scale, divided by the chance and a tenth. The variance of a gamma
// distribution of shape 2 is half of the square of its mean.
static void test_unlikely_moves_wait_longer(void **state)
{
    (void)state;
    const MoveDelay delay = {.scale = 2, .most = 1e6};
    double mean, variance;
    measure(&delay, 0.9, &mean, &variance);
    assert_float_equal(mean, 1, 0.02);
    assert_float_equal(variance, 0.5, 0.04);
    measure(&delay, 0, &mean, &variance);
    assert_float_equal(mean, 10, 0.2);
}

static void test_there_is_a_limit(void **state)
{
    (void)state;
    const MoveDelay delay = {.scale = 1e4, .most = 0.5};
    Rng rng = rng_seeded(2, 0);
    for (int i = 0; i < 10; i++)
        assert_float_equal(move_delay_seconds(&delay, 0.5, &rng), 0.5, 1e-12);
    const MoveDelay none = move_delay_default();
    assert_float_equal(move_delay_seconds(&none, 0.5, &rng), 0, 1e-12);
}

static void test_the_wait_ends_in_time_or_when_it_is_stopped(void **state)
{
    (void)state;
    atomic_bool stop = false;
    double until = stopwatch_now() + 0.05;
    move_delay_wait(until, &stop);
    assert_true(stopwatch_now() >= until);
    move_delay_wait(until, &stop); // it is past
    stop = true;
    move_delay_wait(INFINITY, &stop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unlikely_moves_wait_longer),
        cmocka_unit_test(test_there_is_a_limit),
        cmocka_unit_test(test_the_wait_ends_in_time_or_when_it_is_stopped),
    };
    return cmocka_run_group_tests_name("move delay", tests, NULL, NULL);
}
