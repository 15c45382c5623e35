// SPDX-License-Identifier: MIT
//
// The rules for hundreds of light playouts at once. A lane holds all points of a game
// (lane_board.h); here a Vec holds one point of all games, a bit for each. A neighbour
// is another element of an array, so nothing is ever shifted, and every operation on a
// point is done in all games. For slices_kernel.c alone, which gives LANES.
//
// No game knows its chains. After every stone it is found out anew which stones have a
// liberty ("alive"): those beside an empty point, and what sweeps over the board come
// to from there. Two things make that short: enemy stones that surely had two liberties
// are alive whatever the stone does, and only the chains beside it matter.
#ifndef SLICE_BOARD_H
#define SLICE_BOARD_H

#include <string.h>

#include "lanes.h"
#include "vec.h"

enum {
    SLICE_GAMES = 64 * LANES,
    SLICE_POINTS = (BOARD_SIZE_MAX + 2) * (BOARD_SIZE_MAX + 1) + 1,
    SLICE_TURN_BITS = 11, // of the cap on turns
    SLICE_TURN_MASK = (1 << SLICE_TURN_BITS) - 1,
    SLICE_COUNT_BITS = 9,  // of the number of points, at most
    SLICE_ROW_BITS = 5,    // of those in a row
    SLICE_SEVEN = 7,       // so many bits are counted together,
    SLICE_ROW_PADDED = 21, // so rows of bits to be counted end with zeros
    SLICE_RNGS = SLICE_GAMES / LANES,
};

// The games. The points of a grid are in rows, with a guard between any two and a row
// of guards below and above: own stones, and alive.
typedef struct Slices {
    int columns, rows;
    int stride;     // from a point to the one above
    int count_bits; // of the number of points
    // Are the points of an inner row [0], of an outer one [1] at the edge? All bits.
    uint64_t edge[2][BOARD_SIZE_MAX];
    Vec own[SLICE_POINTS];    // stones of the player to move
    Vec empty[SLICE_POINTS];  // what is neither is an enemy stone
    Vec barred[SLICE_POINTS]; // the ko point, and suicides tried in this turn
    Vec alive[SLICE_POINTS];  // see above; before a stone is placed, those of the enemy
                              // that surely have two liberties
    Vec nothing[BOARD_SIZE_MAX]; // a row beyond the grid, where nothing is alive
    Vec candidates[BOARD_SIZE_MAX][SLICE_ROW_PADDED];
    Vec row_count[BOARD_SIZE_MAX][SLICE_ROW_BITS];        // of candidates, in binary
    Vec rng_state[SLICE_RNGS], rng_increment[SLICE_RNGS]; // see slice_draw.h
    Vec more_turns[SLICE_TURN_BITS]; // how many may follow the next one
    Vec has_passed;                  // the player before?
    Vec is_white, is_active, is_over;
    uint64_t id[SLICE_GAMES];
} Slices;

// The points chosen: in every game that moves, one row and one column, as an element
// of [1 + row] and [1 + column].
typedef struct Choice {
    Vec row[BOARD_SIZE_MAX + 2], column[BOARD_SIZE_MAX + 2];
    Vec moves, passes; // the games that place a stone, and that have no candidate
} Choice;

// What the stones lead to: games in which ...
typedef struct Outcome {
    Vec captures;       // enemy stones beside it have no liberty left
    Vec stuck;          // the stone itself has none
    Vec friends, space; // an own stone, an empty point is beside it
    Vec dead, many;     // enemy stones are not alive: one at least, two at least
} Outcome;

INLINED int slice_at(const Slices *s, int column, int row)
{
    return (row + 1) * s->stride + column + 1;
}

INLINED Vec enemy_at(const Slices *s, int p)
{
    return ~(s->own[p] | s->empty[p]);
}

