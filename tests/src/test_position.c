// SPDX-License-Identifier: MIT
#include "position.h"

#include <string.h>

#include "picture.h"
#include "rng.h"

static void test_a_new_position_is_empty_and_black_begins(void **state)
{
    (void)state;
    for (int columns = 1; columns <= 19; columns++)
        for (int rows = 1; rows <= 19; rows++) {
            Position pos;
            position_init(&pos, columns, rows);
            assert_int_equal(pos.columns, columns);
            assert_int_equal(pos.rows, rows);
            assert_int_equal(pos.to_play, BLACK);
            assert_int_equal(pos.passes, 0);
            assert_int_equal(pos.ko, NO_POINT);
            assert_int_equal(pos.hash, 0);
            assert_int_equal(pos.empty_count, columns * rows);
            Bitboard empty = position_empty(&pos);
            assert_int_equal(bitboard_count(&empty), columns * rows);
            assert_true(position_is_sound(&pos));
        }
}

static void test_setup_sets_colors_and_player_and_forgets_the_rest(void **state)
{
    (void)state;
    Position pos = picture_position(". X O ./X O . O/. X O .", BLACK);
    position_play(&pos, picture_point("C2"));
    assert_int_equal(pos.ko, picture_point("B2"));
    pos.passes = 1;
    Bitboard stones[2] = {picture_points("A1 C3"), picture_points("B2")};
    assert_true(position_setup(&pos, stones, WHITE));
    assert_picture(&pos, ". . X ./. O . ./X . . .");
    assert_int_equal(pos.to_play, WHITE);
    assert_int_equal(pos.passes, 0);
    assert_int_equal(pos.ko, NO_POINT);
    assert_true(position_is_sound(&pos));
}

static void assert_setup_refused(const char *black, const char *white)
{
    Position pos = picture_position(". X ./O . O/. X .", WHITE), before;
    memcpy(&before, &pos, sizeof before);
    Bitboard stones[2] = {picture_points(black), picture_points(white)};
    assert_false(position_setup(&pos, stones, BLACK));
    assert_memory_equal(&pos, &before, sizeof pos);
}

static void test_setup_refuses_what_is_no_legal_coloring(void **state)
{
    (void)state;
    assert_setup_refused("A1 B2", "B2");                    // both on one point
    assert_setup_refused("D1", "");                         // off the grid
    assert_setup_refused("", "A4");                         // off the grid
    assert_setup_refused("A1", "A2 B1");                    // no liberty
    assert_setup_refused("A2 B1", "A1");                    // no liberty
    assert_setup_refused("A1 A2 A3 B1 B2 B3 C1 C2 C3", ""); // a full grid
    assert_setup_refused("A1 B1 C1 A2 A3 C2", "B2 B3 C3");  // a full grid
}

static void test_a_stone_without_liberties_is_captured(void **state)
{
    (void)state;
    Position pos = picture_position(". X ./X O ./. X .", BLACK);
    assert_int_equal(position_play(&pos, picture_point("C2")), 1);
    assert_picture(&pos, ". X ./X . X/. X .");
    assert_int_equal(pos.to_play, WHITE);
    assert_true(position_is_sound(&pos));
}

static void test_several_chains_are_captured_at_once(void **state)
{
    (void)state;
    Position pos = picture_position(". X O X ."
                                    "/X O . O X"
                                    "/. X O X ."
                                    "/. . X . .",
                                    BLACK);
    assert_int_equal(position_play(&pos, picture_point("C3")), 4);
    assert_picture(&pos, ". X . X ."
                         "/X . X . X"
                         "/. X . X ."
                         "/. . X . .");
    assert_int_equal(pos.ko, NO_POINT);
    assert_true(position_is_sound(&pos));
}

static void test_a_chain_is_captured_once_though_touched_twice(void **state)
{
    (void)state;
    Position pos = picture_position("O O X/O . X/O O X/X X .", BLACK);
    assert_int_equal(position_play(&pos, picture_point("B3")), 5);
    assert_picture(&pos, ". . X/. X X/. . X/X X .");
    assert_true(position_is_sound(&pos));
}

