// SPDX-License-Identifier: MIT
//
// The colourings a game has seen, in order, for rule 6. A stack: a search pushes what
// it tries and pops it again. Hashes only find candidates; whether a colouring has
// occurred is decided by comparing colourings, so a collision can never forbid a legal
// move.
#ifndef HISTORY_H
#define HISTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "position.h"

enum { HISTORY_BUCKETS = 1024 };

typedef struct HistoryEntry {
    Bitboard stones[2];
    uint64_t hash;
    uint32_t older; // the next older entry of the bucket, plus one; 0 ends the list
    uint8_t circumstances; // one LEFT_BY_... and one ..._TO_PLAY
} HistoryEntry;

typedef struct History {
    HistoryEntry *entries;
    uint32_t length, capacity;
    uint32_t bucket[HISTORY_BUCKETS]; // newest entry of the bucket, plus one
} History;

// What rule 6 and its relatives ask of an earlier colouring: who left it behind by a
// turn, and who was to play then. A set of these says which colourings count as
// repeated.
enum {
    LEFT_BY_BLACK = 1 << BLACK,
    LEFT_BY_WHITE = 1 << WHITE,
    LEFT_BY_NOBODY = 1 << EMPTY, // the grid that the game began with, or was set up
    BLACK_TO_PLAY = 8 << BLACK,
    WHITE_TO_PLAY = 8 << WHITE,
};

// An empty history. No memory is taken before the first push.
void history_init(History *history);

// Releases the memory; the history must be initialised before it is used again.
void history_free(History *history);

// Back to the empty history; keeps the memory.
void history_clear(History *history);

// Makes room for `entries` in all. Errors: false, unchanged, when memory is exhausted.
bool history_reserve(History *history, uint32_t entries);

// Appends the colouring that a player left behind by his turn (or EMPTY: that was set
// up). Errors: false, history unchanged, when memory is exhausted.
bool history_push(History *history, const Position *pos, Color left_by);

// Notes who is to play after the newest entry. Pre: not empty.
void history_set_to_play(History *history, Color player);

// Removes the newest entry. Pre: not empty.
void history_pop(History *history);

// Makes `to` hold the same entries. Errors: false, `to` unchanged, out of memory.
bool history_copy(History *to, const History *from);

// Would the point, played by the player to move, leave a colouring that occurred before
// under one of the given circumstances? A pass never does.
// Pre: PASS or an empty point. Source: rule 6.
bool history_is_repetition(const History *history, const Position *pos, Point p,
                           unsigned circumstances);

// The same of the entries from index `first` on.
bool history_is_repetition_since(const History *history, uint32_t first,
                                 const Position *pos, Point p, unsigned circumstances);

#endif