// Adds how many of seven bits are set to a number in binary: full adders.
INLINED void add_seven(Vec *number, int bits, const Vec *seven)
{
    Vec ones_a = seven[0] ^ seven[1] ^ seven[2];
    Vec ones_b = seven[3] ^ seven[4] ^ seven[5];
    Vec twos_a = vec_majority(seven[0], seven[1], seven[2]);
    Vec twos_b = vec_majority(seven[3], seven[4], seven[5]);
    Vec twos_c = vec_majority(ones_a, ones_b, seven[6]);
    Vec sum[3] = {ones_a ^ ones_b ^ seven[6], twos_a ^ twos_b ^ twos_c,
                  vec_majority(twos_a, twos_b, twos_c)};
    Vec carry = {0};
    for (int i = 0; i < 3; i++) {
        Vec old = number[i];
        number[i] = old ^ sum[i] ^ carry;
        carry = vec_majority(old, sum[i], carry);
    }
    for (int i = 3; i < bits; i++) {
        Vec old = number[i];
        number[i] = old ^ carry;
        carry &= old;
    }
}

// Enemy stones that surely have two liberties: those beside two empty points, two
// adjacent ones that are both beside an empty point, which then are two, and what of
// their chains is found by a sweep upwards and one downwards.
INLINED void find_strong(Slices *s)
{
    Vec free_below[BOARD_SIZE_MAX] = {{0}};
    for (int row = 0; row < s->rows; row++) {
        int p = slice_at(s, 0, row);
        const Vec *strong_below = row > 0 ? &s->alive[p - s->stride] : s->nothing;
        Vec left = {0}, here = s->empty[p], free_left = {0}, strong_left = {0};
        for (int c = 0; c < s->columns; c++, p++) {
            Vec right = s->empty[p + 1];
            Vec below = s->empty[p - s->stride], above = s->empty[p + s->stride];
            Vec enemy = ~(s->own[p] | here);
            Vec is_free = (left | right | below | above) & enemy;
            Vec two = vec_at_least_two(left, right, below, above);
            Vec strong = ((two | strong_left | strong_below[c]) & enemy) |
                         ((free_left | free_below[c]) & is_free);
            s->alive[p] = strong_left = strong;
            free_below[c] = free_left = is_free;
            left = here;
            here = right;
        }
    }
    for (int row = s->rows - 1; row >= 0; row--) {
        int p = slice_at(s, 0, row);
        const Vec *above = row < s->rows - 1 ? &s->alive[p + s->stride] : s->nothing;
        Vec strong_right = {0};
        for (int c = s->columns - 1; c >= 0; c--)
            s->alive[p + c] = strong_right =
                s->alive[p + c] | ((strong_right | above[c]) & enemy_at(s, p + c));
    }
}

// Enemy stones to the left and right of the points of a row, at least one and two: the
// diagonals of the rows above and below.
typedef struct Sides {
    Vec one[BOARD_SIZE_MAX], two[BOARD_SIZE_MAX];
} Sides;

INLINED void find_sides(const Slices *s, int row, Sides *sides)
{
    int p = slice_at(s, 0, row);
    for (int c = 0; c < s->columns; c++, p++) {
        Vec left = enemy_at(s, p - 1), right = enemy_at(s, p + 1);
        sides->one[c] = left | right;
        sides->two[c] = left & right;
    }
}

