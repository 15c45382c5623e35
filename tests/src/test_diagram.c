// SPDX-License-Identifier: MIT
#include "diagram.h"

#include <string.h>

#include "picture.h"
#include "rng.h"

static void assert_written(const Position *pos, Point last, const char *expected)
{
    char bytes[2048];
    Text text = text_over(bytes, sizeof bytes);
    diagram_write(pos, last, &text);
    assert_false(text.truncated);
    assert_string_equal(bytes, expected);
}

static void test_a_picture_has_margins(void **state)
{
    (void)state;
    Position pos = picture_position(". X ./X O ./. . .", BLACK);
    assert_written(&pos, NO_POINT,
                   "   A B C\n"
                   " 3 . X .  3\n"
                   " 2 X O .  2\n"
                   " 1 . . .  1\n"
                   "   A B C\n");
    assert_written(&pos, PASS,
                   "   A B C\n"
                   " 3 . X .  3\n"
                   " 2 X O .  2\n"
                   " 1 . . .  1\n"
                   "   A B C\n");
    position_init(&pos, 1, 1);
    assert_written(&pos, NO_POINT, "   A\n 1 .  1\n   A\n");
}

static void test_the_last_move_is_marked(void **state)
{
    (void)state;
    Position pos = picture_position("X X ./. O ./. . O", BLACK);
    assert_written(&pos, picture_point("A3"),
                   "   A B C\n"
                   " 3(X)X .  3\n"
                   " 2 . O .  2\n"
                   " 1 . . O  1\n"
                   "   A B C\n");
    assert_written(&pos, picture_point("C1"),
                   "   A B C\n"
                   " 3 X X .  3\n"
                   " 2 . O .  2\n"
                   " 1 . .(O) 1\n"
                   "   A B C\n");
}

static void test_a_style_stands_for_everything(void **state)
{
    (void)state;
    static const DiagramStyle STYLE = {
        .stone = {"\x1b[30m@", "\x1b[97m@"},
        .owned = {"b", "w"},
        .empty = "-",
        .star = "*",
        .open = "<",
        .close = ">",
        .blank = "_",
        .row_open = "[",
        .row_close = "]",
    };
    char bytes[512];
    Text text = text_over(bytes, sizeof bytes);
    Position pos = picture_position("X . O/. . ./O X .", BLACK);
    DiagramMarks marks = {.last = picture_point("A3"),
                          .owned = {picture_points("B3 A1 A3"), picture_points("C2")}};
    diagram_draw(&pos, &marks, &STYLE, &text);
    assert_string_equal(bytes, "   A B C\n"
                               " 3[<\x1b[30m@>b_\x1b[97m@_] 3\n"
                               " 2[_-_-_w_] 2\n"
                               " 1[_b_\x1b[30m@_-_] 1\n"
                               "   A B C\n");
    position_init(&pos, 9, 9);
    marks = (DiagramMarks){.last = NO_POINT};
    text_clear(&text);
    diagram_draw(&pos, &marks, &STYLE, &text);
    assert_non_null(strstr(bytes, " 5[_-_-_-_-_*_-_-_-_-_] 5\n"));
}

static void test_star_points_of_9x9(void **state)
{
    (void)state;
    Position pos;
    position_init(&pos, 9, 9);
    position_play(&pos, picture_point("E5"));
    assert_written(&pos, picture_point("E5"),
                   "   A B C D E F G H J\n"
                   " 9 . . . . . . . . .  9\n"
                   " 8 . . . . . . . . .  8\n"
                   " 7 . . + . . . + . .  7\n"
                   " 6 . . . . . . . . .  6\n"
                   " 5 . . . .(X). . . .  5\n"
                   " 4 . . . . . . . . .  4\n"
                   " 3 . . + . . . + . .  3\n"
                   " 2 . . . . . . . . .  2\n"
                   " 1 . . . . . . . . .  1\n"
                   "   A B C D E F G H J\n");
}

static void test_star_points_of_19x19(void **state)
{
    (void)state;
    Position pos;
    position_init(&pos, 19, 19);
    assert_written(&pos, NO_POINT,
                   "   A B C D E F G H J K L M N O P Q R S T\n"
                   "19 . . . . . . . . . . . . . . . . . . . 19\n"
                   "18 . . . . . . . . . . . . . . . . . . . 18\n"
                   "17 . . . . . . . . . . . . . . . . . . . 17\n"
                   "16 . . . + . . . . . + . . . . . + . . . 16\n"
                   "15 . . . . . . . . . . . . . . . . . . . 15\n"
                   "14 . . . . . . . . . . . . . . . . . . . 14\n"
                   "13 . . . . . . . . . . . . . . . . . . . 13\n"
                   "12 . . . . . . . . . . . . . . . . . . . 12\n"
                   "11 . . . . . . . . . . . . . . . . . . . 11\n"
                   "10 . . . + . . . . . + . . . . . + . . . 10\n"
                   " 9 . . . . . . . . . . . . . . . . . . .  9\n"
                   " 8 . . . . . . . . . . . . . . . . . . .  8\n"
                   " 7 . . . . . . . . . . . . . . . . . . .  7\n"
                   " 6 . . . . . . . . . . . . . . . . . . .  6\n"
                   " 5 . . . . . . . . . . . . . . . . . . .  5\n"
                   " 4 . . . + . . . . . + . . . . . + . . .  4\n"
                   " 3 . . . . . . . . . . . . . . . . . . .  3\n"
                   " 2 . . . . . . . . . . . . . . . . . . .  2\n"
                   " 1 . . . . . . . . . . . . . . . . . . .  1\n"
                   "   A B C D E F G H J K L M N O P Q R S T\n");
}

