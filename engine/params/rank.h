// SPDX-License-Identifier: MIT
//
// The rank of a player, as clubs and servers give it.
#ifndef RANK_H
#define RANK_H

#include <stdbool.h>

#include "text.h"

// A rank counts up with the strength: 1 kyu is 0, 1 dan is 1. All professionals have
// the same.
typedef int Rank;

enum {
    RANK_1_KYU = 0,
    RANK_1_DAN = 1,
    RANK_WEAKEST = -29, // 30 kyu
    RANK_9_DAN = 9,
    RANK_PROFESSIONAL = 10,
    RANK_UNKNOWN = -128,
};

// Reads a rank at the beginning of a text: 30k to 1k, 1d to 9d, 1p to 9p. Returns what
// is behind it. Errors: NULL, *rank unchanged.
const char *rank_read(const char *text, Rank *rank);

// Appends the rank: 5k, 3d, 9p, or ? if it is unknown.
void rank_write(Rank rank, Text *text);

#endif
