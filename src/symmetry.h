// SPDX-License-Identifier: MIT
//
// The eight symmetries of a board, 0 .. SYMMETRY_COUNT - 1, as sums: 1 puts the top row
// at the bottom, 2 the left column at the right, 4 then makes columns of rows. Source:
// KataGo, which numbers them so.
#ifndef SYMMETRY_H
#define SYMMETRY_H

#include "point.h"

enum { SYMMETRY_COUNT = 8 };

// The point where `point` of a grid of that size is after a symmetry.
static inline Point symmetry_turn(Point point, int columns, int rows, int symmetry)
{
    int column = point_column(point), row = point_row(point);
    if (symmetry & 1)
        row = rows + 1 - row;
    if (symmetry & 2)
        column = columns - 1 - column;
    return symmetry & 4 ? point_at(row - 1, column + 1) : point_at(column, row);
}

#endif
