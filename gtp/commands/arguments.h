// SPDX-License-Identifier: MIT
//
// Words of a command -> values. Each reader returns false, and leaves its result alone,
// for a word that is not of the kind. Some only say so; some append what is `allowed`,
// such as "a whole number from 1 to 19", which the caller makes a sentence of; those
// whose names begin with arg_need answer for a handler, in one line: words of GTP, the
// word that is wrong, and what it must be. Source: GTP 2 draft 2, "Arguments".
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "color.h"
#include "game.h"
#include "point.h"
#include "position.h"
#include "text.h"

// A player: `b`, `w`, `black`, `white`, any case.
bool arg_color(const char *word, Color *player);

typedef enum VertexKind {
    VERTEX_ON_BOARD,
    VERTEX_PASS,
    VERTEX_OFF_BOARD, // well formed, but this board is smaller
    VERTEX_MALFORMED,
} VertexKind;

// A vertex on the grid of the position; *point is set if it is on the board or PASS.
VertexKind arg_vertex(const char *word, const Position *pos, Point *point);

// A letter, and a number of one or two digits that does not begin with 0, as boards of
// GTP have them: a vertex, but that the letter may be I, which no board has.
bool arg_has_form_of_vertex(const char *word);

// A decimal number from 0. GTP has none above 2^31-1: each of those counts as that one,
// so that it is merely too large for whoever has a limit.
bool arg_int(const char *word, int *number);

// A decimal number 0 .. 2^64-1.
bool arg_uint64(const char *word, uint64_t *number);

// A finite decimal fraction, perhaps with a sign or an exponent.
bool arg_float(const char *word, double *number);

enum { ARG_ALLOWED_SIZE = 256 }; // bytes, for a text that says what is allowed

extern const char ARG_UINT64_ALLOWED[];

// A decimal number in a range.
bool arg_int_within(const char *word, int low, int high, int *number, Text *allowed);

// A size of a board: columns and rows with an `x` between them, or one number for both.
bool arg_size(const char *word, int *columns, int *rows);

// Komi: a multiple of half a point within KOMI_MAX. In half points.
bool arg_komi(const char *word, int *komi, Text *allowed);

// Preset rules by name.
bool arg_rules(const char *word, Rules *rules, Text *allowed);

// Appends the word, shortened if it is long.
void arg_show(const char *word, Text *text);

// Answers with an error, the word, shortened if it is long, and what it must be;
// returns false, so that a handler can end with it.
bool arg_refuse(const char *error, const char *word, const char *allowed, Text *reply);

// A player.
bool arg_need_color(const char *word, Color *player, Text *reply);

// A vertex; *point is NO_POINT if the board is smaller.
bool arg_need_vertex(const char *word, const Position *pos, Point *point, Text *reply);

// A point of the board, or else that error.
bool arg_need_point(const char *error, const char *word, const Position *pos,
                    Point *point, Text *reply);

// The numbers from low to high, and the error for others.
typedef struct ArgRange {
    int low, high;
    const char *error;
} ArgRange;

// A number in a range.
bool arg_need_int(const char *word, const ArgRange *range, int *number, Text *reply);

// A number of columns or rows.
bool arg_need_size(const char *word, int *size, Text *reply);

#endif
