// SPDX-License-Identifier: MIT
//
// A board as a picture in plain text, for showboard, tests and messages:
//
//        A B C
//      3 . X .  3
//      2 X O .  2
//      1 . . .  1
//        A B C
//
// X is Black, O is White; a reader also accepts the rows alone, without the margins.
#ifndef DIAGRAM_H
#define DIAGRAM_H

#include <stdbool.h>

#include "position.h"
#include "text.h"

// Appends the picture, every line ended by a newline. `last` is marked by parentheses,
// e.g. `(X)`; pass NO_POINT for none. Empty star points of the usual sizes show as `+`.
void diagram_write(const Position *pos, Point last, Text *text);

// Sets up a position from rows of `.`/`+`, `X`, `O` and optional blanks, top row first,
// separated by newlines or `/`. Margins (row numbers, column letters), parentheses and
// blank lines at either end are skipped. The size is that of the picture.
// Errors: false, position unchanged, if rows differ in length, the size is not 1..19, a
// character is unknown, or a chain has no liberty.
bool diagram_read(const char *picture, Color to_play, Position *pos);

#endif
