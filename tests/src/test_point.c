// SPDX-License-Identifier: MIT
#include "point.h"

#include <string.h>

#include "picture.h"

static void test_column_and_row_come_back(void **state)
{
    (void)state;
    for (int row = 1; row <= 19; row++)
        for (int column = 0; column < 19; column++) {
            Point p = point_at(column, row);
            assert_int_equal(point_column(p), column);
            assert_int_equal(point_row(p), row);
            assert_true(p < POINT_LIMIT);
        }
}

static void test_neighbors_differ_by_one_and_by_the_stride(void **state)
{
    (void)state;
    assert_int_equal(point_at(4, 3) - point_at(3, 3), 1);
    assert_int_equal(point_at(3, 4) - point_at(3, 3), POINT_STRIDE);
}

static void test_a_grid_has_columns_times_rows_points(void **state)
{
    (void)state;
    for (int columns = 1; columns <= 19; columns++)
        for (int rows = 1; rows <= 19; rows++) {
            int count = 0;
            for (Point p = 0; p < POINT_LIMIT; p++)
                count += point_is_on_board(p, columns, rows);
            assert_int_equal(count, columns * rows);
        }
}

static void test_specials_and_guards_are_off_the_board(void **state)
{
    (void)state;
    assert_false(point_is_on_board(NO_POINT, 19, 19));
    assert_false(point_is_on_board(PASS, 19, 19));
    assert_false(point_is_on_board(RESIGN, 19, 19));
    for (int column = 0; column < 19; column++) {
        assert_false(point_is_on_board(point_at(column, 0), 19, 19));
        assert_false(point_is_on_board(point_at(column, 20), 19, 19));
    }
    for (int row = 1; row <= 19; row++) { // left and right of the row
        assert_false(point_is_on_board((Point)(point_at(0, row) - 1), 19, 19));
        assert_false(point_is_on_board((Point)(point_at(18, row) + 1), 19, 19));
    }
    assert_false(point_is_on_board(UINT16_MAX, 19, 19));
}

static void test_every_vertex_comes_back(void **state)
{
    (void)state;
    for (int row = 1; row <= 19; row++)
        for (int column = 0; column < 19; column++) {
            char vertex[VERTEX_SIZE];
            Point p = NO_POINT;
            point_to_vertex(point_at(column, row), vertex);
            assert_true(point_from_vertex(vertex, 19, 19, &p));
            assert_int_equal(p, point_at(column, row));
        }
}

static void test_vertices_are_spelt_as_in_gtp(void **state)
{
    (void)state;
    static const struct {
        int column, row;
        const char *vertex;
    } CASES[] = {{0, 1, "A1"},    {7, 8, "H8"},    {8, 9, "J9"},
                 {15, 16, "Q16"}, {18, 19, "T19"}, {0, 10, "A10"}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char vertex[VERTEX_SIZE];
        point_to_vertex(point_at(CASES[i].column, CASES[i].row), vertex);
        assert_string_equal(vertex, CASES[i].vertex);
    }
    char vertex[VERTEX_SIZE];
    point_to_vertex(PASS, vertex);
    assert_string_equal(vertex, "pass");
    point_to_vertex(RESIGN, vertex);
    assert_string_equal(vertex, "resign");
}

static void test_case_does_not_matter(void **state)
{
    (void)state;
    Point p = NO_POINT;
    assert_true(point_from_vertex("q16", 19, 19, &p));
    assert_int_equal(p, point_at(15, 16));
    assert_true(point_from_vertex("PaSs", 1, 1, &p));
    assert_int_equal(p, PASS);
}

static void assert_no_vertex(const char *text, int columns, int rows)
{
    Point p = 77;
    if (point_from_vertex(text, columns, rows, &p))
        fail_msg("\"%s\" was read as a vertex", text);
    assert_int_equal(p, 77);
}

static void test_what_is_no_vertex_is_refused(void **state)
{
    (void)state;
    static const char *const BAD[] = {
        "",    "A",     "I5",     "i5",        "A0",   "A00", "A01", "A20",
        "U1",  "Z1",    "A-1",    "A+1",       "A1x",  "AA1", "1A",  "11",
        "A1 ", " A1",   "pas",    "passs",     "A100", "A1.", "@1",  "[1",
        "A 1", "pass ", "resign", "\303\2041", "A19A"};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
        assert_no_vertex(BAD[i], 19, 19);
}

static void test_vertices_off_a_smaller_board_are_refused(void **state)
{
    (void)state;
    Point p;
    assert_true(point_from_vertex("J9", 9, 9, &p));
    assert_no_vertex("K9", 9, 9);
    assert_no_vertex("J10", 9, 9);
    assert_true(point_from_vertex("C7", 3, 7, &p));
    assert_no_vertex("D7", 3, 7);
    assert_no_vertex("C8", 3, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_column_and_row_come_back),
        cmocka_unit_test(test_neighbors_differ_by_one_and_by_the_stride),
        cmocka_unit_test(test_a_grid_has_columns_times_rows_points),
        cmocka_unit_test(test_specials_and_guards_are_off_the_board),
        cmocka_unit_test(test_every_vertex_comes_back),
        cmocka_unit_test(test_vertices_are_spelt_as_in_gtp),
        cmocka_unit_test(test_case_does_not_matter),
        cmocka_unit_test(test_what_is_no_vertex_is_refused),
        cmocka_unit_test(test_vertices_off_a_smaller_board_are_refused),
    };
    return cmocka_run_group_tests_name("point", tests, NULL, NULL);
}
