// SPDX-License-Identifier: MIT
//
// Sets of points. Bit p of the set stands for point p. One guard column and two guard
// rows are never on a grid. So the neighbor of a point is a plain shift, by 1 or by
// POINT_STRIDE, and whatever leaves the grid lands on a guard. Intersect with a region
// to drop the guards. All functions take and return sets by value and have no side
// effects. Only _add and _remove change one point in place.
#ifndef BITBOARD_H
#define BITBOARD_H

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "point.h"

enum { BITBOARD_WORDS = 8 };

typedef struct Bitboard {
    alignas(64) uint64_t word[BITBOARD_WORDS];
} Bitboard;

// The empty set.
static inline Bitboard bitboard_empty(void)
{
    return (Bitboard){{0}};
}

static inline bool bitboard_test(const Bitboard *set, Point p)
{
    return set->word[p / 64] >> (p % 64) & 1;
}

static inline void bitboard_add(Bitboard *set, Point p)
{
    set->word[p / 64] |= (uint64_t)1 << (p % 64);
}

static inline void bitboard_remove(Bitboard *set, Point p)
{
    set->word[p / 64] &= ~((uint64_t)1 << (p % 64));
}

// The set of one point.
static inline Bitboard bitboard_of(Point p)
{
    Bitboard set = bitboard_empty();
    bitboard_add(&set, p);
    return set;
}

// All points of a grid of columns x rows. Pre: both are 1..19.
static inline Bitboard bitboard_board(int columns, int rows)
{
    Bitboard set = bitboard_empty();
    for (int row = 1; row <= rows; row++)
        for (int column = 0; column < columns; column++)
            bitboard_add(&set, point_at(column, row));
    return set;
}

// Adds points of one row: bit c stands for column c. Pre: row 1..19, columns below
// 2^19.
static inline void bitboard_add_row(Bitboard *set, int row, uint64_t columns)
{
    unsigned first = point_at(0, row);
    set->word[first / 64] |= columns << first % 64;
    set->word[first / 64 + 1] |= columns >> 1 >> (63 - first % 64);
}

static inline Bitboard bitboard_union(Bitboard a, Bitboard b)
{
    for (int i = 0; i < BITBOARD_WORDS; i++)
        a.word[i] |= b.word[i];
    return a;
}

static inline Bitboard bitboard_intersection(Bitboard a, Bitboard b)
{
    for (int i = 0; i < BITBOARD_WORDS; i++)
        a.word[i] &= b.word[i];
    return a;
}

// The points of a that are not in b.
static inline Bitboard bitboard_difference(Bitboard a, Bitboard b)
{
    for (int i = 0; i < BITBOARD_WORDS; i++)
        a.word[i] &= ~b.word[i];
    return a;
}

static inline bool bitboard_equal(const Bitboard *a, const Bitboard *b)
{
    return memcmp(a->word, b->word, sizeof a->word) == 0;
}

static inline bool bitboard_is_empty(const Bitboard *set)
{
    uint64_t any = 0;
    for (int i = 0; i < BITBOARD_WORDS; i++)
        any |= set->word[i];
    return any == 0;
}

// The number of points in the set.
static inline int bitboard_count(const Bitboard *set)
{
    int count = 0;
    for (int i = 0; i < BITBOARD_WORDS; i++)
        count += __builtin_popcountll(set->word[i]);
    return count;
}

// The lowest point >= from, or NO_POINT. Pre: 1 <= from <= 512.
static inline Point bitboard_at_or_after(const Bitboard *set, unsigned from)
{
    for (unsigned i = from / 64; i < BITBOARD_WORDS; i++) {
        uint64_t word = set->word[i];
        if (i == from / 64)
            word &= ~(uint64_t)0 << (from % 64);
        if (word != 0)
            return (Point)(64 * i + (unsigned)__builtin_ctzll(word));
    }
    return NO_POINT;
}

// Iteration in index order:
//     for (Point p = bitboard_first(&s); p != NO_POINT; p = bitboard_next(&s, p))
static inline Point bitboard_first(const Bitboard *set)
{
    return bitboard_at_or_after(set, 1);
}

static inline Point bitboard_next(const Bitboard *set, Point p)
{
    return bitboard_at_or_after(set, (unsigned)p + 1);
}

// bitboard_raise raises every index by n (towards A19); bitboard_lower lowers it by n
// (towards A1). Pre: 0 < n < 64.
static inline Bitboard bitboard_raise(const Bitboard *set, int n)
{
    Bitboard out;
    out.word[0] = set->word[0] << n;
    for (int i = 1; i < BITBOARD_WORDS; i++)
        out.word[i] = set->word[i] << n | set->word[i - 1] >> (64 - n);
    return out;
}

static inline Bitboard bitboard_lower(const Bitboard *set, int n)
{
    Bitboard out;
    for (int i = 0; i < BITBOARD_WORDS - 1; i++)
        out.word[i] = set->word[i] >> n | set->word[i + 1] << (64 - n);
    out.word[BITBOARD_WORDS - 1] = set->word[BITBOARD_WORDS - 1] >> n;
    return out;
}

// The points that are horizontally or vertically adjacent to a member. They may include
// guards, so intersect with a region. Source: rule 3, "adjacent".
static inline Bitboard bitboard_neighbors(const Bitboard *set)
{
    Bitboard sides = bitboard_union(bitboard_raise(set, 1), bitboard_lower(set, 1));
    Bitboard ends = bitboard_union(bitboard_raise(set, POINT_STRIDE),
                                   bitboard_lower(set, POINT_STRIDE));
    return bitboard_union(sides, ends);
}

// The smallest superset of (seed and region) that is closed under adjacency within
// region. Source: rule 3, "reach".
static inline Bitboard bitboard_reach(Bitboard seed, Bitboard region)
{
    Bitboard reached = bitboard_intersection(seed, region);
    for (;;) {
        Bitboard wider = bitboard_intersection(
            bitboard_union(reached, bitboard_neighbors(&reached)), region);
        if (bitboard_equal(&wider, &reached))
            return reached;
        reached = wider;
    }
}

// The 64 bits of the set that begin at point `index`. Points below 0 count as no
// members. Pre: -63 <= index < 448.
static inline uint64_t bitboard_from(const Bitboard *set, int index)
{
    if (index < 0)
        return set->word[0] << -index;
    unsigned i = (unsigned)index / 64, shift = (unsigned)index % 64;
    return set->word[i] >> shift | set->word[i + 1] << 1 << (63 - shift);
}

// The 3x3 neighborhood of a point as nine bits. Bits 0-2 are the row below from left to
// right. Bits 3-5 are the row of the point; bit 4 is the point itself. Bits 6-8 are the
// row above.
static inline unsigned bitboard_window(const Bitboard *set, Point p)
{
    uint64_t bits = bitboard_from(set, p - POINT_STRIDE - 1); // two rows and more
    uint64_t above = bitboard_from(set, p + POINT_STRIDE - 1);
    return (unsigned)((bits & 7) | (bits >> POINT_STRIDE & 7) << 3 | (above & 7) << 6);
}

// The 5x5 neighborhood of a point as 25 bits, five for each row, the lowest row first.
static inline uint32_t bitboard_wide_window(const Bitboard *set, Point p)
{
    uint32_t window = 0;
    for (int row = 0; row < 5; row++) {
        uint64_t bits = bitboard_from(set, p + (row - 2) * POINT_STRIDE - 2);
        window |= (uint32_t)(bits & 31) << (5 * row);
    }
    return window;
}

#endif
