// SPDX-License-Identifier: MIT
#include "best_move.h"

#include <math.h>

#include "picture.h"

static void assert_order(Candidate candidates[], int count, const Point wanted[])
{
    best_move_sort(candidates, count);
    for (int i = 0; i < count; i++)
        assert_int_equal(candidates[i].move, wanted[i]);
}

static void test_the_most_visited_is_first(void **state)
{
    (void)state;
    // By visits, then by wins, then by the point; 15 is better than 13, but not surely.
    Candidate candidates[] = {{11, 0, 0.5, 0, 200},   {12, 0, 0.4, 0, 200},
                              {13, 0, 0.5, 0, 3000},  {14, 0, 0.5, 0, 200},
                              {15, 0, 0.52, 0, 2000}, {16, 0, 0, 0, 0}};
    assert_order(candidates, 6, (const Point[]){13, 15, 11, 14, 12, 16});
    assert_order(candidates, 0, NULL);
    assert_int_equal(candidates[0].move, 13);
}

// As in a game in which the most visited move lost, and the other had been found a
// thousand playouts before the end.
static void test_one_that_surely_wins_more_often_is_first(void **state)
{
    (void)state;
    Candidate candidates[] = {{11, 0, 0.474, 0, 24869},
                              {12, 0, 0.47, 0, 9000},
                              {13, 0, 0.904, 0, 1005},
                              {14, 0, 0.8, 0, 700},
                              {15, 0, 0.1, 0, 30}};
    assert_order(candidates, 5, (const Point[]){13, 11, 12, 14, 15});
}

// Of two that surely win more often, the one that does so more surely.
static void test_the_surest_is_first(void **state)
{
    (void)state;
    Candidate candidates[] = {
        {11, 0, 0.4, 0, 5000}, {12, 0, 0.7, 0, 1000}, {13, 0, 0.72, 0, 200}};
    assert_order(candidates, 3, (const Point[]){12, 11, 13});
}

// Of many that were tried a little, some have won by chance.
static void test_few_visits_are_not_sure(void **state)
{
    (void)state;
    Candidate candidates[] = {{11, 0, 0.5, 0, 20000}, {12, 0, 1, 0, 399}};
    assert_order(candidates, 2, (const Point[]){11, 12});
    Candidate little[] = {{11, 0, 0.3, 0, 60}, {12, 0, 1, 0, 49}};
    assert_order(little, 2, (const Point[]){11, 12});
    Candidate unvisited[] = {{12, 0, 0, 0, 0}, {11, 0, 0, 0, 0}};
    assert_order(unvisited, 2, (const Point[]){11, 12});
}

// With KataGo's networks, the one that is surely good.
static void test_the_highest_lower_end_is_first(void **state)
{
    (void)state;
    Candidate candidates[] = {{11, 0, 0.5, 0.41, 300},
                              {12, 0, 0.6, 0.43, 100},
                              {13, 0, 0.6, 0.42, 200},
                              {14, 0, 0.9, 0.80, 44}}; // too little visited
    best_move_sort_by_low(candidates, 4);
    const Point wanted[] = {12, 11, 13, 14};
    for (int i = 0; i < 4; i++)
        assert_int_equal(candidates[i].move, wanted[i]);
    Candidate unvisited[] = {{12, 0, 0, 0, 0}, {11, 0, 0, 0, 0}};
    best_move_sort_by_low(unvisited, 2);
    assert_int_equal(unvisited[0].move, 11);
    best_move_sort_by_low(unvisited, 0);
}

// It is the chance from which the share seen is 1.96 standard errors off.
static void test_low_rates(void **state)
{
    (void)state;
    assert_true(best_move_low_rate(0.5, 0) == 0);
    assert_true(best_move_low_rate(0, 100) == 0);
    for (int tenths = 1; tenths <= 10; tenths++)
        for (int trials = 1; trials < 1000000; trials *= 10) {
            double share = tenths / 10.0, low = best_move_low_rate(share, trials);
            assert_true(low > 0 && low < share);
            assert_true(fabs(share - low - 1.96 * sqrt(low * (1 - low) / trials)) <
                        1e-9);
        }
}

// Chances are in proportion to games, to the power of 1 / temperature. Those that lose
// more often, or were hardly tried, are never drawn.
static void test_a_lot_among_moves_that_are_as_good(void **state)
{
    (void)state;
    enum { DRAWS = 20000 };
    const Candidate candidates[] = {{11, 0, 0.5, 0, 400},
                                    {12, 0, 0.49, 0, 200},
                                    {13, 0, 0.45, 0, 390},
                                    {14, 0, 0.51, 0, 5},
                                    {15, 0, 0.5, 0, 100}};
    Rng rng = rng_seeded(1, 0);
    for (int i = 0; i < 10; i++)
        assert_int_equal(best_move_draw(candidates, 5, 0, &rng), 0);
    for (double temperature = 0.5; temperature <= 1; temperature += 0.5) {
        int drawn[5] = {0};
        double second = pow(0.5, 1 / temperature), fifth = pow(0.25, 1 / temperature);
        for (int i = 0; i < DRAWS; i++)
            drawn[best_move_draw(candidates, 5, temperature, &rng)]++;
        assert_int_equal(drawn[2] + drawn[3], 0);
        assert_true(fabs(drawn[1] - second * drawn[0]) < 0.02 * DRAWS);
        assert_true(fabs(drawn[4] - fifth * drawn[0]) < 0.02 * DRAWS);
        assert_true(drawn[4] > 0);
    }
    const Candidate unvisited[] = {{12, 0, 0, 0, 0}, {11, 0, 0, 0, 0}};
    assert_int_equal(best_move_draw(unvisited, 2, 1, &rng), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_most_visited_is_first),
        cmocka_unit_test(test_one_that_surely_wins_more_often_is_first),
        cmocka_unit_test(test_the_surest_is_first),
        cmocka_unit_test(test_few_visits_are_not_sure),
        cmocka_unit_test(test_the_highest_lower_end_is_first),
        cmocka_unit_test(test_low_rates),
        cmocka_unit_test(test_a_lot_among_moves_that_are_as_good),
    };
    return cmocka_run_group_tests_name("choice", tests, NULL, NULL);
}
