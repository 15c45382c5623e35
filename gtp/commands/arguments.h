// SPDX-License-Identifier: MIT
//
// Parses the arguments of a command. Each reader returns false for a word of another
// kind, and leaves its result unchanged. Some readers do nothing else. Some append what
// is `allowed`, such as "a whole number from 1 to 19"; the caller makes a sentence of
// it. Readers named arg_need_... answer for a handler, in one line: the error in the
// words of GTP, the wrong word, and what it must be. Source: GTP 2 draft 2,
// "Arguments".
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "arg_numbers.h"
#include "color.h"
#include "game.h"
#include "point.h"
#include "position.h"
#include "text.h"

// Reads a player: `b`, `w`, `black` or `white`, in any case.
bool arg_color(const char *word, Color *player);

typedef enum VertexKind {
    VERTEX_ON_BOARD,
    VERTEX_PASS,
    VERTEX_OFF_BOARD, // well formed, but not on a board of this size
    VERTEX_MALFORMED,
} VertexKind;

// Reads a vertex on the board of the position. If the vertex is on the board or PASS,
// *point is set.
VertexKind arg_vertex(const char *word, const Position *pos, Point *point);

// Whether the word has the form of a vertex: a letter, then a number of one or two
// digits that does not begin with 0. The letter may also be I, which no board of GTP
// has.
bool arg_has_form_of_vertex(const char *word);

enum { ARG_ALLOWED_SIZE = 256 }; // bytes of a text that says what is allowed

extern const char ARG_UINT64_ALLOWED[];

// Reads a decimal number from `low` to `high`.
bool arg_int_within(const char *word, int low, int high, int *number, Text *allowed);

// Reads a board size: columns and rows with an `x` between them, or one number for
// both.
bool arg_size(const char *word, int *columns, int *rows);

// Reads komi: a multiple of half a point within KOMI_MAX. The result is in half points.
bool arg_komi(const char *word, int *komi, Text *allowed);

// Reads a rules preset by its name.
bool arg_rules(const char *word, Rules *rules, Text *allowed);

// Appends the word. A long word is shortened.
void arg_show(const char *word, Text *text);

// Appends the error, the word and what it must be. A long word is shortened. Returns
// false, so a handler can end with it.
bool arg_refuse(const char *error, const char *word, const char *allowed, Text *reply);

// Reads a player.
bool arg_need_color(const char *word, Color *player, Text *reply);

// Reads a vertex. If it is not on a board of this size, *point is NO_POINT.
bool arg_need_vertex(const char *word, const Position *pos, Point *point, Text *reply);

// Reads a point of the board. If it is not one, answers with `error`.
bool arg_need_point(const char *error, const char *word, const Position *pos,
                    Point *point, Text *reply);

// The numbers from low to high, and the error for all others.
typedef struct ArgRange {
    int low, high;
    const char *error;
} ArgRange;

// Reads a number within a range.
bool arg_need_int(const char *word, const ArgRange *range, int *number, Text *reply);

// Reads a number of columns or rows.
bool arg_need_size(const char *word, int *size, Text *reply);

#endif