static void test_captures_come_before_suicide(void **state)
{
    (void)state;
    // A1 has no liberty, but the stones around it have none either.
    Position pos = picture_position("O X ./. O X", BLACK);
    assert_false(position_is_suicide(&pos, picture_point("A1")));
    assert_int_equal(position_play(&pos, picture_point("A1")), 2);
    assert_picture(&pos, ". X ./X . X");
}

static void test_suicide_clears_the_whole_chain(void **state)
{
    (void)state;
    Position pos = picture_position("O O ./X . O", BLACK);
    assert_true(position_is_suicide(&pos, picture_point("B1")));
    assert_int_equal(position_play(&pos, picture_point("B1")), 0);
    assert_picture(&pos, "O O ./. . O");
    assert_int_equal(pos.to_play, WHITE);
    assert_int_equal(pos.ko, NO_POINT);
    assert_true(position_is_sound(&pos));
}

static void test_suicide_of_one_stone_only_passes_the_turn(void **state)
{
    (void)state;
    Position pos = picture_position(". O/O .", BLACK);
    uint64_t hash = pos.hash;
    assert_true(position_is_suicide(&pos, picture_point("A2")));
    assert_int_equal(position_play(&pos, picture_point("A2")), 0);
    assert_picture(&pos, ". O/O .");
    assert_int_equal(pos.hash, hash);
    assert_int_equal(pos.to_play, WHITE);
}

static void test_suicide_joins_several_chains(void **state)
{
    (void)state;
    Position pos = picture_position("O O O O"
                                    "/X X . O"
                                    "/O O X O"
                                    "/. O O O",
                                    BLACK);
    assert_int_equal(position_play(&pos, picture_point("C3")), 0);
    assert_picture(&pos, "O O O O/. . . O/O O . O/. O O O");
    assert_true(position_is_sound(&pos));
}

static void test_ko_is_the_point_of_the_single_stone_captured(void **state)
{
    (void)state;
    Position pos = picture_position(". X O ./X O . O/. X O .", BLACK);
    assert_int_equal(position_play(&pos, picture_point("C2")), 1);
    assert_picture(&pos, ". X O ./X . X O/. X O .");
    assert_int_equal(pos.ko, picture_point("B2"));
    assert_false(position_can_play(&pos, picture_point("B2")));
    assert_true(position_can_play(&pos, picture_point("D3")));
    position_play(&pos, PASS);
    assert_int_equal(pos.ko, NO_POINT);
}

static void test_no_ko_when_the_capturing_chain_is_larger(void **state)
{
    (void)state;
    // A snapback: Black may retake at once, and takes more than he lost.
    Position pos = picture_position("X X X X ./O O O X ./O X . X .", WHITE);
    assert_int_equal(position_play(&pos, picture_point("C1")), 1);
    assert_int_equal(pos.ko, NO_POINT);
    assert_int_equal(position_play(&pos, picture_point("B1")), 5);
    assert_picture(&pos, "X X X X ./. . . X ./. X . X .");
    // Here the liberty of the capturing chain touches only one of its stones.
    pos = picture_position("X . O X .", WHITE);
    assert_int_equal(position_play(&pos, picture_point("B1")), 1);
    assert_int_equal(pos.ko, NO_POINT);
    assert_int_equal(position_play(&pos, picture_point("A1")), 2);
    assert_picture(&pos, "X . . X .");
}

static void test_no_ko_when_the_capturing_stone_has_more_liberties(void **state)
{
    (void)state;
    Position pos = picture_position(". X . ./X O . ./. X . .", BLACK);
    assert_int_equal(position_play(&pos, picture_point("C2")), 1);
    assert_int_equal(pos.ko, NO_POINT);
}

static void test_no_ko_when_two_stones_are_captured(void **state)
{
    (void)state;
    Position pos = picture_position(". X X O ./X O O . O/. X X O .", BLACK);
    assert_int_equal(position_play(&pos, picture_point("D2")), 2);
    assert_picture(&pos, ". X X O ./X . . X O/. X X O .");
    assert_int_equal(pos.ko, NO_POINT);
    assert_int_equal(position_play(&pos, picture_point("C2")), 1);
    assert_picture(&pos, ". X X O ./X . O . O/. X X O .");
}

