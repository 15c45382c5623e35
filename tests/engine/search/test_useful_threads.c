// SPDX-License-Identifier: MIT
#include "useful_threads.h"

#include "picture.h"
#include "worker.h"

static void test_without_a_limit_all_threads_are_of_use(void **state)
{
    (void)state;
    const SearchLimits limits = {.seconds = 1};
    assert_int_equal(useful_threads(&limits, false, 5), 5);
    assert_int_equal(useful_threads(&limits, true, 5), 5);
}

static void test_each_thread_gets_some_playouts(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        uint64_t each = i == 0 ? 8 * WINDOW : 8;
        for (uint64_t threads = 1; threads <= 9; threads++) {
            SearchLimits limits = {.playouts = threads * each};
            int wanted = threads < 6 ? (int)threads : 6;
            assert_int_equal(useful_threads(&limits, i == 1, 6), wanted);
            limits.playouts += each - 1;
            assert_int_equal(useful_threads(&limits, i == 1, 6), wanted);
        }
        assert_int_equal(useful_threads(&(SearchLimits){.playouts = 1}, i == 1, 6), 1);
    }
}

static void test_the_lower_limit_counts(void **state)
{
    (void)state;
    const SearchLimits limits = {.playouts = 800, .visits = 24};
    assert_int_equal(useful_threads(&limits, true, 64), 3);
    const SearchLimits other = {.playouts = 16, .visits = 240};
    assert_int_equal(useful_threads(&other, true, 64), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_without_a_limit_all_threads_are_of_use),
        cmocka_unit_test(test_each_thread_gets_some_playouts),
        cmocka_unit_test(test_the_lower_limit_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
