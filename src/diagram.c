// SPDX-License-Identifier: MIT
#include "diagram.h"

#include <string.h>

// Star points of the usual sizes: nine on 19x19, five on 13x13 and 9x9.
static bool is_star(const Position *pos, int column, int row)
{
    int size = pos->columns;
    if (pos->rows != size || (size != 19 && size != 13 && size != 9))
        return false;
    int line = size == 9 ? 3 : 4, middle = (size + 1) / 2;
    int x = column + 1 > middle ? size - column : column + 1;
    int y = row > middle ? size + 1 - row : row;
    if (x == line && y == line)
        return true;
    bool on_cross = (x == middle || x == line) && (y == middle || y == line);
    return on_cross && (size == 19 || x == y);
}

const DiagramStyle DIAGRAM_PLAIN = {
    .stone = {"X", "O"},
    .owned = {"x", "o"},
    .empty = ".",
    .star = "+",
    .open = "(",
    .close = ")",
    .blank = " ",
    .row_open = "",
    .row_close = "",
};

static const char *mark_at(const Position *pos, const DiagramMarks *marks,
                           const DiagramStyle *style, Point p)
{
    Color color = position_at(pos, p);
    for (Color player = BLACK; player <= WHITE; player++)
        if (color != player && bitboard_test(&marks->owned[player], p))
            return style->owned[player];
    if (color != EMPTY)
        return style->stone[color];
    return is_star(pos, point_column(p), point_row(p)) ? style->star : style->empty;
}

static char column_letter(int column)
{
    char vertex[VERTEX_SIZE];
    point_to_vertex(point_at(column, 1), vertex);
    return vertex[0];
}

static void write_letters(int columns, Text *text)
{
    text_add(text, "  ");
    for (int column = 0; column < columns; column++)
        text_printf(text, " %c", column_letter(column));
    text_add_char(text, '\n');
}

static void draw_row(const Position *pos, int row, const DiagramMarks *marks,
                     const DiagramStyle *style, Text *text)
{
    const char *before = style->blank;
    text_printf(text, "%2d%s", row, style->row_open);
    for (int column = 0; column < pos->columns; column++) {
        Point p = point_at(column, row);
        text_add(text, p == marks->last ? style->open : before);
        text_add(text, mark_at(pos, marks, style, p));
        before = p == marks->last ? style->close : style->blank;
    }
    text_printf(text, "%s%s%2d\n", before, style->row_close, row);
}

void diagram_draw(const Position *pos, const DiagramMarks *marks,
                  const DiagramStyle *style, Text *text)
{
    write_letters(pos->columns, text);
    for (int row = pos->rows; row >= 1; row--)
        draw_row(pos, row, marks, style, text);
    write_letters(pos->columns, text);
}

void diagram_write(const Position *pos, Point last, Text *text)
{
    DiagramMarks marks = {.last = last};
    diagram_draw(pos, &marks, &DIAGRAM_PLAIN, text);
}

// The rows of a picture, top row first.
typedef struct Canvas {
    char mark[BOARD_SIZE_MAX][BOARD_SIZE_MAX];
    int columns, rows;
} Canvas;

static const char BLANKS[] = " \t\r()";

static bool is_among(char character, const char *set)
{
    return character != '\0' && strchr(set, character) != NULL;
}

// Is this line the column letters A, B, C and so on? No mark of a row is an A.
static bool is_margin(const char *line, const char *end)
{
    int column = 0;
    for (; line < end; line++) {
        if (is_among(*line, BLANKS))
            continue;
        if (column == BOARD_SIZE_MAX || *line != column_letter(column))
            return false;
        column++;
    }
    return column > 0;
}

// Cuts the blanks and the number off both ends of a row.
static void trim_row(const char **line, const char **end)
{
    while (*line < *end && (is_among(**line, BLANKS) || is_among(**line, "0123456789")))
        ++*line;
    while (*line < *end &&
           (is_among((*end)[-1], BLANKS) || is_among((*end)[-1], "0123456789")))
        --*end;
}

static bool read_row(const char *line, const char *end, Canvas *picture)
{
    int columns = 0;
    if (picture->rows == BOARD_SIZE_MAX)
        return false;
    for (trim_row(&line, &end); line < end; line++) {
        if (is_among(*line, BLANKS))
            continue;
        if (columns == BOARD_SIZE_MAX || !is_among(*line, ".+XO"))
            return false;
        picture->mark[picture->rows][columns++] = *line;
    }
    if (columns == 0 || (picture->rows > 0 && columns != picture->columns))
        return false;
    picture->columns = columns;
    picture->rows++;
    return true;
}

static bool read_picture(const char *text, Canvas *picture)
{
    text += strspn(text, " \t\r\n");
    const char *end = text + strlen(text);
    while (end > text && is_among(end[-1], " \t\r\n"))
        end--;
    for (const char *line = text; line <= end;) {
        const char *stop = line;
        while (stop < end && *stop != '\n' && *stop != '/')
            stop++;
        if (!is_margin(line, stop) && !read_row(line, stop, picture))
            return false;
        line = stop + 1;
    }
    return picture->rows > 0;
}

bool diagram_read(const char *text, Color to_play, Position *pos)
{
    Canvas picture = {.rows = 0};
    if (!read_picture(text, &picture))
        return false;
    Bitboard stones[2] = {bitboard_empty(), bitboard_empty()};
    for (int i = 0; i < picture.rows; i++)
        for (int column = 0; column < picture.columns; column++) {
            char mark = picture.mark[i][column];
            if (mark == 'X' || mark == 'O')
                bitboard_add(&stones[mark == 'X' ? BLACK : WHITE],
                             point_at(column, picture.rows - i));
        }
    Position read;
    position_init(&read, picture.columns, picture.rows);
    if (!position_setup(&read, stones, to_play))
        return false;
    *pos = read;
    return true;
}
