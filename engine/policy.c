// SPDX-License-Identifier: MIT
#include "policy.h"

#include <string.h>

enum {
    // Bits of bitboard_window.
    WINDOW_DIAGONAL = 1 << 0 | 1 << 2 | 1 << 6 | 1 << 8,
};

// Good shapes around the point in the middle, whichever player is to move: each is also
// used with the colours exchanged, and in all eight symmetries. Source: the figures of
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

// A ring has one bit for each of the eight neighbours: the window without its middle.
static unsigned ring_of(unsigned window)
{
    return (window & 0xf) | (window >> 1 & 0xf0);
}

// What the characters of a shape allow at a neighbour: a set of the four states below.
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

// Adds all codes that agree with the shape from neighbour `from` on.
static void add_codes(Policy *policy, const char *cells, int from, unsigned code)
{
    if (from == 8) {
        unsigned swapped = code >> 8 | (code & 0xff) << 8; // the colours exchanged
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

void policy_init(Policy *policy, const Params *params)
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

static bool is_good_code(const Policy *policy, unsigned us, unsigned them)
{
    unsigned code = us | them << 8;
    return policy->patterns[code / 64] >> (code % 64) & 1;
}

bool policy_matches_pattern(const Policy *policy, const Position *pos, Point p)
{
    unsigned us = bitboard_window(&pos->stones[pos->to_play], p);
    unsigned them = bitboard_window(&pos->stones[!pos->to_play], p);
    unsigned off = ~bitboard_window(&pos->grid, p);
    return is_good_code(policy, ring_of(us | off) & 0xff, ring_of(them | off) & 0xff);
}

bool policy_is_eye(const Position *pos, Point p, Color player)
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

// Is the chain's only liberty p, so that a stone there captures it or fills it?
static bool has_only_liberty(const Position *pos, Point c, Point p)
{
    if (pos->pseudo_liberties[c] > 4)
        return false;
    int here = 0;
    for (int i = 0; i < 4; i++)
        here += pos->chain[p + ADJACENT[i]] == c;
    return pos->pseudo_liberties[c] == here;
}

int policy_liberties_after(const Position *pos, Point p, int limit)
{
    const Bitboard *own = &pos->stones[pos->to_play];
    PointList found;
    found.count = 0;
    for (int i = 0; i < 4; i++) {
        Point q = (Point)(p + ADJACENT[i]);
        if (pos->chain[q] == NO_CHAIN)
            point_list_add(&found, q);
    }
    for (int i = 0; i < 4 && found.count < limit; i++) {
        Point q = (Point)(p + ADJACENT[i]);
        Point c = pos->chain[q];
        if (c == NO_CHAIN || c == GUARD_CHAIN)
            continue;
        if (bitboard_test(own, q)) {
            position_add_liberties(pos, q, p, limit, &found);
        } else if (has_only_liberty(pos, c, p)) {
            if (pos->chain_size[c] > 1)
                return limit;
            point_list_add(&found, q);
        }
    }
    return found.count < limit ? found.count : limit;
}

// Adds the liberties of enemy chains in atari that touch an own chain.
static void add_counter_captures(const Position *pos, Point stone, PointList *moves)
{
    const Bitboard *enemy = &pos->stones[!pos->to_play];
    Point p = stone;
    do {
        for (int i = 0; i < 4; i++) {
            Point q = (Point)(p + ADJACENT[i]), liberty;
            if (bitboard_test(enemy, q) && position_in_atari(pos, q, &liberty) &&
                liberty != pos->ko)
                point_list_add_new(moves, liberty);
        }
        p = pos->next[p];
    } while (p != stone);
}

// Adds moves for a chain in atari: to capture it, or to save it by extending or by
// capturing one of its neighbours.
static void add_atari_moves(const Position *pos, Point stone, PointList *moves)
{
    Point liberty;
    if (!position_in_atari(pos, stone, &liberty))
        return;
    bool own = bitboard_test(&pos->stones[pos->to_play], stone);
    if (own)
        add_counter_captures(pos, stone, moves);
    if (liberty != pos->ko && (!own || policy_liberties_after(pos, liberty, 2) >= 2))
        point_list_add_new(moves, liberty);
}

void policy_atari_moves(const Position *pos, Point center, PointList *moves)
{
    if (center < POINT_STRIDE)
        return; // NO_POINT or PASS
    for (int i = -1; i < 4; i++) {
        Point q = i < 0 ? center : (Point)(center + ADJACENT[i]);
        if (pos->chain[q] != NO_CHAIN && pos->chain[q] != GUARD_CHAIN)
            add_atari_moves(pos, q, moves);
    }
}

static bool happens(Rng *rng, int rate)
{
    return (int)(rng_next(rng) >> 24) < rate;
}

// Is this a move at all for a playout?
static bool is_playable(const Position *pos, Point p)
{
    return position_has_empty_neighbor(pos, p) ||
           (p != pos->ko && !policy_is_eye(pos, p, (Color)pos->to_play) &&
            !position_is_suicide(pos, p));
}

// The ring around one of the nine middle points of a 5x5 window.
static unsigned inner_ring(uint32_t window, int row, int column)
{
    uint32_t bits = window >> (5 * row + column);
    return ring_of((bits & 7) | (bits >> 5 & 7) << 3 | (bits >> 10 & 7) << 6);
}

// Adds the points around a move where a good shape can be made.
static void add_pattern_moves(const Policy *policy, const Position *pos, Point center,
                              PointList *moves)
{
    if (center < POINT_STRIDE)
        return; // NO_POINT or PASS
    uint32_t off = ~bitboard_wide_window(&pos->grid, center);
    uint32_t us = bitboard_wide_window(&pos->stones[pos->to_play], center) | off;
    uint32_t them = bitboard_wide_window(&pos->stones[!pos->to_play], center) | off;
    for (int i = 0; i < 9; i++) {
        int row = i / 3, column = i % 3;
        if ((us | them) >> (5 * row + column + 6) & 1 ||
            !is_good_code(policy, inner_ring(us, row, column),
                          inner_ring(them, row, column)))
            continue;
        Point p = (Point)(center + (row - 1) * POINT_STRIDE + column - 1);
        if (is_playable(pos, p) && policy_liberties_after(pos, p, 2) >= 2)
            point_list_add_new(moves, p);
    }
}

// Does a uniform random move survive the doubts that the policy may have about it?
static bool is_accepted(const Policy *policy, const Position *pos, Point p, Rng *rng)
{
    if (!is_playable(pos, p))
        return false;
    return policy == NULL || policy_liberties_after(pos, p, 2) >= 2 ||
           !happens(rng, policy->params.selfatari_rate);
}

static Point any_of(const PointList *moves, Rng *rng)
{
    return moves->points[rng_below(rng, (uint32_t)moves->count)];
}

// Uniformly one of the acceptable points: by rejection while that is quick, else from
// the list of all. Without a policy nothing is doubted.
static Point choose_random(const Policy *policy, const Position *pos, Rng *rng)
{
    uint32_t empty_count = (uint32_t)pos->empty_count;
    if (empty_count == 0)
        return PASS;
    for (uint32_t tries = empty_count / 4 + 2; tries > 0; tries--) {
        Point p = pos->empty[rng_below(rng, empty_count)];
        if (is_accepted(policy, pos, p, rng))
            return p;
    }
    PointList accepted;
    accepted.count = 0;
    for (uint32_t i = 0; i < empty_count; i++)
        if (is_accepted(policy, pos, pos->empty[i], rng))
            point_list_add(&accepted, pos->empty[i]);
    return accepted.count > 0 ? any_of(&accepted, rng) : PASS;
}

Point policy_choose_light(const Position *pos, Rng *rng)
{
    return choose_random(NULL, pos, rng);
}

Point policy_choose(const Policy *policy, const Position *pos, Point last,
                    Point second_last, Rng *rng)
{
    PointList moves;
    moves.count = 0;
    if (happens(rng, policy->params.capture_rate)) {
        policy_atari_moves(pos, last, &moves);
        if (moves.count == 0)
            policy_atari_moves(pos, second_last, &moves);
        if (moves.count > 0)
            return any_of(&moves, rng);
    }
    if (happens(rng, policy->params.pattern_rate)) {
        add_pattern_moves(policy, pos, last, &moves);
        add_pattern_moves(policy, pos, second_last, &moves);
        if (moves.count > 0)
            return any_of(&moves, rng);
    }
    return choose_random(policy, pos, rng);
}
