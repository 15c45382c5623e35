// SPDX-License-Identifier: MIT
//
// A place on the grid as one small integer, which indexes both arrays and bitboards. It
// is row * POINT_STRIDE + column + 1. Rows count from 1 at the bottom, as in GTP;
// columns count from 0 at the left. A1 is 21. Every grid uses the same stride, so a
// smaller grid is a smaller set of points. Column 19 is never on a grid: it guards the
// right edge of its row and the left edge of the row above. Rows 0 and 20 guard the
// lower and the upper edge. All eight neighbors of a point of a grid are valid indices.
#ifndef POINT_H
#define POINT_H

#include <stdbool.h>
#include <stdint.h>

enum {
    BOARD_SIZE_MAX = 19,
    POINT_STRIDE = BOARD_SIZE_MAX + 1,
    POINT_LIMIT = POINT_STRIDE * (BOARD_SIZE_MAX + 2) + 1, // one more than any index
    POINT_COUNT_MAX = BOARD_SIZE_MAX * BOARD_SIZE_MAX,
};

typedef uint16_t Point;

// Three indices of the lower guard row. So they are valid indices of any array by
// point.
enum { NO_POINT = 0, PASS = 1, RESIGN = 2 };

enum { VERTEX_SIZE = 8 }; // bytes that hold the text of any vertex and its NUL

// The point at a column (0 = A) and a row (1 = bottom). Pre: it is on some grid.
static inline Point point_at(int column, int row)
{
    return (Point)(row * POINT_STRIDE + column + 1);
}

// Column, 0 = A. Pre: not NO_POINT, PASS or RESIGN.
static inline int point_column(Point point)
{
    return (point - 1) % POINT_STRIDE;
}

// Row, 1 = bottom. Pre: not NO_POINT, PASS or RESIGN.
static inline int point_row(Point point)
{
    return (point - 1) / POINT_STRIDE;
}

// Whether the point is on the grid. False for guards and for NO_POINT, PASS and RESIGN.
static inline bool point_is_on_board(Point point, int columns, int rows)
{
    int row = point_row(point);
    return row >= 1 && row <= rows && point_column(point) < columns;
}

// Reads a vertex such as `Q16`, `q16` or `pass` (any case). Errors: false, *point
// unchanged, for the letter I, a vertex off the board, leading zeros or signs, and
// trailing characters. Source: GTP 2, vertex.
bool point_from_vertex(const char *text, int columns, int rows, Point *point);

// Writes the vertex in upper case, with a NUL. `pass` and `resign` are in lower case,
// as GTP clients expect them in answers.
void point_to_vertex(Point point, char text[VERTEX_SIZE]);

#endif
