// SPDX-License-Identifier: MIT
#include "handicap.h"

int handicap_limit(int columns, int rows)
{
    if (columns != rows || columns < 7)
        return 0;
    return columns % 2 == 0 || columns == 7 ? 4 : HANDICAP_STONES_MAX;
}

// Low, middle and high lines for column and row of each stone, in the order of play; an
// odd number of stones from five on has the last one in the centre.
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

static int line_of(char name, int size)
{
    int low = size >= 13 ? 4 : 3;
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
        int column = line_of(lines[0], columns);
        points[i] = point_at(column - 1, line_of(lines[1], columns));
    }
    return true;
}