// The candidates of a row: empty points but own eyes, barred ones, and what is enclosed
// by strong enemies. Other suicides are among them. An eye is as in lane_board.h. Finds
// the sides of the row above on its way.
INLINED void find_row_candidates(Slices *s, int row, const Sides *below, Sides *above)
{
    int p = slice_at(s, 0, row), up = s->stride;
    const uint64_t *edge = s->edge[row == 0 || row == s->rows - 1];
    Vec own_left = s->own[p - 1], own = s->own[p], own_above = s->own[p + up];
    Vec enemy_left = enemy_at(s, p + up - 1), enemy = enemy_at(s, p + up);
    for (int c = 0; c < s->columns; c++, p++) {
        Vec own_right = s->own[p + 1], own_next = s->own[p + up + 1];
        Vec enemy_right = ~(own_next | s->empty[p + up + 1]);
        Vec one = enemy_left | enemy_right, two = enemy_left & enemy_right;
        Vec false_eye = below->two[c] | two | (below->one[c] & one) |
                        ((below->one[c] | one) & vec_all(edge[c]));
        above->one[c] = one;
        above->two[c] = two;
        Vec eye = own_left & own_right & own_above & s->own[p - up] & ~false_eye;
        Vec enclosed =
            s->alive[p - 1] & s->alive[p + 1] & s->alive[p - up] & s->alive[p + up];
        s->candidates[row][c] = s->empty[p] & ~s->barred[p] & ~(eye | enclosed);
        own_left = own;
        own = own_right;
        own_above = own_next;
        enemy_left = enemy;
        enemy = enemy_right;
    }
}

// Those of all rows, and how many they are.
INLINED void find_candidates(Slices *s)
{
    Sides sides[3]; // of row r in r % 3
    find_sides(s, -1, &sides[2]);
    find_sides(s, 0, &sides[0]);
    for (int row = 0; row < s->rows; row++) {
        find_row_candidates(s, row, &sides[(row + 2) % 3], &sides[(row + 1) % 3]);
        Vec count[SLICE_ROW_BITS] = {{0}};
        for (int c = 0; c < s->columns; c += SLICE_SEVEN)
            add_seven(count, SLICE_ROW_BITS, &s->candidates[row][c]);
        memcpy(s->row_count[row], count, sizeof count);
    }
}

// Places the stones, and notes which stones are alive at once.
INLINED void place_stones(Slices *s, const Choice *choice)
{
    for (int row = 0; row < s->rows; row++) {
        int p = slice_at(s, 0, row);
        Vec in_row = choice->row[1 + row];
        for (int c = 0; c < s->columns; c++, p++) {
            Vec stone = in_row & choice->column[1 + c];
            s->own[p] |= stone;
            s->empty[p] &= ~stone;
        }
    }
    for (int row = 0; row < s->rows; row++) {
        int p = slice_at(s, 0, row);
        for (int c = 0; c < s->columns; c++, p++) {
            const Vec *empty = &s->empty[p];
            s->alive[p] |=
                (empty[-1] | empty[1] | empty[-s->stride] | empty[s->stride]) & ~*empty;
        }
    }
}

// Lets life spread to a point from one beside it, and is then itself the next one's
// neighbour.
typedef struct Neighbor {
    Vec own, alive;
} Neighbor;

INLINED Vec spread(Slices *s, int p, Vec alive, Neighbor *beside)
{
    Vec connected = ~(s->own[p] ^ beside->own) & ~s->empty[p];
    Vec now = alive | (connected & beside->alive);
    Vec gained = now ^ s->alive[p];
    s->alive[p] = now;
    *beside = (Neighbor){s->own[p], now};
    return gained;
}

// Sweeps a row: life comes from the row beyond (below it, -1, or above it, 1), and then
// runs to the right and to the left. Returns the games in which it came anywhere.
INLINED Vec sweep_row(Slices *s, int row, int beyond)
{
    bool exists = beyond < 0 ? row > 0 : row < s->rows - 1;
    int first = slice_at(s, 0, row), shift = beyond * s->stride;
    const Vec *alive_beyond = exists ? &s->alive[first + shift] : s->nothing;
    Neighbor beside = {{0}, {0}};
    Vec gained = {0};
    for (int c = 0; c < s->columns; c++) {
        int p = first + c;
        Vec same = ~(s->own[p] ^ s->own[p + shift]) & alive_beyond[c];
        gained |= spread(s, p, s->alive[p] | (same & ~s->empty[p]), &beside);
    }
    beside = (Neighbor){{0}, {0}};
    for (int c = s->columns - 1; c >= 0; c--)
        gained |= spread(s, first + c, s->alive[first + c], &beside);
    return gained;
}

