// SPDX-License-Identifier: MIT
//
// Where free handicap stones are put.
#include "handicap.h"

#include <stdlib.h>

#include "picture.h"

enum { COUNT_MAX = 60 };

// Chooses, and fails unless the points are different and on the board, and as many as
// they can be.
static Bitboard choose(int columns, int rows, int count)
{
    Point points[COUNT_MAX];
    Bitboard set = bitboard_empty();
    int most = columns * rows - 1;
    int chosen = handicap_free_points(columns, rows, count, points);
    assert_int_equal(chosen, count < most ? count : most);
    for (int i = 0; i < chosen; i++) {
        assert_true(point_is_on_board(points[i], columns, rows));
        assert_false(bitboard_test(&set, points[i]));
        bitboard_add(&set, points[i]);
    }
    return set;
}

static void test_as_many_as_wanted_on_every_board(void **state)
{
    (void)state;
    for (int columns = 1; columns <= BOARD_SIZE_MAX; columns++)
        for (int rows = 1; rows <= BOARD_SIZE_MAX; rows++)
            for (int count = 1; count <= COUNT_MAX; count += count < 10 ? 1 : 10)
                choose(columns, rows, count);
}

static void test_few_stand_on_the_fixed_points(void **state)
{
    (void)state;
    for (int columns = 7; columns <= BOARD_SIZE_MAX; columns++)
        for (int rows = 7; rows <= BOARD_SIZE_MAX; rows++)
            for (int count = 2; count <= handicap_limit(columns, rows); count++) {
                Point fixed[HANDICAP_STONES_MAX], points[HANDICAP_STONES_MAX];
                assert_true(handicap_points(columns, rows, count, fixed));
                int chosen = handicap_free_points(columns, rows, count, points);
                assert_int_equal(chosen, count);
                assert_memory_equal(points, fixed, (size_t)count * sizeof points[0]);
            }
}

static Bitboard fixed_points(int columns, int rows, int count)
{
    Point points[HANDICAP_STONES_MAX];
    Bitboard set = bitboard_empty();
    assert_true(handicap_points(columns, rows, count, points));
    for (int i = 0; i < count; i++)
        bitboard_add(&set, points[i]);
    return set;
}

// Each side has the lines of a square board of its size.
static void test_rectangles_have_fixed_points(void **state)
{
    (void)state;
    assert_int_equal(handicap_limit(9, 13), 9);
    assert_int_equal(handicap_limit(9, 14), 4);
    assert_int_equal(handicap_limit(7, 19), 4);
    assert_int_equal(handicap_limit(6, 19), 0);
    assert_points(fixed_points(9, 13, 9), "C4 C7 C10 E4 E7 E10 G4 G7 G10");
    assert_points(fixed_points(13, 7, 2), "D3 K5");
    assert_points(fixed_points(14, 9, 4), "D3 D7 L3 L7");
}

static void test_many_stand_evenly(void **state)
{
    (void)state;
    assert_points(choose(19, 19, 25),
                  "D4 G4 K4 N4 Q4 D7 G7 K7 N7 Q7 D10 G10 K10 N10 Q10 D13 G13 K13 N13 "
                  "Q13 D16 G16 K16 N16 Q16");
    assert_points(choose(9, 9, 13), "C3 E3 G3 C5 E5 G5 C7 E7 G7 D4 F4 D6 F6");
    assert_points(choose(13, 9, 4), "D3 K3 D7 K7");
    assert_points(choose(5, 5, 4), "B2 D2 B4 D4");
}

// No stone is outside the handicap lines, beside another one, or far from balance.
static void test_up_to_a_dozen_are_balanced(void **state)
{
    (void)state;
    for (int size = 9; size <= BOARD_SIZE_MAX; size++)
        for (int count = 2; count <= 12; count++) {
            Bitboard set = choose(size, size, count);
            Bitboard beside = bitboard_intersection(bitboard_neighbors(&set), set);
            assert_true(bitboard_is_empty(&beside));
            int balance[2] = {0, 0}, low = size >= 13 ? 4 : 3;
            for (Point p = bitboard_first(&set); p; p = bitboard_next(&set, p)) {
                int column = point_column(p) + 1, row = point_row(p);
                assert_in_range(column, low, size + 1 - low);
                assert_in_range(row, low, size + 1 - low);
                balance[0] += 2 * column - size - 1;
                balance[1] += 2 * row - size - 1;
            }
            assert_true(abs(balance[0]) <= size && abs(balance[1]) <= size);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_as_many_as_wanted_on_every_board),
        cmocka_unit_test(test_few_stand_on_the_fixed_points),
        cmocka_unit_test(test_rectangles_have_fixed_points),
        cmocka_unit_test(test_many_stand_evenly),
        cmocka_unit_test(test_up_to_a_dozen_are_balanced),
    };
    return cmocka_run_group_tests_name("handicap", tests, NULL, NULL);
}
