// SPDX-License-Identifier: MIT
#include "eye.h"

// Bits of bitboard_window.
enum { WINDOW_DIAGONAL = 1 << 0 | 1 << 2 | 1 << 6 | 1 << 8 };

bool eye_is_single(const Position *pos, Point p, Color player)
{
    bool at_edge = false;
    for (int i = 0; i < 4; i++) {
        Point q = (Point)(p + ADJACENT[i]);
        if (pos->chain[q] == GUARD_CHAIN)
            at_edge = true;
        else if (!bitboard_test(&pos->stones[player], q))
            return false;
    }
    unsigned enemies =
        bitboard_window(&pos->stones[color_other(player)], p) & WINDOW_DIAGONAL;
    return at_edge ? enemies == 0 : (enemies & (enemies - 1)) == 0;
}
