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
// X is Black, O is White. A reader also accepts the rows alone, without the margins.
#ifndef DIAGRAM_H
#define DIAGRAM_H

#include <stdbool.h>

#include "position.h"
#include "text.h"

// The strings of which a picture is made. Each takes one column on the screen, however
// many bytes it has. Only row_open and row_close have no width.
typedef struct DiagramStyle {
    const char *stone[2];     // by Color
    const char *owned[2];     // by Color: in the area, without a stone of that player
    const char *empty, *star; // points
    const char *open, *close; // around the last move
    const char *blank;        // between two points
    const char *row_open, *row_close;
} DiagramStyle;

// The marks drawn besides the stones.
typedef struct DiagramMarks {
    Point last;        // the last move, or NO_POINT
    Bitboard owned[2]; // by Color: empty points, and stones of the other player
} DiagramMarks;

// The style of diagram_write.
extern const DiagramStyle DIAGRAM_PLAIN;

// Appends the picture with these marks, in this style.
void diagram_draw(const Position *pos, const DiagramMarks *marks,
                  const DiagramStyle *style, Text *text);

// Appends the picture; every line ends with a newline. `last` is marked by parentheses,
// e.g. `(X)`; pass NO_POINT for no mark. Empty star points of the usual board sizes
// show as `+`.
void diagram_write(const Position *pos, Point last, Text *text);

// Sets up a position from rows of `.`/`+`, `X`, `O` and optional blanks. The top row
// comes first; rows are separated by newlines or `/`. Margins (row numbers, column
// letters), parentheses, and blank lines at either end are skipped. The size is that of
// the picture. Errors: false, position unchanged, in these cases. Rows differ in
// length. The size is not 1..19. A character is unknown. A chain has no liberty.
bool diagram_read(const char *picture, Color to_play, Position *pos);

#endif
