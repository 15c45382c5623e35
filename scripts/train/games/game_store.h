// SPDX-License-Identifier: MIT
//
// The games that labels refer to, from any number of files, found by their keys. The
// files stay mapped. A game is unpacked when it is asked for.
#ifndef GAME_STORE_H
#define GAME_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "block_file.h"
#include "packed_game.h"

typedef struct StoredGame {
    const uint8_t *bytes; // NULL: no game
    GameKey key;
    uint16_t size;
    bool copied; // the store owns the bytes
} StoredGame;

typedef struct GameStore {
    StoredGame *slots; // a hash table: the slot of the key, or one after it
    size_t slot_count, count;
    BlockReader *files;
    size_t file_count;
} GameStore;

void game_store_init(GameStore *store);
void game_store_free(GameStore *store);

// Adds the games of a file of blocks; other blocks are skipped. Errors: false, and
// *error says why: the file cannot be read, memory is exhausted, or two games have the
// same key.
bool game_store_add_file(GameStore *store, const char *path, const char **error);

// Adds a packed game, unless the store has it. The bytes must stay valid. Errors: false
// if memory is exhausted, or another game has that key.
bool game_store_add(GameStore *store, const uint8_t bytes[], size_t size);

// As game_store_add, but copies the bytes.
bool game_store_add_copy(GameStore *store, const uint8_t bytes[], size_t size);

// The game with that key. NULL if there is none.
const StoredGame *game_store_find(const GameStore *store, GameKey key);

// Takes the next game of a block. *position is the number of bytes of the block taken
// so far. False at the end, and where the block is wrong.
bool game_block_next(const StoredBlock *block, size_t *position, const uint8_t **bytes,
                     size_t *size);

#endif
