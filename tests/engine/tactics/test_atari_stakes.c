// SPDX-License-Identifier: MIT
#include "atari_stakes.h"

#include "picture.h"
#include "random_play.h"

static void assert_stakes(const char *picture, Color player, const char *move,
                          int expected)
{
    Position pos = picture_position(picture, color_other(player)), before = pos;
    int stakes[POINT_LIMIT];
    atari_stakes(&pos, player, stakes);
    if (stakes[picture_point(move)] != expected)
        fail_msg("%s: %s has %d stones at stake, expected %d", picture, move,
                 stakes[picture_point(move)], expected);
    assert_memory_equal(&pos, &before, sizeof pos);
}

static void test_captures_count(void **state)
{
    (void)state;
    static const char ATARI[] = "...../.OO../OXXO./.O.../.....";
    assert_stakes(ATARI, WHITE, "C2", 2);
    assert_stakes(ATARI, WHITE, "E1", 0);
}

static void test_own_stones_in_atari_count(void **state)
{
    (void)state;
    static const char ATARI[] = "...../.OO../OXXO./.O.../.....";
    assert_stakes(ATARI, BLACK, "E1", -2);
    assert_stakes(ATARI, BLACK, "C2", 0); // three liberties
    static const char EDGE[] = "...../...../.OO../OXXO./.O...";
    assert_stakes(EDGE, BLACK, "C1", -3); // one liberty is left
    assert_stakes("...../...../..O../OXXO./.O...", BLACK, "E5", 0); // B3 and C1
}

// Only one of them can be captured by the next move.
static void test_the_largest_chain_counts(void **state)
{
    (void)state;
    static const char TWO[] = "XO..O/...OX/...OX/...../.....";
    assert_stakes(TWO, BLACK, "C1", -2);
    assert_stakes(TWO, BLACK, "E2", -1);
}

// Neither a snapback nor a ko is seen.
static void test_a_chain_that_captured_is_safe(void **state)
{
    (void)state;
    static const char KO[] = ".XO../XO.O./.XO../...../.....";
    assert_stakes(KO, BLACK, "C4", 1);
    static const char SNAPBACK[] = "OXXO./OX.XO/OOXXO/..OO./.....";
    assert_stakes(SNAPBACK, WHITE, "C4", 6);
}

static void test_what_cannot_be_played(void **state)
{
    (void)state;
    static const char EYE[] = ".OO../OO.../...../...../.....";
    assert_stakes(EYE, BLACK, "A5", 0);
    assert_stakes(EYE, BLACK, "B5", 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_captures_count),
        cmocka_unit_test(test_own_stones_in_atari_count),
        cmocka_unit_test(test_the_largest_chain_counts),
        cmocka_unit_test(test_a_chain_that_captured_is_safe),
        cmocka_unit_test(test_what_cannot_be_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
