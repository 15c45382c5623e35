// SPDX-License-Identifier: MIT
#include "json_value.h"

#include <stdlib.h>
#include <string.h>

#include "arguments.h"

const char *json_value_text(const json_t *value)
{
    const char *text = json_string_value(value);
    return text != NULL && strlen(text) == json_string_length(value) ? text : NULL;
}

bool json_value_int(const json_t *value, int64_t low, int64_t high, int64_t *number)
{
    if (!json_is_integer(value) || json_integer_value(value) < low ||
        json_integer_value(value) > high)
        return false;
    *number = json_integer_value(value);
    return true;
}

bool json_value_number(const json_t *value, double low, double high, double *number)
{
    double known = json_number_value(value);
    if (!json_is_number(value) || !(known >= low && known <= high))
        return false;
    *number = known;
    return true;
}

bool json_value_player(const json_t *value, Color *player)
{
    const char *text = json_value_text(value);
    return text != NULL && arg_color(text, player);
}

// Reads a number of at most two digits, and the character after it. Returns what
// follows; NULL: it is not there.
static const char *read_place(const char *text, char end, int *number)
{
    enum { DIGITS_MAX = 2 };
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > DIGITS_MAX || text[digits] != end)
        return NULL;
    *number = (int)strtol(text, NULL, 10);
    return text + digits + 1;
}

// Reads "(x,y)".
static bool read_pair(const char *text, int columns, int rows, Point *point)
{
    int column, row;
    const char *rest = *text == '(' ? read_place(text + 1, ',', &column) : NULL;
    rest = rest != NULL ? read_place(rest, ')', &row) : NULL;
    if (rest == NULL || *rest != '\0' || column >= columns || row >= rows)
        return false;
    *point = point_at(column, rows - row);
    return true;
}

bool json_value_vertex(const json_t *value, int columns, int rows, Point *point)
{
    const char *text = json_value_text(value);
    return text != NULL && (point_from_vertex(text, columns, rows, point) ||
                            read_pair(text, columns, rows, point));
}
