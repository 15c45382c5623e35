// SPDX-License-Identifier: MIT
#include "zobrist.h"

#include "picture.h"

static void test_the_hash_is_that_of_the_coloring_only(void **state)
{
    (void)state;
    Position pos, other;
    position_init(&pos, 5, 5);
    position_init(&other, 9, 9);
    position_play(&pos, picture_point("B2"));
    position_play(&pos, picture_point("C3"));
    other.to_play = WHITE;
    position_play(&other, picture_point("C3"));
    position_play(&other, picture_point("B2"));
    assert_int_equal(pos.hash, other.hash);
    assert_int_equal(pos.hash, zobrist_key(BLACK, picture_point("B2")) ^
                                   zobrist_key(WHITE, picture_point("C3")));
    assert_true(position_same_coloring(&pos, &other));
    position_play(&pos, PASS);
    assert_int_equal(pos.hash, other.hash);
    position_play(&other, picture_point("D4"));
    assert_false(position_same_coloring(&pos, &other));
}

static void assert_hash_after(const char *picture, Color to_play, const char *vertex)
{
    Position pos = picture_position(picture, to_play);
    uint64_t hash = position_hash_after(&pos, picture_point(vertex));
    position_play(&pos, picture_point(vertex));
    assert_int_equal(hash, pos.hash);
}

static void test_hash_after_foresees_every_kind_of_move(void **state)
{
    (void)state;
    assert_hash_after(". . ./. . .", BLACK, "B2");
    assert_hash_after(". . ./. . .", BLACK, "pass");
    assert_hash_after("X . ./. . X", BLACK, "B2");             // joins
    assert_hash_after("O X ./. O X", BLACK, "A1");             // two captures
    assert_hash_after("O O X/O . X/O O X/X X .", BLACK, "B3"); // one chain, three sides
    assert_hash_after(". O/O .", BLACK, "A2");                 // suicide of one stone
    assert_hash_after("O O ./X . O", BLACK, "B1");             // and of several
    assert_hash_after("O O O O/X X . O/O O X O/. O O O", BLACK, "C3");
    assert_hash_after("X X O/X . O/X X O/O O .", BLACK, "B3"); // of one on three sides
}

static void test_keys_differ(void **state)
{
    (void)state;
    Bitboard grid = bitboard_board(19, 19);
    for (Point p = bitboard_first(&grid); p; p = bitboard_next(&grid, p)) {
        assert_int_not_equal(zobrist_key(BLACK, p), zobrist_key(WHITE, p));
        for (Point q = bitboard_next(&grid, p); q; q = bitboard_next(&grid, q))
            for (Color a = BLACK; a <= WHITE; a++)
                for (Color b = BLACK; b <= WHITE; b++)
                    assert_int_not_equal(zobrist_key(a, p), zobrist_key(b, q));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_hash_is_that_of_the_coloring_only),
        cmocka_unit_test(test_hash_after_foresees_every_kind_of_move),
        cmocka_unit_test(test_keys_differ),
    };
    return cmocka_run_group_tests_name("zobrist", tests, NULL, NULL);
}
