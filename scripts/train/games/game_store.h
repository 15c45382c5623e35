// SPDX-License-Identifier: MIT
//
// The games that labels refer to: those of any number of files, found by their keys.
// The files stay mapped, games are unpacked when they are asked for.
#ifndef GAME_STORE_H
#define GAME_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "block_file.h"
#include "packed_game.h"

typedef struct StoredGame {
    const uint8_t *bytes; // NULL: none
    GameKey key;
    uint16_t size;
    bool copied; // the bytes are the store's
} StoredGame;

typedef struct GameStore {
    StoredGame *slots; // a hash table: by the key's place, or behind it
    size_t slot_count, count;
    BlockReader *files;
    size_t file_count;
} GameStore;

void game_store_init(GameStore *store);
void game_store_free(GameStore *store);

// Adds the games of a file of blocks; other blocks are passed over. Errors: false, and
// *error is why, if it cannot be read, memory is exhausted, or two games have one key.
bool game_store_add_file(GameStore *store, const char *path, const char **error);

// Adds a packed game, whose bytes must stay where they are, unless it is there. Errors:
// false if memory is exhausted, or another game has that key.
bool game_store_add(GameStore *store, const uint8_t bytes[], size_t size);

// The same of bytes that it copies.
bool game_store_add_copy(GameStore *store, const uint8_t bytes[], size_t size);

// The game of a key; NULL if it is not there.
const StoredGame *game_store_find(const GameStore *store, GameKey key);

// The games of a block, one after the other: takes the next one from its bytes, of
// which *position are behind. False at the end, and where the block is wrong.
bool game_block_next(const Block *block, size_t *position, const uint8_t **bytes,
                     size_t *size);

#endif