static void test_passes_are_counted_and_end_with_a_move(void **state)
{
    (void)state;
    Position pos;
    position_init(&pos, 3, 3);
    assert_int_equal(position_play(&pos, PASS), 0);
    assert_int_equal(pos.passes, 1);
    assert_int_equal(pos.to_play, WHITE);
    position_play(&pos, PASS);
    assert_int_equal(pos.passes, 2);
    for (int i = 0; i < 300; i++)
        position_play(&pos, PASS);
    assert_true(pos.passes >= 2);
    position_play(&pos, picture_point("B2"));
    assert_int_equal(pos.passes, 0);
    assert_picture(&pos, ". . ./. X ./. . .");
}

static void test_chains_and_liberties(void **state)
{
    (void)state;
    Position pos = picture_position(". X X . O"
                                    "/X X O . ."
                                    "/O . X O ."
                                    "/. . . . X",
                                    BLACK);
    assert_points(position_chain(&pos, picture_point("C4")), "A3 B3 B4 C4");
    assert_points(position_liberties(&pos, picture_point("A3")), "A4 B2 D4");
    assert_points(position_chain(&pos, picture_point("C2")), "C2");
    assert_points(position_liberties(&pos, picture_point("C2")), "B2 C1");
    assert_points(position_chain(&pos, picture_point("A1")), "");
    assert_points(position_liberties(&pos, picture_point("A1")), "");
    assert_points(position_liberties(&pos, picture_point("E1")), "D1 E2");
}

static void test_some_liberties_are_distinct_and_stop_at_the_limit(void **state)
{
    (void)state;
    // The liberty B2 touches three stones of the chain.
    Position pos = picture_position("X X X/X . X/. O .", BLACK);
    PointList found = {.count = 0};
    position_add_liberties(&pos, picture_point("A2"), NO_POINT, 8, &found);
    assert_int_equal(found.count, 3);
    Bitboard set = bitboard_empty();
    for (int i = 0; i < 3; i++)
        bitboard_add(&set, found.points[i]);
    assert_points(set, "B2 A1 C1");
    for (int limit = 1; limit <= 2; limit++) {
        found.count = 0;
        position_add_liberties(&pos, picture_point("A2"), NO_POINT, limit, &found);
        assert_int_equal(found.count, limit);
    }
    assert_int_not_equal(found.points[0], found.points[1]);
    // One point left out, and one there already.
    found.count = 0;
    point_list_add(&found, picture_point("A1"));
    position_add_liberties(&pos, picture_point("A2"), picture_point("C1"), 8, &found);
    assert_int_equal(found.count, 2);
    assert_int_equal(found.points[1], picture_point("B2"));
}

static void test_atari_and_its_liberty(void **state)
{
    (void)state;
    // One liberty beside four stones of the chain, and beside one stone.
    Position pos = picture_position("O X X X O/O X . X O/O X X X O/. O O O .", BLACK);
    Point liberty = NO_POINT;
    assert_true(position_in_atari(&pos, picture_point("B4"), &liberty));
    assert_int_equal(liberty, picture_point("C3"));
    assert_true(position_in_atari(&pos, picture_point("B4"), NULL));
    pos = picture_position("X . ./O . .", BLACK);
    assert_true(position_in_atari(&pos, picture_point("A2"), &liberty));
    assert_int_equal(liberty, picture_point("B2"));
}

static void test_two_liberties_are_no_atari(void **state)
{
    (void)state;
    Position pos = picture_position("X . ./. . .", BLACK);
    Point liberty = 77;
    assert_false(position_in_atari(&pos, picture_point("A2"), &liberty));
    assert_int_equal(liberty, 77);
    // Five pairs of a stone and a liberty, and four, with two liberties each.
    pos = picture_position("X X X/X . X/. O O", BLACK);
    assert_false(position_in_atari(&pos, picture_point("A2"), &liberty));
    pos = picture_position("X X ./X . O/O . .", BLACK);
    assert_false(position_in_atari(&pos, picture_point("A3"), &liberty));
    assert_int_equal(liberty, 77);
}

static void test_can_play_leaves_out_stones_ko_and_suicide(void **state)
{
    (void)state;
    Position pos = picture_position(". O . ./O . X ./X X . .", BLACK);
    assert_false(position_can_play(&pos, picture_point("A3"))); // suicide
    assert_false(position_can_play(&pos, picture_point("A2"))); // a stone
    assert_true(position_can_play(&pos, picture_point("D3")));
    pos.to_play = WHITE;
    assert_true(position_can_play(&pos, picture_point("A3")));
}

