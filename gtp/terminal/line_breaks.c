// SPDX-License-Identifier: MIT
#include "line_breaks.h"

#include <string.h>

// A line, or a part of one.
typedef struct Part {
    const char *start, *end;
} Part;

// Returns the place after the escape sequence that begins here. Source: ECMA-48,
// control sequences.
static const char *skip_sequence(const char *at, const char *end)
{
    at++;
    if (at < end && *at == '[')
        for (at++; at < end && (*at < '@' || *at > '~'); at++)
            ;
    return at < end ? at + 1 : end;
}

// Returns the place after the character that begins here. Updates *column.
static const char *skip_character(const char *at, const char *end, int *column)
{
    if (*at == '\033')
        return skip_sequence(at, end);
    *column = *at == '\r' ? 0 : *column + 1;
    for (at++; at < end && text_goes_on(*at); at++)
        ;
    return at;
}

// The end of the words that fit. The first word always counts as fitting.
static const char *find_break(Part line, int columns)
{
    const char *at = line.start, *found = at;
    int column = 0;
    while (at < line.end) {
        while (at < line.end && *at == ' ')
            at = skip_character(at, line.end, &column);
        while (at < line.end && *at != ' ')
            at = skip_character(at, line.end, &column);
        if (found > line.start && column > columns)
            return found;
        found = at;
    }
    return line.end;
}

// The column of the text of a list entry. 0: the line is no such entry.
static int find_indent(Part line)
{
    const char *at = line.start;
    if (line.end - at < 3 || strncmp(at, "  ", 2) != 0 || at[2] == ' ')
        return 0;
    for (at += 2; at + 1 < line.end && strncmp(at, "  ", 2) != 0; at++)
        ;
    while (at < line.end && *at == ' ')
        at++;
    return at < line.end - 1 ? (int)(at - line.start) : 0;
}

static void append_part(Part part, Text *text)
{
    text_printf(text, "%.*s", (int)(part.end - part.start), part.start);
}

static void add_line(Part line, int columns, Text *text)
{
    int indent = find_indent(line), room = columns;
    if (2 * indent > columns)
        indent = 0;
    while (line.start < line.end) {
        const char *stop = find_break(line, room);
        append_part((Part){line.start, stop}, text);
        for (line.start = stop; line.start < line.end && *line.start == ' ';)
            line.start++;
        if (line.start < line.end)
            text_printf(text, "\n%*s", indent, "");
        room = columns - indent;
    }
}

static int count_columns(Part line)
{
    int column = 0;
    for (const char *at = line.start; at < line.end;)
        at = skip_character(at, line.end, &column);
    return column;
}

// If only the right margin of a row of a board is too much, it is left out: a blank and
// the number of the row. The sequences there stay, as they end the colors.
static void add_row(Part line, int columns, Text *text)
{
    enum { MARGIN = 3 };
    int room = count_columns(line), column = 0;
    if (room > columns && room - MARGIN <= columns)
        room -= MARGIN;
    for (const char *at = line.start; at < line.end;) {
        const char *next = skip_character(at, line.end, &column);
        if (column <= room || *at == '\033')
            append_part((Part){at, next}, text);
        at = next;
    }
}

void line_breaks_add(const char *string, int columns, Text *text)
{
    bool in_picture = false;
    while (*string != '\0') {
        Part line = {string, string + strcspn(string, "\n")};
        bool is_margin = strncmp(line.start, "   ", 3) == 0;
        if (columns == 0 || is_margin)
            append_part(line, text);
        else if (in_picture)
            add_row(line, columns, text);
        else
            add_line(line, columns, text);
        in_picture = in_picture != is_margin;
        string = line.end;
        if (*string == '\n') {
            text_add_char(text, '\n');
            string++;
        }
    }
}
