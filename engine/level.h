// SPDX-License-Identifier: MIT
//
// How the engine plays like a person of some rank: it draws moves as people make them
// (imitation.h), and reads only so far. KataGo's network that imitates people tells of
// them if there is one; else the program's own (human_network.h) does. When to pass or
// resign, and which stones are dead, it decides as ever.
#ifndef LEVEL_H
#define LEVEL_H

#include <stdbool.h>
#include <stdint.h>

#include "imitation.h"
#include "rank.h"

// The strongest rank that it reaches. Above, there is only full strength.
enum { LEVEL_RANK_LEAST = -19, LEVEL_RANK_MOST = 6 };

typedef struct Level {
    Rank rank;         // of the people that are asked
    uint64_t playouts; // of the search, which tells when to pass or resign
    int replies;       // to each move that it thinks of, which it looks at
    double oversight;  // part of the moves before which it only looks at ataris
    double ladders; // part of the moves before which it reads them; before the others
                    // people are asked as if there were none
    Imitation imitation;
} Level;

// The level of a rank on a board. Pre: LEVEL_RANK_LEAST..LEVEL_RANK_MOST.
Level level_of(Rank rank, int columns, int rows);

// Reads a rank that is a level, or `max` for full strength: *rank becomes RANK_UNKNOWN.
// Errors: false, unchanged, and what is allowed is appended.
bool level_read(const char *word, Rank *rank, Text *allowed);

// Appends the word for it.
void level_write(Rank rank, Text *text);

#endif