// Some legal moves from the empty grid.
static Position random_position(uint64_t seed, int columns, int rows, int moves)
{
    Position pos;
    Rng rng = rng_seeded(seed, 0);
    position_init(&pos, columns, rows);
    while (moves-- > 0) {
        Point p = pos.empty[rng_below(&rng, (uint32_t)pos.empty_count)];
        if (position_can_play(&pos, p))
            position_play(&pos, p);
    }
    return pos;
}

static void test_equal_truths_become_equal_when_normalized(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        Position played = random_position(seed, 9, 9, 120);
        Position other = played;
        const Bitboard stones[2] = {played.stones[BLACK], played.stones[WHITE]};
        assert_true(position_setup(&other, stones, (Color)played.to_play));
        other.ko = played.ko;
        other.passes = played.passes;
        position_normalize(&played);
        assert_true(position_is_sound(&played));
        assert_int_equal(played.hash, other.hash);
        assert_memory_equal(played.empty, other.empty, sizeof played.empty);
        assert_memory_equal(played.chain, other.chain, sizeof played.chain);
        assert_memory_equal(played.next, other.next, sizeof played.next);
        assert_memory_equal(played.pseudo_liberties, other.pseudo_liberties,
                            sizeof played.pseudo_liberties);
    }
}

static void test_soundness_notices_damage(void **state)
{
    (void)state;
    const Position good = picture_position("X X . O/. O O ./X . . .", BLACK);
    Point stone = picture_point("A3"), empty = picture_point("C3");
    assert_true(position_is_sound(&good));
    for (int damage = 0; damage < 9; damage++) {
        Position pos = good;
        Point c = pos.chain[stone];
        if (damage == 0)
            pos.hash ^= 1;
        else if (damage == 1)
            pos.pseudo_liberties[c]++;
        else if (damage == 2)
            pos.chain_size[c]++;
        else if (damage == 3)
            pos.chain[empty] = GUARD_CHAIN;
        else if (damage == 4)
            pos.empty_count--;
        else if (damage == 5)
            pos.slot[empty] = (uint16_t)(pos.slot[empty] ? 0 : 1);
        else if (damage == 6)
            bitboard_add(&pos.stones[WHITE], stone);
        else if (damage == 7)
            pos.next[stone] = stone;
        else
            bitboard_remove(&pos.grid, empty);
        if (position_is_sound(&pos))
            fail_msg("damage %d went unnoticed", damage);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_new_position_is_empty_and_black_begins),
        cmocka_unit_test(test_setup_sets_colors_and_player_and_forgets_the_rest),
        cmocka_unit_test(test_setup_refuses_what_is_no_legal_coloring),
        cmocka_unit_test(test_a_stone_without_liberties_is_captured),
        cmocka_unit_test(test_several_chains_are_captured_at_once),
        cmocka_unit_test(test_a_chain_is_captured_once_though_touched_twice),
        cmocka_unit_test(test_captures_come_before_suicide),
        cmocka_unit_test(test_suicide_clears_the_whole_chain),
        cmocka_unit_test(test_suicide_of_one_stone_only_passes_the_turn),
        cmocka_unit_test(test_suicide_joins_several_chains),
        cmocka_unit_test(test_ko_is_the_point_of_the_single_stone_captured),
        cmocka_unit_test(test_no_ko_when_the_capturing_chain_is_larger),
        cmocka_unit_test(test_no_ko_when_the_capturing_stone_has_more_liberties),
        cmocka_unit_test(test_no_ko_when_two_stones_are_captured),
        cmocka_unit_test(test_passes_are_counted_and_end_with_a_move),
        cmocka_unit_test(test_chains_and_liberties),
        cmocka_unit_test(test_some_liberties_are_distinct_and_stop_at_the_limit),
        cmocka_unit_test(test_atari_and_its_liberty),
        cmocka_unit_test(test_two_liberties_are_no_atari),
        cmocka_unit_test(test_can_play_leaves_out_stones_ko_and_suicide),
        cmocka_unit_test(test_equal_truths_become_equal_when_normalized),
        cmocka_unit_test(test_soundness_notices_damage),
    };
    return cmocka_run_group_tests_name("position", tests, NULL, NULL);
}
