// SPDX-License-Identifier: MIT
#include "sgf_point.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static bool read_letters(const char *letters, int columns, int rows, Point *point)
{
    int column = letters[0] - 'a', row = rows - (letters[1] - 'a');
    if (column < 0 || column >= columns || row < 1 || row > rows)
        return false;
    *point = point_at(column, row);
    return true;
}

// The point next to the last corner, or before the first one. Sources: `tt` of FF[3];
// LizzieYzy, which writes `ss` on 18x18; WebGoBoard, which writes two backquotes.
static bool is_pass(const char *letters, int columns, int rows)
{
    return (letters[0] == 'a' + columns && letters[1] == 'a' + rows) ||
           (letters[0] == 'a' - 1 && letters[1] == 'a' - 1);
}

static SgfSpelling read_odd_pair(const char *value, int columns, int rows, Point *point)
{
    char small[] = {(char)tolower((unsigned char)value[0]),
                    (char)tolower((unsigned char)value[1])};
    bool are_capital =
        isupper((unsigned char)value[0]) && isupper((unsigned char)value[1]);
    if (is_pass(value, columns, rows))
        *point = PASS;
    else if (!are_capital || !read_letters(small, columns, rows, point))
        return SGF_NOT_AT_ALL;
    return SGF_ODDLY;
}

SgfSpelling sgf_point_read(const char *value, int columns, int rows, Point *point)
{
    size_t length = strlen(value);
    // `tt` is a point only of boards larger than any of ours.
    if (length == 0 || strcmp(value, "tt") == 0) {
        *point = PASS;
        return SGF_AS_USUAL;
    }
    if (length == 2 && read_letters(value, columns, rows, point))
        return SGF_AS_USUAL;
    if (point_from_vertex(value, columns, rows, point))
        return SGF_ODDLY;
    if (strcasecmp(value, "resign") == 0 || strcasecmp(value, "tt") == 0) {
        *point = length == 2 ? PASS : RESIGN;
        return SGF_ODDLY;
    }
    return length == 2 ? read_odd_pair(value, columns, rows, point) : SGF_NOT_AT_ALL;
}

void sgf_point_write(Point point, int rows, char letters[SGF_POINT_SIZE])
{
    letters[0] = '\0';
    if (point == PASS)
        return;
    letters[0] = (char)('a' + point_column(point));
    letters[1] = (char)('a' + rows - point_row(point));
    letters[2] = '\0';
}