// How many points does the picture of the empty grid show as stars?
static int count_stars(int columns, int rows)
{
    char bytes[2048];
    Text text = text_over(bytes, sizeof bytes);
    Position pos;
    position_init(&pos, columns, rows);
    diagram_write(&pos, NO_POINT, &text);
    int count = 0;
    for (const char *c = bytes; *c; c++)
        count += *c == '+';
    return count;
}

static void test_other_grids_have_no_stars(void **state)
{
    (void)state;
    for (int columns = 1; columns <= 19; columns++)
        for (int rows = 1; rows <= 19; rows++) {
            int stars = columns != rows                 ? 0
                        : columns == 19                 ? 9
                        : columns == 13 || columns == 9 ? 5
                                                        : 0;
            assert_int_equal(count_stars(columns, rows), stars);
        }
}

static void test_what_is_written_can_be_read(void **state)
{
    (void)state;
    for (int columns = 1; columns <= 19; columns++)
        for (int rows = 1; rows <= 19; rows++) {
            Rng rng = rng_seeded((uint64_t)(20 * columns + rows), 0);
            Position pos, read;
            position_init(&pos, columns, rows);
            Point last = NO_POINT;
            for (int moves = columns * rows; moves > 0; moves--) {
                Point p = pos.empty[rng_below(&rng, (uint32_t)pos.empty_count)];
                if (position_can_play(&pos, p))
                    position_play(&pos, last = p);
            }
            char bytes[2048];
            Text text = text_over(bytes, sizeof bytes);
            diagram_write(&pos, last, &text);
            assert_true(diagram_read(bytes, WHITE, &read));
            assert_int_equal(read.columns, columns);
            assert_int_equal(read.rows, rows);
            assert_int_equal(read.to_play, WHITE);
            assert_true(position_same_coloring(&pos, &read));
            assert_true(position_is_sound(&read));
        }
}

static void test_rows_may_be_written_in_many_ways(void **state)
{
    (void)state;
    static const char *const SAME[] = {
        "X.O/.+.",         "X . O/. . .",
        "X.O\n...\n",      "\n\n  X . O\n  . . .\n\n",
        "X.O\r\n...\r\n",  "  A B C\n2 X . O 2\n1 . + . 1\n  A B C",
        "2(X). O/1 . . .", "ABC\nX.O\n...",
        "\tX .\tO /.. ."};
    for (size_t i = 0; i < sizeof SAME / sizeof SAME[0]; i++) {
        Position pos = picture_position(SAME[i], BLACK);
        assert_int_equal(pos.columns, 3);
        assert_int_equal(pos.rows, 2);
        assert_points(pos.stones[BLACK], "A2");
        assert_points(pos.stones[WHITE], "C2");
    }
}

static void test_the_letter_o_is_a_stone_and_a_column(void **state)
{
    (void)state;
    Position pos = picture_position("O . ./O . X", BLACK);
    assert_points(pos.stones[WHITE], "A1 A2");
    pos = picture_position("A B C D E F G H J K L M N O P Q R S T\n"
                           ". . . . . . . . . . . . . O . . . . .\n",
                           BLACK);
    assert_int_equal(pos.rows, 1);
    assert_points(pos.stones[WHITE], "O1");
}

static void assert_unreadable(const char *picture)
{
    Position pos = picture_position("X . O/. . .", WHITE), before;
    memcpy(&before, &pos, sizeof before);
    if (diagram_read(picture, BLACK, &pos))
        fail_msg("this could be read: %s", picture);
    assert_memory_equal(&pos, &before, sizeof pos);
}

static void test_bad_pictures_are_refused(void **state)
{
    (void)state;
    static const char *const BAD[] = {"",         "\n",      " ",           "A B C",
                                      "../.",     "./..",    "x.",          "XY.",
                                      "X.Z/...",  "X./",     "/X.",         "X.//..",
                                      "X.\n\n..", "A C\n..", "X 1 ./. . .", "X",
                                      "XO/OX",    "XX/OO",   "OX./XX.",     "X..#"};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
        assert_unreadable(BAD[i]);
    assert_unreadable("....................");                    // twenty columns
    assert_unreadable("./././././././././././././././././././."); // twenty rows
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_picture_has_margins),
        cmocka_unit_test(test_the_last_move_is_marked),
        cmocka_unit_test(test_a_style_stands_for_everything),
        cmocka_unit_test(test_star_points_of_9x9),
        cmocka_unit_test(test_star_points_of_19x19),
        cmocka_unit_test(test_other_grids_have_no_stars),
        cmocka_unit_test(test_what_is_written_can_be_read),
        cmocka_unit_test(test_rows_may_be_written_in_many_ways),
        cmocka_unit_test(test_the_letter_o_is_a_stone_and_a_column),
        cmocka_unit_test(test_bad_pictures_are_refused),
    };
    return cmocka_run_group_tests_name("diagram", tests, NULL, NULL);
}
