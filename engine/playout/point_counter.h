// SPDX-License-Identifier: MIT
//
// Counts, for every point, how many of the added sets hold it. The counts are binary,
// with one bitboard per digit. So adding a set takes a few operations on words,
// whatever its size.
#ifndef POINT_COUNTER_H
#define POINT_COUNTER_H

#include "bitboard.h"

enum { POINT_COUNTER_DIGITS = 31 };

typedef struct PointCounter {
    Bitboard digit[POINT_COUNTER_DIGITS]; // the lowest first
} PointCounter;

// Pre: no count exceeds INT_MAX.
static inline void point_counter_add(PointCounter *counter, Bitboard set)
{
    for (int i = 0; i < POINT_COUNTER_DIGITS && !bitboard_is_empty(&set); i++) {
        Bitboard carry = bitboard_intersection(counter->digit[i], set);
        for (int word = 0; word < BITBOARD_WORDS; word++)
            counter->digit[i].word[word] ^= set.word[word];
        set = carry;
    }
}

static inline int point_counter_at(const PointCounter *counter, Point p)
{
    int count = 0;
    for (int i = 0; i < POINT_COUNTER_DIGITS; i++)
        count |= (int)bitboard_test(&counter->digit[i], p) << i;
    return count;
}

#endif