// Sweeps some rows again, upwards or downwards, and those after them as long as that
// changes something in the games that matter. Returns the rows (as a set of bits) to
// be swept in the other direction because of it.
INLINED uint32_t sweep_again(Slices *s, uint32_t rows, int beyond, Vec matters)
{
    uint32_t all = ((uint32_t)1 << s->rows) - 1, back = 0;
    while (rows != 0) {
        int row = beyond < 0 ? __builtin_ctz(rows) : 31 - __builtin_clz(rows);
        rows &= ~((uint32_t)1 << row);
        if (!vec_any(sweep_row(s, row, beyond) & matters))
            continue;
        uint32_t above = (uint32_t)2 << row & all, below = (uint32_t)1 << row >> 1;
        rows |= beyond < 0 ? above : below;
        back |= beyond < 0 ? below : above;
    }
    return back;
}

// What is beside the stones, and which stones are not alive.
INLINED void look(const Slices *s, const Choice *choice, Outcome *outcome)
{
    Outcome found = {0};
    for (int row = 0; row < s->rows; row++) {
        int p = slice_at(s, 0, row);
        Vec in_row = choice->row[1 + row];
        Vec next_row = choice->row[row] | choice->row[2 + row];
        for (int c = 0; c < s->columns; c++, p++) {
            const Vec *column = &choice->column[1 + c];
            Vec beside = (in_row & (column[-1] | column[1])) | (next_row & *column);
            Vec dead = enemy_at(s, p) & ~s->alive[p];
            found.captures |= beside & dead;
            found.stuck |= in_row & *column & ~s->alive[p];
            found.friends |= beside & s->own[p];
            found.space |= beside & s->empty[p];
            found.many |= found.dead & dead;
            found.dead |= dead;
        }
    }
    *outcome = found;
}

// Finds what the stones lead to: sweeps until nothing changes where there is a capture,
// or a stone that has no liberty itself but own stones beside it.
INLINED void settle(Slices *s, const Choice *choice, Outcome *outcome)
{
    Vec gained[BOARD_SIZE_MAX];
    for (int row = 0; row < s->rows; row++)
        sweep_row(s, row, -1);
    for (int row = s->rows - 1; row >= 0; row--)
        gained[row] = sweep_row(s, row, 1);
    look(s, choice, outcome);
    Vec matters = outcome->captures | (outcome->stuck & outcome->friends);
    uint32_t rows = 0;
    for (int row = 0; row < s->rows - 1; row++)
        if (vec_any(gained[row] & matters))
            rows |= (uint32_t)2 << row;
    if (rows == 0)
        return;
    while (rows != 0) {
        rows = sweep_again(s, rows, -1, matters);
        rows = sweep_again(s, rows, 1, matters);
    }
    look(s, choice, outcome);
}

// Rule 7: clears what has no liberty, and gives the turn to the other player; a suicide
// is taken back and barred for the turn. The ko point is that of a single prisoner, if
// the stone that took it stands alone in his place. Returns the games that made a turn.
INLINED Vec commit(Slices *s, const Choice *choice, const Outcome *outcome)
{
    Vec suicide = outcome->stuck & ~outcome->captures;
    Vec played = (choice->moves & ~suicide) | choice->passes;
    Vec ko = outcome->captures & ~outcome->many & ~(outcome->friends | outcome->space);
    for (int row = 0; row < s->rows; row++) {
        int p = slice_at(s, 0, row);
        Vec in_row = choice->row[1 + row];
        for (int c = 0; c < s->columns; c++, p++) {
            Vec stone = in_row & choice->column[1 + c], enemy = enemy_at(s, p);
            Vec prisoner = enemy & ~s->alive[p] & outcome->captures;
            s->own[p] = vec_select(played, enemy & ~prisoner, s->own[p] & ~stone);
            s->empty[p] |= vec_select(played, prisoner, stone);
            s->barred[p] = vec_select(played, prisoner & ko, s->barred[p] | stone);
        }
    }
    return played;
}

#endif
