// SPDX-License-Identifier: MIT
#include "handicap.h"

#include <stdlib.h>

#include "bitboard.h"

int handicap_limit(int columns, int rows)
{
    if (columns < 7 || rows < 7)
        return 0;
    bool has_middle = columns % 2 == 1 && rows % 2 == 1;
    return has_middle && columns > 7 && rows > 7 ? HANDICAP_STONES_MAX : 4;
}

// Low, middle and high lines for column and row of each stone, in the order of play. An
// odd number of stones, from five on, has the last one in the center.
static const char *stone_lines(int count)
{
    switch (count) {
    case 5:
        return "LL HH LH HL MM";
    case 7:
        return "LL HH LH HL LM HM MM";
    case 9:
        return "LL HH LH HL LM HM ML MH MM";
    default:
        return "LL HH LH HL LM HM ML MH";
    }
}

// The line of the outer handicap stones, counted from the edge.
static int low_line(int size)
{
    if (size < 7)
        return size / 3 + 1;
    return size >= 13 ? 4 : 3;
}

static int line_by_name(char name, int size)
{
    int low = low_line(size);
    if (name == 'L')
        return low;
    return name == 'H' ? size + 1 - low : (size + 1) / 2;
}

bool handicap_points(int columns, int rows, int count,
                     Point points[HANDICAP_STONES_MAX])
{
    if (count < 2 || count > handicap_limit(columns, rows))
        return false;
    const char *lines = stone_lines(count);
    for (int i = 0; i < count; i++, lines += 3) {
        int column = line_by_name(lines[0], columns);
        points[i] = point_at(column - 1, line_by_name(lines[1], rows));
    }
    return true;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

// How well a line, counted from 1, suits: best on the handicap lines, and not outside
// them unless there is no room inside.
static int value_of_line(int line, int size)
{
    int depth = low_line(size) - smaller(line, size + 1 - line);
    if (depth > 0)
        return -8 * BOARD_SIZE_MAX * depth;
    return depth == 0 ? 2 : 0;
}

// How well one more stone stands: far from the others, beside none, on good lines, and
// rather opposite the one before.
static int value_of(Point p, int columns, int rows, const Point points[], int count)
{
    int column = point_column(p), row = point_row(p), nearest = BOARD_SIZE_MAX;
    for (int i = 0; i < count; i++) {
        int across = abs(point_column(points[i]) - column);
        int along = abs(point_row(points[i]) - row);
        int distance = across > along ? across : along;
        if (across + along == 1)
            distance = -4 * BOARD_SIZE_MAX; // worse than any line
        nearest = smaller(nearest, distance);
    }
    bool is_opposite = count > 0 &&
                       column + point_column(points[count - 1]) == columns - 1 &&
                       row + point_row(points[count - 1]) == rows + 1;
    return 8 * nearest + value_of_line(column + 1, columns) + value_of_line(row, rows) +
           is_opposite;
}

// The best point for one more stone. Pre: there is a free one.
static Point next_free_point(const Bitboard *free_points, int columns, int rows,
                             const Point points[], int count)
{
    Point best = NO_POINT;
    int best_value = 0;
    for (Point p = bitboard_first(free_points); p; p = bitboard_next(free_points, p)) {
        int value = value_of(p, columns, rows, points, count);
        if (best == NO_POINT || value > best_value) {
            best = p;
            best_value = value;
        }
    }
    return best;
}

int handicap_free_points(int columns, int rows, int count, Point points[])
{
    Point fixed[HANDICAP_STONES_MAX];
    int chosen = smaller(count, handicap_limit(columns, rows));
    Bitboard free_points = bitboard_board(columns, rows);
    if (!handicap_points(columns, rows, chosen, fixed))
        chosen = 0;
    for (int i = 0; i < chosen; i++) {
        points[i] = fixed[i];
        bitboard_remove(&free_points, fixed[i]);
    }
    while (chosen < count && bitboard_count(&free_points) > 1) {
        Point best = next_free_point(&free_points, columns, rows, points, chosen);
        points[chosen++] = best;
        bitboard_remove(&free_points, best);
    }
    return chosen;
}
