// SPDX-License-Identifier: MIT
//
// Reads and writes points and moves as records spell them.
#ifndef SGF_POINT_H
#define SGF_POINT_H

#include <stdbool.h>

#include "point.h"

// How the value of a move was spelled.
typedef enum SgfSpelling {
    SGF_AS_USUAL,
    SGF_ODDLY, // as `D4`, `DD` or `pass`, or a pass written as a point beyond the board
    SGF_NOT_AT_ALL,
} SgfSpelling;

// Reads a point of the board, PASS or RESIGN. The letters `aa` are the upper left
// corner. No letters, or `tt`, are a pass. `resign` is never SGF_AS_USUAL. Pre: columns
// and rows 1..19.
SgfSpelling sgf_point_read(const char *value, int columns, int rows, Point *point);

enum { SGF_POINT_SIZE = 3 };

// Writes the letters of a point; none for a pass.
void sgf_point_write(Point point, int rows, char letters[SGF_POINT_SIZE]);

#endif
