// SPDX-License-Identifier: MIT
//
// Values of JSON as a query may have them. Each reader returns false for a value of
// another kind, and leaves its result unchanged. NULL is a value of no kind.
#ifndef JSON_VALUE_H
#define JSON_VALUE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "color.h"
#include "point.h"

// The text of a string. NULL: it is no string, or has a NUL in it.
const char *json_value_text(const json_t *value);

// Reads a whole number from `low` to `high`, written as such: 9.0 is none.
bool json_value_int(const json_t *value, int64_t low, int64_t high, int64_t *number);

// Reads a number from `low` to `high`.
bool json_value_number(const json_t *value, double low, double high, double *number);

// Reads a player: `b`, `w`, `black` or `white`, in any case.
bool json_value_player(const json_t *value, Color *player);

// Reads a vertex of that board, as in GTP, or "(x,y)" with the numbers of column and
// row from 0 at the upper left. `pass` is PASS.
bool json_value_vertex(const json_t *value, int columns, int rows, Point *point);

#endif
