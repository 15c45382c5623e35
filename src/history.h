// SPDX-License-Identifier: MIT
//
// The colorings that a game has seen, in order, for rule 6. It is a stack: a search
// pushes what it tries and pops it again. Hashes only find candidates. Comparing the
// colorings decides whether one has occurred, so a hash collision can never forbid a
// legal move.
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

// What rule 6 and its variants ask about an earlier coloring: whose turn left it, and
// which player was to play then. A set of these bits says which colorings count as
// repeated.
enum {
    LEFT_BY_BLACK = 1 << BLACK,
    LEFT_BY_WHITE = 1 << WHITE,
    LEFT_BY_NOBODY = 1 << EMPTY, // the grid that the game began with, or a set-up
    BLACK_TO_PLAY = 8 << BLACK,
    WHITE_TO_PLAY = 8 << WHITE,
};

// Starts an empty history. Allocates no memory before the first push.
void history_begin(History *history);

// Frees the memory. The history must be initialised before it is used again.
void history_free(History *history);

// Removes all entries. Keeps the memory.
void history_clear(History *history);

// Makes room for `entries` entries in total. Errors: false, unchanged, when memory is
// exhausted.
bool history_reserve(History *history, uint32_t entries);

// Appends the coloring that a turn of the player `left_by` left. If it was set up,
// left_by is EMPTY. Errors: false, history unchanged, when memory is exhausted.
bool history_push(History *history, const Position *pos, Color left_by);

// Sets which player is to play after the newest entry. Pre: not empty.
void history_set_to_play(History *history, Color player);

// Removes the newest entry. Pre: not empty.
void history_pop(History *history);

// Makes `to` hold the same entries as `from`. Errors: false, `to` unchanged, when
// memory is exhausted.
bool history_copy(History *to, const History *from);

// Are the colorings of two entries the same?
bool history_is_same_coloring(const HistoryEntry *a, const HistoryEntry *b);

// The newest entry with the hash bucket of that entry that is not newer than it, plus
// one. `older` of an entry leads on to the next.
uint32_t history_newest_like(const History *history, uint32_t entry);

// How often the coloring of that entry has occurred with the same player to move, from
// index `first` on. The entry itself counts.
int history_count_situation(const History *history, uint32_t first, uint32_t entry);

// The index of the newest entry that a pass left; of the first one if there is none.
uint32_t history_last_pass(const History *history);

// Whether a move of the player to move at this point would repeat an earlier coloring
// that had one of the given circumstances. A pass never does. Pre: PASS or an empty
// point. Source: rule 6.
bool history_is_repetition(const History *history, const Position *pos, Point p,
                           unsigned circumstances);

// As history_is_repetition, but considers only the entries from index `first` on.
bool history_is_repetition_since(const History *history, uint32_t first,
                                 const Position *pos, Point p, unsigned circumstances);

#endif
