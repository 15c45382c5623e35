// SPDX-License-Identifier: MIT
#include "bitboard.h"

#include <stdlib.h>

#include "picture.h"
#include "rng.h"

static void test_points_are_added_and_removed(void **state)
{
    (void)state;
    Bitboard set = bitboard_empty();
    assert_true(bitboard_is_empty(&set));
    for (int row = 1; row <= 19; row++) {
        Point p = point_at(row - 1, row);
        assert_false(bitboard_test(&set, p));
        bitboard_add(&set, p);
        assert_true(bitboard_test(&set, p));
        assert_int_equal(bitboard_count(&set), row);
    }
    assert_false(bitboard_is_empty(&set));
    bitboard_remove(&set, point_at(9, 10));
    assert_false(bitboard_test(&set, point_at(9, 10)));
    assert_int_equal(bitboard_count(&set), 18);
}

static void test_a_grid_holds_exactly_its_points(void **state)
{
    (void)state;
    for (int columns = 1; columns <= 19; columns++)
        for (int rows = 1; rows <= 19; rows++) {
            Bitboard grid = bitboard_board(columns, rows);
            for (Point p = 0; p < POINT_LIMIT; p++)
                assert_int_equal(bitboard_test(&grid, p),
                                 point_is_on_board(p, columns, rows));
            assert_int_equal(bitboard_count(&grid), columns * rows);
        }
}

static void test_set_algebra(void **state)
{
    (void)state;
    Bitboard a = picture_points("A1 C3 T19 K10"), b = picture_points("C3 T1 K10");
    assert_points(bitboard_union(a, b), "A1 C3 T19 K10 T1");
    assert_points(bitboard_intersection(a, b), "C3 K10");
    assert_points(bitboard_difference(a, b), "A1 T19");
    assert_points(bitboard_difference(b, a), "T1");
    assert_points(bitboard_of(point_at(18, 19)), "T19");
    assert_true(bitboard_equal(&a, &a));
    assert_false(bitboard_equal(&a, &b));
}

static void test_iteration_visits_each_point_once_in_order(void **state)
{
    (void)state;
    Bitboard set = bitboard_board(19, 19), seen = bitboard_empty();
    Point previous = NO_POINT;
    for (Point p = bitboard_first(&set); p != NO_POINT; p = bitboard_next(&set, p)) {
        assert_true(p > previous);
        bitboard_add(&seen, p);
        previous = p;
    }
    assert_true(bitboard_equal(&set, &seen));
    Bitboard none = bitboard_empty();
    assert_int_equal(bitboard_first(&none), NO_POINT);
}

static void test_search_starts_at_the_given_point(void **state)
{
    (void)state;
    Bitboard set = bitboard_of(130);
    assert_int_equal(bitboard_at_or_after(&set, 1), 130);
    assert_int_equal(bitboard_at_or_after(&set, 130), 130);
    assert_int_equal(bitboard_at_or_after(&set, 131), NO_POINT);
    assert_int_equal(bitboard_at_or_after(&set, 512), NO_POINT);
    assert_int_equal(bitboard_next(&set, 130), NO_POINT);
}

static void test_raise_and_lower_cross_words(void **state)
{
    (void)state;
    for (Point p = 64; p < 448; p++)
        for (int n = 1; n < 64; n += 3) {
            Bitboard set = bitboard_of(p);
            Bitboard up = bitboard_raise(&set, n), down = bitboard_lower(&set, n);
            Bitboard higher = bitboard_of((Point)(p + n));
            Bitboard lower = bitboard_of((Point)(p - n));
            assert_true(bitboard_equal(&up, &higher));
            assert_true(bitboard_equal(&down, &lower));
        }
}

static void test_neighbors_on_the_grid(void **state)
{
    (void)state;
    Bitboard grid = bitboard_board(19, 19);
    for (int row = 1; row <= 19; row++)
        for (int column = 0; column < 19; column++) {
            Bitboard set = bitboard_of(point_at(column, row));
            Bitboard found = bitboard_intersection(bitboard_neighbors(&set), grid);
            for (int y = 1; y <= 19; y++)
                for (int x = 0; x < 19; x++)
                    assert_int_equal(bitboard_test(&found, point_at(x, y)),
                                     abs(x - column) + abs(y - row) == 1);
        }
}

static void test_reach_follows_adjacency_within_the_region(void **state)
{
    (void)state;
    Position pos = picture_position("X X X . X"
                                    "/. . X . X"
                                    "/X . X . X"
                                    "/X X . X X",
                                    BLACK);
    const Bitboard *black = &pos.stones[BLACK];
    assert_points(bitboard_reach(picture_points("A4"), *black), "A4 B4 C4 C3 C2");
    assert_points(bitboard_reach(picture_points("A1 A2"), *black), "A1 A2 B1");
    assert_points(bitboard_reach(picture_points("A4 D1"), *black),
                  "A4 B4 C4 C3 C2 D1 E1 E2 E3 E4");
    // A seed outside the region does not count.
    assert_points(bitboard_reach(picture_points("D4"), *black), "");
}

static void test_reach_does_not_wrap_around_the_edges(void **state)
{
    (void)state;
    Bitboard sides = bitboard_empty();
    for (int row = 1; row <= 19; row++) {
        bitboard_add(&sides, point_at(0, row));
        bitboard_add(&sides, point_at(18, row));
    }
    Bitboard left = bitboard_reach(picture_points("A1"), sides);
    assert_int_equal(bitboard_count(&left), 19);
    assert_false(bitboard_test(&left, point_at(18, 1)));
}

static void test_window_shows_the_three_by_three_neighborhood(void **state)
{
    (void)state;
    Rng rng = rng_seeded(3, 0);
    Bitboard set = bitboard_empty();
    for (int i = 0; i < 180; i++) {
        int column = (int)rng_below(&rng, 19);
        bitboard_add(&set, point_at(column, 1 + (int)rng_below(&rng, 19)));
    }
    for (int row = 1; row <= 19; row++)
        for (int column = 0; column < 19; column++) {
            unsigned expected = 0;
            for (int i = 0; i < 9; i++) {
                int x = column + i % 3 - 1, y = row + i / 3 - 1;
                if (x >= 0 && x < 19 && y >= 1 && y <= 19 &&
                    bitboard_test(&set, point_at(x, y)))
                    expected |= 1u << i;
            }
            assert_int_equal(bitboard_window(&set, point_at(column, row)), expected);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_are_added_and_removed),
        cmocka_unit_test(test_a_grid_holds_exactly_its_points),
        cmocka_unit_test(test_set_algebra),
        cmocka_unit_test(test_iteration_visits_each_point_once_in_order),
        cmocka_unit_test(test_search_starts_at_the_given_point),
        cmocka_unit_test(test_raise_and_lower_cross_words),
        cmocka_unit_test(test_neighbors_on_the_grid),
        cmocka_unit_test(test_reach_follows_adjacency_within_the_region),
        cmocka_unit_test(test_reach_does_not_wrap_around_the_edges),
        cmocka_unit_test(test_window_shows_the_three_by_three_neighborhood),
    };
    return cmocka_run_group_tests_name("bitboard", tests, NULL, NULL);
}
