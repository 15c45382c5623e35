// SPDX-License-Identifier: MIT
//
// The eight symmetries of a board, 0 .. SYMMETRY_COUNT - 1. Each is a sum: 1 flips the
// board top to bottom, 2 flips it left to right, 4 then swaps columns and rows. Source:
// KataGo, which numbers them so.
#ifndef SYMMETRY_H
#define SYMMETRY_H

#include "point.h"
#include "position.h"

enum { SYMMETRY_COUNT = 8 };

// Where `point`, on a grid of that size, is after a symmetry.
static inline Point symmetry_turn(Point point, int columns, int rows, int symmetry)
{
    int column = point_column(point), row = point_row(point);
    if (symmetry & 1)
        row = rows + 1 - row;
    if (symmetry & 2)
        column = columns - 1 - column;
    return symmetry & 4 ? point_at(row - 1, column + 1) : point_at(column, row);
}

// The symmetries after which a board has the same colors: bit s is symmetry s. Bit 0 is
// always set.
unsigned symmetry_set(const Position *pos);

#endif
