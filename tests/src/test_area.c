// SPDX-License-Identifier: MIT
#include "area.h"

#include "picture.h"

static int score(const char *picture)
{
    Position pos = picture_position(picture, BLACK);
    return area_score(&pos);
}

static void test_nobody_owns_the_empty_grid(void **state)
{
    (void)state;
    for (int columns = 1; columns <= 19; columns++)
        for (int rows = 1; rows <= 19; rows++) {
            Position pos;
            position_init(&pos, columns, rows);
            assert_int_equal(area_score(&pos), 0);
        }
}

static void test_one_stone_owns_the_whole_grid(void **state)
{
    (void)state;
    assert_int_equal(score(". . . ./. X . ./. . . ."), 12);
    assert_int_equal(score("O ."), -2);
    Position pos;
    position_init(&pos, 19, 19);
    position_play(&pos, picture_point("T19"));
    assert_int_equal(area_score(&pos), 361);
}

static void test_points_reaching_both_colors_score_for_nobody(void **state)
{
    (void)state;
    assert_int_equal(score("X . O"), 0);
    assert_int_equal(score("X X . O"), 1);
    assert_int_equal(score("X . O/X . O/X . O"), 0);
    Position pos = picture_position("X . O/X X O/. X O", BLACK);
    Bitboard owner[2];
    area_owner(&pos, owner);
    assert_points(owner[BLACK], "A3 A2 B2 A1 B1");
    assert_points(owner[WHITE], "C3 C2 C1");
    assert_int_equal(area_score(&pos), 2);
}

static void test_dead_stones_count_as_alive(void **state)
{
    (void)state;
    // The white stone in the corner cannot be saved, but it is there: it scores, and
    // the points beside it reach both colors.
    const char *picture = "O . X . O"
                          "/. . X . O"
                          "/X X X . O"
                          "/. . X . O";
    assert_int_equal(score(picture), 6 + 2 - (1 + 4));
    Position pos = picture_position(picture, BLACK);
    Bitboard owner[2];
    area_owner(&pos, owner);
    assert_points(owner[BLACK], "C4 C3 A2 B2 C2 C1 A1 B1");
    assert_points(owner[WHITE], "A4 E4 E3 E2 E1");
}

static void test_both_players_have_areas(void **state)
{
    (void)state;
    const char *picture = ". X O . ."
                          "/. X O . ."
                          "/X X O O O"
                          "/. X O . O"
                          "/X X O O .";
    Position pos = picture_position(picture, WHITE);
    Bitboard owner[2];
    area_owner(&pos, owner);
    assert_points(owner[BLACK], "A5 B5 A4 B4 A3 B3 A2 B2 A1 B1");
    assert_points(owner[WHITE], "C5 D5 E5 C4 D4 E4 C3 D3 E3 C2 D2 E2 C1 D1 E1");
    assert_int_equal(area_score(&pos), 10 - 15);
}

static void test_the_edges_are_not_joined(void **state)
{
    (void)state;
    // The last column and the first are neighbors in memory only.
    Position pos;
    position_init(&pos, 19, 2);
    Bitboard stones[2] = {picture_points("B1 B2"), picture_points("S1 S2")};
    assert_true(position_setup(&pos, stones, BLACK));
    Bitboard owner[2];
    area_owner(&pos, owner);
    assert_points(owner[BLACK], "A1 A2 B1 B2");
    assert_points(owner[WHITE], "S1 S2 T1 T2");
}

static void test_the_player_to_move_does_not_matter(void **state)
{
    (void)state;
    Position pos = picture_position("X . ./. X ./. . O", WHITE);
    int before = area_score(&pos);
    pos.to_play = BLACK;
    assert_int_equal(area_score(&pos), before);
    assert_int_equal(before, 2 - 1 + 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nobody_owns_the_empty_grid),
        cmocka_unit_test(test_one_stone_owns_the_whole_grid),
        cmocka_unit_test(test_points_reaching_both_colors_score_for_nobody),
        cmocka_unit_test(test_dead_stones_count_as_alive),
        cmocka_unit_test(test_both_players_have_areas),
        cmocka_unit_test(test_the_edges_are_not_joined),
        cmocka_unit_test(test_the_player_to_move_does_not_matter),
    };
    return cmocka_run_group_tests_name("area", tests, NULL, NULL);
}
