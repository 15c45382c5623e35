// SPDX-License-Identifier: MIT
//
// Points and moves as records spell them.
#ifndef SGF_POINT_H
#define SGF_POINT_H

#include <stdbool.h>

#include "point.h"

// How the value of a move was understood.
typedef enum SgfSpelling {
    SGF_AS_USUAL,
    SGF_ODDLY, // as `D4`, `DD` or `pass`, or a pass like a point beyond the board
    SGF_NOT_AT_ALL,
} SgfSpelling;

// Reads a point of a grid, PASS or RESIGN (`resign`, never SGF_AS_USUAL). The letters
// `aa` are the upper left corner; none, and `tt`, pass. Pre: columns and rows 1..19.
SgfSpelling sgf_point_read(const char *value, int columns, int rows, Point *point);

#endif
