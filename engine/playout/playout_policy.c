// SPDX-License-Identifier: MIT
#include "playout_policy.h"

#include <string.h>

// Good shapes around the point in the middle, whichever player is to move. Each is also
// used with the colors exchanged, and in all eight symmetries. Source: the figures of
// Gelly, Wang, Munos, Teytaud 2006, "Modification of UCT with Patterns in Monte-Carlo
// Go". Three rows from top to bottom; `.` empty, `x` not X, `o` not O (off the board
// will do), `?` anything, ` ` off the board.
static const char *const SHAPES[] = {
    "XOX...???", // hane that encloses
    "XO....?.?", // hane that does not cut
    "XO?X..x.?", // turn
    ".O.X.....", // shoulder hit
    "XO?O.o?o?", // cut, not protected
    "XO?O.X???", // cut beside a stone
    "?X?O.Oooo", // push through
    "OX?o.O???", // knight's move cut
    "X.?O.?   ", // edge: chase
    "OX?X.O   ", // edge: block against a cut
    "?X?x.O   ", // edge: block against a connection
    "?XOx.x   ", // edge: descend
    "?OXX.O   ", // edge: cut
};

// A ring has one bit for each of the eight neighbors: the window without its middle.
static unsigned ring_of(unsigned window)
{
    return (window & 0xf) | (window >> 1 & 0xf0);
}

// What the characters of a shape allow at a neighbor: a set of the four states below.
// State: bit 0 X or off the board, bit 1 O or off the board.
static unsigned allowed_states(char character)
{
    enum { NONE = 1 << 0, MINE = 1 << 1, THEIRS = 1 << 2, OFF = 1 << 3 };
    switch (character) {
    case '.':
        return NONE;
    case 'X':
        return MINE;
    case 'O':
        return THEIRS;
    case 'x':
        return NONE | THEIRS | OFF;
    case 'o':
        return NONE | MINE | OFF;
    case ' ':
        return OFF;
    default:
        return NONE | MINE | THEIRS | OFF;
    }
}

// The cell of a shape that one of its eight symmetries brings to window cell `cell`.
static int source_cell(int cell, int symmetry)
{
    int x = cell % 3, y = cell / 3;
    if (symmetry & 1)
        x = 2 - x;
    if (symmetry & 2)
        y = 2 - y;
    return symmetry & 4 ? 3 * x + y : 3 * y + x;
}

// Adds all codes that agree with the shape from neighbor `from` on.
static void add_codes(PlayoutPolicy *policy, const char *cells, int from, unsigned code)
{
    if (from == 8) {
        unsigned swapped = code >> 8 | (code & 0xff) << 8; // the colors exchanged
        policy->patterns[code / 64] |= (uint64_t)1 << (code % 64);
        policy->patterns[swapped / 64] |= (uint64_t)1 << (swapped % 64);
        return;
    }
    unsigned allowed = allowed_states(cells[from]);
    for (unsigned state = 0; state < 4; state++)
        if (allowed >> state & 1)
            add_codes(policy, cells, from + 1,
                      code | (state & 1) << from | (state >> 1) << (from + 8));
}

void playout_policy_init(PlayoutPolicy *policy, const Params *params)
{
    policy->params = *params;
    memset(policy->patterns, 0, sizeof policy->patterns);
    for (size_t i = 0; i < sizeof SHAPES / sizeof SHAPES[0]; i++)
        for (int symmetry = 0; symmetry < 8; symmetry++) {
            char cells[8];
            int count = 0;
            for (int cell = 0; cell < 9; cell++)
                if (cell != 4)
                    cells[count++] = SHAPES[i][source_cell(cell, symmetry)];
            add_codes(policy, cells, 0, 0);
        }
}

bool playout_policy_matches_pattern(const PlayoutPolicy *policy, const Position *pos,
                                    Point p)
{
    unsigned us = bitboard_window(&pos->stones[pos->to_play], p);
    unsigned them = bitboard_window(&pos->stones[!pos->to_play], p);
    unsigned off = ~bitboard_window(&pos->grid, p);
    unsigned code = (ring_of(us | off) & 0xff) | (ring_of(them | off) & 0xff) << 8;
    return policy->patterns[code / 64] >> (code % 64) & 1;
}
