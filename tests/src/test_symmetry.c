// SPDX-License-Identifier: MIT
#include "symmetry.h"

#include "picture.h"

static void test_symmetries_are_numbered_as_katago_does(void **state)
{
    (void)state;
    static const char *const A1_ON_3X2[SYMMETRY_COUNT] = {"A1", "A2", "C1", "C2",
                                                          "A1", "B1", "A3", "B3"};
    for (int symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++)
        assert_int_equal(symmetry_turn(picture_point("A1"), 3, 2, symmetry),
                         picture_point(A1_ON_3X2[symmetry]));
}

static void test_a_symmetry_moves_every_point_to_one_of_its_own(void **state)
{
    (void)state;
    for (int symmetry = 0; symmetry < SYMMETRY_COUNT; symmetry++) {
        Bitboard grid = bitboard_board(7, 5), seen = bitboard_empty();
        Bitboard turned = symmetry & 4 ? bitboard_board(5, 7) : grid;
        for (Point p = bitboard_first(&grid); p; p = bitboard_next(&grid, p))
            bitboard_add(&seen, symmetry_turn(p, 7, 5, symmetry));
        assert_true(bitboard_equal(&seen, &turned));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_symmetries_are_numbered_as_katago_does),
        cmocka_unit_test(test_a_symmetry_moves_every_point_to_one_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
