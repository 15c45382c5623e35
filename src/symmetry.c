// SPDX-License-Identifier: MIT
#include "symmetry.h"

#include <stdbool.h>

static bool is_same_after(const Position *pos, int symmetry)
{
    for (Point p = bitboard_first(&pos->grid); p; p = bitboard_next(&pos->grid, p)) {
        Point turned = symmetry_turn(p, pos->columns, pos->rows, symmetry);
        if (position_at(pos, p) != position_at(pos, turned))
            return false;
    }
    return true;
}

unsigned symmetry_set(const Position *pos)
{
    enum { SWAPS_SIDES = 4 };
    unsigned found = 1;
    int count = pos->columns == pos->rows ? SYMMETRY_COUNT : SWAPS_SIDES;
    for (int symmetry = 1; symmetry < count; symmetry++)
        if (is_same_after(pos, symmetry))
            found |= 1u << symmetry;
    return found;
}
