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

// What stands for what. Each is one column wide on the screen, whatever the number of
// its bytes, but for the frame of a row, which has no width at all.
typedef struct DiagramStyle {
    const char *stone[2];     // by Color
    const char *owned[2];     // by Color: a point of his area without his stone
    const char *empty, *star; // points
    const char *open, *close; // around the last move
    const char *blank;        // between two points
    const char *row_open, *row_close;
} DiagramStyle;

// What is to be seen beside the stones.
typedef struct DiagramMarks {
    Point last;        // or NO_POINT
    Bitboard owned[2]; // by Color: empty points, and stones of the other player
} DiagramMarks;

// The style of diagram_write.
extern const DiagramStyle DIAGRAM_PLAIN;

// Appends the picture with these marks, in a style.
void diagram_draw(const Position *pos, const DiagramMarks *marks,
                  const DiagramStyle *style, Text *text);

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
