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

static void assert_symmetries(const char *picture, unsigned wanted)
{
    Position pos = picture_position(picture, BLACK);
    assert_int_equal(symmetry_set(&pos), wanted);
}

static void test_boards_that_look_the_same_are_found(void **state)
{
    (void)state;
    assert_symmetries(". . ./. . ./. . .", 0xff);
    assert_symmetries(". . ./. X ./. . .", 0xff);
    assert_symmetries(". . ./. . .", 0x0f);
    assert_symmetries(". X ./. . ./. . .", 1u << 0 | 1u << 2);
    assert_symmetries(". . ./X . ./. . .", 1u << 0 | 1u << 1);
    assert_symmetries("X . ./. . ./. . X", 1u << 0 | 1u << 3 | 1u << 4 | 1u << 7);
    assert_symmetries("X . ./. . ./. . O", 1u << 0 | 1u << 7);
    assert_symmetries(". . X/. . ./. . .", 1u << 0 | 1u << 4);
    assert_symmetries("X O ./. . ./. . .", 1u << 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_symmetries_are_numbered_as_katago_does),
        cmocka_unit_test(test_a_symmetry_moves_every_point_to_one_of_its_own),
        cmocka_unit_test(test_boards_that_look_the_same_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
