// SPDX-License-Identifier: MIT
#include "area.h"

// The empty points that reach a color.
static Bitboard reaching(const Position *pos, const Bitboard *empty, Color color)
{
    return bitboard_reach(bitboard_neighbors(&pos->stones[color]), *empty);
}

void area_owner(const Position *pos, Bitboard owner[2])
{
    Bitboard empty = position_empty(pos);
    Bitboard black = reaching(pos, &empty, BLACK);
    Bitboard white = reaching(pos, &empty, WHITE);
    owner[BLACK] =
        bitboard_union(pos->stones[BLACK], bitboard_difference(black, white));
    owner[WHITE] =
        bitboard_union(pos->stones[WHITE], bitboard_difference(white, black));
}

int area_score(const Position *pos)
{
    Bitboard owner[2];
    area_owner(pos, owner);
    return bitboard_count(&owner[BLACK]) - bitboard_count(&owner[WHITE]);
}
