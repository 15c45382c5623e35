// SPDX-License-Identifier: MIT
//
// What training must not use: the games and positions of the fixed test, which measures
// networks (README.md here).
//
// Two games count as the same if the colorings after their first 16 moves are equal or
// symmetric, without swapping colors. On boards larger than 13x13 it is the first 24
// moves. So a game that was cut off still counts as the same, and so does one with its
// first moves recorded in another order. Games that begin alike and differ later count
// as the same too, because they would teach the answers of the test.
//
// Two positions count as the same if their colorings and players to move are the same,
// whatever the komi. A position of fewer than EXCLUSION_STONES_MIN stones occurs in all
// games and is never excluded.
//
// A block of this kind (block_file.h) has the number of games and the number of
// positions as uint32, little-endian. Then come the hashes of each as uint64, sorted.
#ifndef EXCLUSION_H
#define EXCLUSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "block_file.h"
#include "game_record.h"
#include "hash_set.h"
#include "position.h"

enum { EXCLUSION_STONES_MIN = 6 };

// The number of moves after which games on a board of that size are compared.
int exclusion_moves(int size);

typedef struct Exclusion {
    HashSet games, positions;
} Exclusion;

// The hash of a game. Errors: 0 if it has too few moves, or they cannot be played.
uint64_t exclusion_game_hash(const GameRecord *record);

void exclusion_init(Exclusion *exclusion);
void exclusion_free(Exclusion *exclusion);

// Add a game, if it has enough moves, or a position. Errors: false if memory is
// exhausted.
bool exclusion_add_game(Exclusion *exclusion, const GameRecord *record);
bool exclusion_add_position(Exclusion *exclusion, const Position *pos);

// Whether the game or position is excluded.
bool exclusion_has_game(const Exclusion *exclusion, const GameRecord *record);
bool exclusion_has_position(const Exclusion *exclusion, const Bitboard stones[2],
                            int size, Color to_play);

// Adds the blocks in the bytes of a file. Errors: false if there is no block of this
// kind, the bytes are damaged, or memory is exhausted.
bool exclusion_read(Exclusion *exclusion, const uint8_t bytes[], size_t size);

// Adds the blocks of a file. Errors: false, and *error says why.
bool exclusion_add_file(Exclusion *exclusion, const char *path, const char **error);

// Appends a block to a file. Errors: false if that fails.
bool exclusion_write(const Exclusion *exclusion, BlockWriter *writer);

// The exclusion of the project's fixed test, which is part of the programs. Errors:
// false if memory is exhausted.
bool exclusion_default(Exclusion *exclusion);

#endif
