// SPDX-License-Identifier: MIT
//
// What must not be learnt: the games and positions of the fixed test, by which networks
// are judged (README.md here).
//
// Two games are the same if the colourings after their first 16 moves, 24 on boards
// larger than 13x13, are equal or symmetric, colours as they were played. So a game
// that was cut off, or was recorded with its first moves in another order, is still the
// same. Games that began in the same way and differ later count as the same, too: they
// would teach what is asked. Two positions are the same if their colourings and the
// player to move are, whatever the komi. Positions of fewer than EXCLUSION_STONES_MIN
// stones belong to all games and are never excluded.
//
// A block of this kind (block_file.h): the number of games and of positions as uint32,
// little-endian, then their hashes as uint64, each of the two sorted.
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

// The moves after which games on a board of that size are compared.
int exclusion_moves(int size);

typedef struct Exclusion {
    HashSet games, positions;
} Exclusion;

// The hash of a game. Errors: 0 if it has too few moves, or they cannot be played.
uint64_t exclusion_game_hash(const GameRecord *record);

void exclusion_init(Exclusion *exclusion);
void exclusion_free(Exclusion *exclusion);

// Add a game, if it has enough moves, and a position. Errors: false if memory is
// exhausted.
bool exclusion_add_game(Exclusion *exclusion, const GameRecord *record);
bool exclusion_add_position(Exclusion *exclusion, const Position *pos);

// Are they excluded?
bool exclusion_has_game(const Exclusion *exclusion, const GameRecord *record);
bool exclusion_has_position(const Exclusion *exclusion, const Bitboard stones[2],
                            int size, Color to_play);

// Adds what the bytes of a file hold. Errors: false if they hold no such block, are
// damaged, or memory is exhausted.
bool exclusion_read(Exclusion *exclusion, const uint8_t bytes[], size_t size);

// The same of a file. Errors: false, and *error is why.
bool exclusion_add_file(Exclusion *exclusion, const char *path, const char **error);

// Appends a block to a file. Errors: false if that fails.
bool exclusion_write(const Exclusion *exclusion, BlockWriter *writer);

// That of the project's fixed test, which is part of the programs. Errors: false if
// memory is exhausted.
bool exclusion_default(Exclusion *exclusion);

#endif
