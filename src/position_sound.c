// SPDX-License-Identifier: MIT
//
// The index of a Position, compared with what its truth says.
#include "position.h"

#include "zobrist.h"

// Does the index describe the chain through a stone as flood fill finds it?
static bool chain_is_sound(const Position *pos, Point p, Color color)
{
    Bitboard chain = bitboard_reach(bitboard_of(p), pos->stones[color]);
    Bitboard listed = position_chain(pos, p);
    Point c = pos->chain[p];
    if (!bitboard_equal(&chain, &listed) || !bitboard_test(&chain, c) ||
        pos->chain_size[c] != bitboard_count(&chain))
        return false;
    Bitboard empty = position_empty(pos);
    int pseudo = 0;
    for (Point q = bitboard_first(&chain); q; q = bitboard_next(&chain, q)) {
        if (pos->chain[q] != c)
            return false;
        for (int i = 0; i < 4; i++)
            pseudo += bitboard_test(&empty, (Point)(q + ADJACENT[i]));
    }
    return pseudo > 0 && pseudo == pos->pseudo_liberties[c];
}

bool position_is_sound(const Position *pos)
{
    Bitboard grid = bitboard_board(pos->columns, pos->rows);
    Bitboard empty = position_empty(pos), checked = bitboard_empty();
    uint64_t hash = 0;
    if (!bitboard_equal(&grid, &pos->grid) ||
        pos->empty_count != bitboard_count(&empty))
        return false;
    for (Point p = 0; p < POINT_LIMIT; p++) {
        if (!bitboard_test(&grid, p)) {
            if (pos->chain[p] != GUARD_CHAIN || position_at(pos, p) != EMPTY)
                return false;
            continue;
        }
        Color color = position_at(pos, p);
        if (color == EMPTY) {
            if (pos->chain[p] != NO_CHAIN || pos->slot[p] >= pos->empty_count ||
                pos->empty[pos->slot[p]] != p)
                return false;
        } else {
            hash ^= zobrist_key(color, p);
            if (bitboard_test(&pos->stones[color_other(color)], p))
                return false;
            if (bitboard_test(&checked, p))
                continue;
            if (!chain_is_sound(pos, p, color))
                return false;
            checked = bitboard_union(checked, position_chain(pos, p));
        }
    }
    return hash == pos->hash;
}
