// SPDX-License-Identifier: MIT
//
// Words of a command -> values. Each reader returns false, and leaves its result alone,
// for a word that is not of the kind; what to say then is up to the handler, usually
// "syntax error". Source: GTP 2 draft 2, "Arguments".
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

#include <stdbool.h>
#include <stdint.h>

#include "color.h"
#include "point.h"
#include "position.h"

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

// A decimal number 0 .. 2^31-1.
bool arg_int(const char *word, int *number);

// A decimal number 0 .. 2^64-1.
bool arg_uint64(const char *word, uint64_t *number);

// A finite decimal fraction, perhaps with a sign or an exponent.
bool arg_float(const char *word, double *number);

// Komi: a finite decimal fraction of points, rounded to the nearest half point and
// brought within KOMI_LIMIT. In half points.
bool arg_komi(const char *word, int *komi);

enum { KOMI_LIMIT = 1000000 }; // points

#endif
