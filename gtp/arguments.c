// SPDX-License-Identifier: MIT
#include "arguments.h"

#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

bool arg_color(const char *word, Color *player)
{
    return color_from_text(word, player);
}

bool arg_has_form_of_vertex(const char *word)
{
    if (!isalpha((unsigned char)word[0]))
        return false;
    size_t digits = strspn(word + 1, "0123456789");
    return word[1] != '0' && digits >= 1 && digits <= 2 && word[1 + digits] == '\0';
}

VertexKind arg_vertex(const char *word, const Position *pos, Point *point)
{
    if (point_from_vertex(word, pos->columns, pos->rows, point))
        return *point == PASS ? VERTEX_PASS : VERTEX_ON_BOARD;
    bool has_column = toupper((unsigned char)word[0]) != 'I';
    return has_column && arg_has_form_of_vertex(word) ? VERTEX_OFF_BOARD
                                                      : VERTEX_MALFORMED;
}

bool arg_int(const char *word, int *number)
{
    uint64_t wide;
    if (!arg_uint64(word, &wide) || wide > INT_MAX)
        return false;
    *number = (int)wide;
    return true;
}

bool arg_uint64(const char *word, uint64_t *number)
{
    if (word[0] == '\0' || word[strspn(word, "0123456789")] != '\0')
        return false;
    errno = 0;
    unsigned long long wide = strtoull(word, NULL, 10);
    if (errno != 0)
        return false;
    *number = wide;
    return true;
}

bool arg_float(const char *word, double *number)
{
    // strtod alone would also take hexadecimal numbers, infinities and the like.
    if (word[0] == '\0' || word[strspn(word, "0123456789+-.eE")] != '\0')
        return false;
    char *end;
    double value = strtod(word, &end);
    if (*end != '\0' || !(fabs(value) <= DBL_MAX))
        return false;
    *number = value;
    return true;
}

bool arg_komi(const char *word, int *komi)
{
    double points;
    if (!arg_float(word, &points))
        return false;
    if (points > KOMI_LIMIT)
        points = KOMI_LIMIT;
    if (points < -KOMI_LIMIT)
        points = -KOMI_LIMIT;
    *komi = (int)(2 * points + (points < 0 ? -0.5 : 0.5));
    return true;
}
