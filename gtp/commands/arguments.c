// SPDX-License-Identifier: MIT
#include "arguments.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
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

const char ARG_UINT64_ALLOWED[] = "a whole number from 0 to 2^64-1";

bool arg_int_within(const char *word, int low, int high, int *number, Text *allowed)
{
    int any;
    if (arg_int(word, &any) && any >= low && any <= high) {
        *number = any;
        return true;
    }
    if (high < INT_MAX)
        text_printf(allowed, "a whole number from %d to %d", low, high);
    else
        text_printf(allowed, "a whole number, at least %d", low);
    return false;
}

// A number of columns or rows.
static bool read_side(const char *word, size_t length, int *side)
{
    char digits[4]; // no valid number has as many digits
    int number;
    if (length >= sizeof digits)
        return false;
    memcpy(digits, word, length);
    digits[length] = '\0';
    if (!arg_int(digits, &number) || number < 1 || number > BOARD_SIZE_MAX)
        return false;
    *side = number;
    return true;
}

bool arg_size(const char *word, int *columns, int *rows)
{
    int first, second;
    size_t length = strcspn(word, "xX");
    if (!read_side(word, length, &first))
        return false;
    const char *rest = word + length;
    second = first;
    if (rest[0] != '\0' && !read_side(rest + 1, strlen(rest + 1), &second))
        return false;
    *columns = first;
    *rows = second;
    return true;
}

bool arg_komi(const char *word, int *komi, Text *allowed)
{
    double points;
    int nearest;
    if (!arg_float(word, &points) || !komi_from_points(points, &nearest)) {
        text_printf(allowed, "a number of points such as 7.5 or -3, from %d to %d",
                    -KOMI_MAX, KOMI_MAX);
        return false;
    }
    if (points != nearest / 2.0) {
        text_add(allowed, "a multiple of half a point such as 7.5 or -3");
        return false;
    }
    *komi = nearest;
    return true;
}

bool arg_rules(const char *word, Rules *rules, Text *allowed)
{
    const Rules *found = rules_find(word);
    if (found != NULL) {
        *rules = *found;
        return true;
    }
    int count;
    const Rules *presets = rules_presets(&count);
    for (int i = 0; i < count; i++)
        text_printf(allowed, i == 0 ? "one of %s" : ", %s", presets[i].name);
    return false;
}

void arg_show(const char *word, Text *text)
{
    enum { SHOWN_MAX = 40 }; // bytes
    size_t shown = strlen(word);
    bool is_long = shown > SHOWN_MAX;
    if (is_long)
        for (shown = SHOWN_MAX; shown > 0 && text_goes_on(word[shown]); shown--)
            ;
    text_printf(text, "%.*s%s", (int)shown, word, is_long ? "..." : "");
}

bool arg_refuse(const char *error, const char *word, const char *allowed, Text *reply)
{
    text_printf(reply, "%s: `", error);
    arg_show(word, reply);
    text_printf(reply, "` must be %s", allowed);
    return false;
}

bool arg_need_color(const char *word, Color *player, Text *reply)
{
    return arg_color(word, player) ||
           arg_refuse("syntax error", word, "b, w, black or white", reply);
}

// `more`: what is allowed besides points.
static bool refuse_vertex(const char *error, const char *word, const Position *pos,
                          const char *more, Text *reply)
{
    char corner[VERTEX_SIZE], allowed[ARG_ALLOWED_SIZE];
    point_to_vertex(point_at(pos->columns - 1, pos->rows), corner);
    snprintf(allowed, sizeof allowed, "a point from A1 to %s (no column I)%s", corner,
             more);
    return arg_refuse(error, word, allowed, reply);
}

bool arg_need_vertex(const char *word, const Position *pos, Point *point, Text *reply)
{
    VertexKind kind = arg_vertex(word, pos, point);
    if (kind == VERTEX_OFF_BOARD)
        *point = NO_POINT;
    return kind != VERTEX_MALFORMED ||
           refuse_vertex("syntax error", word, pos, " or pass", reply);
}

bool arg_need_point(const char *error, const char *word, const Position *pos,
                    Point *point, Text *reply)
{
    return arg_vertex(word, pos, point) == VERTEX_ON_BOARD ||
           refuse_vertex(error, word, pos, "", reply);
}

bool arg_need_int(const char *word, const ArgRange *range, int *number, Text *reply)
{
    char bytes[ARG_ALLOWED_SIZE];
    Text allowed = text_over(bytes, sizeof bytes);
    int any;
    if (arg_int_within(word, range->low, range->high, number, &allowed))
        return true;
    const char *error = arg_int(word, &any) ? range->error : "syntax error";
    return arg_refuse(error, word, bytes, reply);
}

bool arg_need_size(const char *word, int *size, Text *reply)
{
    static const ArgRange SIZES = {1, BOARD_SIZE_MAX, "unacceptable size"};
    return arg_need_int(word, &SIZES, size, reply);
}
