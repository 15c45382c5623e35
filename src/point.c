// SPDX-License-Identifier: MIT
#include "point.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char COLUMN_LETTERS[] = "ABCDEFGHJKLMNOPQRST"; // no I

bool point_from_vertex(const char *text, int columns, int rows, Point *point)
{
    if (strcasecmp(text, "pass") == 0) {
        *point = PASS;
        return true;
    }
    if (text[0] == '\0')
        return false;
    const char *letter = strchr(COLUMN_LETTERS, toupper((unsigned char)text[0]));
    if (letter == NULL || text[1] < '1' || text[1] > '9')
        return false;
    int column = (int)(letter - COLUMN_LETTERS);
    int row = text[1] - '0';
    const char *rest = text + 2;
    if (isdigit((unsigned char)*rest)) {
        row = 10 * row + (*rest - '0');
        rest++;
    }
    if (*rest != '\0' || column >= columns || row > rows)
        return false;
    *point = point_at(column, row);
    return true;
}

void point_to_vertex(Point point, char text[VERTEX_SIZE])
{
    if (point == PASS)
        snprintf(text, VERTEX_SIZE, "pass");
    else if (point == RESIGN)
        snprintf(text, VERTEX_SIZE, "resign");
    else if (point_is_on_board(point, BOARD_SIZE_MAX, BOARD_SIZE_MAX))
        snprintf(text, VERTEX_SIZE, "%c%d", COLUMN_LETTERS[point_column(point)],
                 point_row(point));
    else
        snprintf(text, VERTEX_SIZE, "none");
}
