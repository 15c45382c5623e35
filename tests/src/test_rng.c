// SPDX-License-Identifier: MIT
#include "rng.h"

#include "picture.h"

static void test_known_outputs(void **state)
{
    (void)state;
    // The first round of the demonstration program of O'Neill's minimal C library.
    static const uint32_t EXPECTED[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330,
                                        0x83d2f293, 0xbfa4784b, 0xcbed606e};
    Rng rng = rng_seeded(42, 54);
    for (int i = 0; i < 6; i++)
        assert_int_equal(rng_next(&rng), EXPECTED[i]);
}

static void test_streams_and_seeds_differ(void **state)
{
    (void)state;
    Rng a = rng_seeded(1, 1), b = rng_seeded(1, 2), c = rng_seeded(2, 1);
    int same_stream = 0, same_seed = 0;
    for (int i = 0; i < 1000; i++) {
        uint32_t x = rng_next(&a);
        same_seed += x == rng_next(&b);
        same_stream += x == rng_next(&c);
    }
    assert_int_equal(same_seed, 0);
    assert_int_equal(same_stream, 0);
}

static void test_only_63_bits_of_the_stream_count(void **state)
{
    (void)state;
    Rng a = rng_seeded(7, 5), b = rng_seeded(7, (uint64_t)1 << 63 | 5);
    assert_int_equal(a.increment, b.increment);
    assert_int_equal(a.state, b.state);
}

static void assert_same_state(Rng a, Rng b)
{
    assert_int_equal(a.state, b.state);
    assert_int_equal(a.increment, b.increment);
}

static void test_below_stays_below(void **state)
{
    (void)state;
    static const uint32_t BOUNDS[] = {1, 2, 3, 7, 361, 0x80000001, UINT32_MAX};
    Rng rng = rng_seeded(11, 0);
    for (size_t i = 0; i < sizeof BOUNDS / sizeof BOUNDS[0]; i++)
        for (int j = 0; j < 1000; j++)
            assert_true(rng_below(&rng, BOUNDS[i]) < BOUNDS[i]);
}

static void test_below_rejects_what_would_bias(void **state)
{
    (void)state;
    // State 0 puts out 0, which is the only output rejected for a bound of 3: 2^32 is
    // one more than a multiple of 3.
    Rng rng = {.state = 0, .increment = 0xda3e39cb94b95bdb};
    Rng expected = rng;
    assert_int_equal(rng_next(&expected), 0);
    uint32_t second = rng_next(&expected);
    assert_int_equal(rng_below(&rng, 3), (uint64_t)second * 3 >> 32);
    assert_same_state(rng, expected);
    // For a bound of 4 nothing is rejected, not even 0.
    rng = (Rng){.state = 0, .increment = 0xda3e39cb94b95bdb};
    assert_int_equal(rng_below(&rng, 4), 0);
    expected = (Rng){.state = 0, .increment = 0xda3e39cb94b95bdb};
    rng_next(&expected);
    assert_same_state(rng, expected);
}

static void test_below_rejects_about_half_for_an_awkward_bound(void **state)
{
    (void)state;
    static const uint32_t BOUND = 0x80000001;
    Rng rng = rng_seeded(8, 8), counter = rng;
    for (int i = 0; i < 10000; i++)
        rng_below(&rng, BOUND);
    int drawn = 0;
    for (; counter.state != rng.state && drawn < 40000; drawn++)
        rng_next(&counter);
    // Expected 20000 draws, with a standard deviation of about 140.
    assert_in_range(drawn, 19300, 20700);
}

// Chi-squared of the counts of rng_below(bound) % cells.
static double chi_squared(uint64_t seed, uint32_t bound, uint32_t cells)
{
    enum { CELLS_MAX = 512, PER_CELL = 2000 };
    int count[CELLS_MAX] = {0};
    assert_true(cells <= CELLS_MAX);
    Rng rng = rng_seeded(seed, 1);
    for (uint32_t i = 0; i < cells * PER_CELL; i++)
        count[rng_below(&rng, bound) % cells]++;
    double sum = 0;
    for (uint32_t i = 0; i < cells; i++)
        sum += (count[i] - PER_CELL) * (count[i] - PER_CELL) / (double)PER_CELL;
    return sum;
}

static void test_below_is_unbiased(void **state)
{
    (void)state;
    // Cells, and a limit that a fair generator exceeds once in a thousand seeds. A
    // multiply and shift without rejection would make 3 * 2^30 uneven modulo 3.
    static const struct {
        uint32_t bound, cells;
        double limit;
    } CASES[] = {{2, 2, 10.8},   {3, 3, 13.8},    {6, 6, 20.5},
                 {10, 10, 27.9}, {361, 361, 450}, {3u << 30, 3, 13.8}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        for (uint64_t seed = 0; seed < 5; seed++) {
            double sum = chi_squared(seed, CASES[i].bound, CASES[i].cells);
            if (sum > CASES[i].limit)
                fail_msg("bound %u, seed %u: chi-squared %f", CASES[i].bound,
                         (unsigned)seed, sum);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_outputs),
        cmocka_unit_test(test_streams_and_seeds_differ),
        cmocka_unit_test(test_only_63_bits_of_the_stream_count),
        cmocka_unit_test(test_below_stays_below),
        cmocka_unit_test(test_below_rejects_what_would_bias),
        cmocka_unit_test(test_below_rejects_about_half_for_an_awkward_bound),
        cmocka_unit_test(test_below_is_unbiased),
    };
    return cmocka_run_group_tests_name("rng", tests, NULL, NULL);
}
