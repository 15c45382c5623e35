// SPDX-License-Identifier: MIT
#include "stones_between.h"

#include <stddef.h>

#include "handicap.h"
#include "picture.h"

static void assert_stones(int size, int ranks, int wanted)
{
    StonesBetween between = stones_between(ranks, size, size);
    if (between.stones != wanted)
        fail_msg("%d ranks on %dx%d: %d stones, not %d", ranks, size, size,
                 between.stones, wanted);
}

static void test_a_rank_is_a_stone_on_the_full_board(void **state)
{
    (void)state;
    for (int ranks = 0; ranks <= HANDICAP_STONES_MAX; ranks++) {
        assert_stones(19, ranks, ranks);
        assert_false(stones_between(ranks, 19, 19).is_limited);
    }
    assert_stones(19, 10, HANDICAP_STONES_MAX);
    assert_stones(19, 40, HANDICAP_STONES_MAX);
    assert_true(stones_between(10, 19, 19).is_limited);
}

// The first differences that get so many stones, from one on.
static void test_smaller_boards_take_fewer_stones(void **state)
{
    (void)state;
    static const struct {
        int size, firsts[5];
    } BOARDS[] = {{13, {1, 2, 3, 5, 6}}, {9, {1, 3, 5, 7, 9}}};
    for (size_t i = 0; i < sizeof BOARDS / sizeof BOARDS[0]; i++) {
        assert_stones(BOARDS[i].size, 0, 0);
        for (int stones = 1; stones <= 5; stones++) {
            int first = BOARDS[i].firsts[stones - 1];
            assert_stones(BOARDS[i].size, first - 1, stones - 1);
            assert_stones(BOARDS[i].size, first, stones);
        }
    }
}

static void test_the_board_limits_the_stones(void **state)
{
    (void)state;
    assert_stones(8, 30, 4);
    assert_true(stones_between(30, 8, 8).is_limited);
    // No handicap points: half a point of komi is all there is.
    assert_stones(5, 1, 1);
    assert_false(stones_between(1, 5, 5).is_limited);
    assert_int_equal(stones_between(9, 5, 13).stones, 1);
    assert_true(stones_between(9, 5, 13).is_limited);
    assert_int_equal(stones_between(0, 5, 13).stones, 0);
}

static void test_a_greater_difference_takes_no_fewer_stones(void **state)
{
    (void)state;
    for (int size = 1; size <= 19; size++)
        for (int ranks = 1; ranks < 40; ranks++) {
            StonesBetween between = stones_between(ranks, size, size);
            assert_true(between.stones >= stones_between(ranks - 1, size, size).stones);
            assert_true(between.stones <= ranks);
            assert_true(between.stones >= 1);
            Point points[HANDICAP_STONES_MAX];
            assert_true(between.stones == 1 ||
                        handicap_points(size, size, between.stones, points));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_rank_is_a_stone_on_the_full_board),
        cmocka_unit_test(test_smaller_boards_take_fewer_stones),
        cmocka_unit_test(test_the_board_limits_the_stones),
        cmocka_unit_test(test_a_greater_difference_takes_no_fewer_stones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
