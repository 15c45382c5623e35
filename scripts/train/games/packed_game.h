// SPDX-License-Identifier: MIT
//
// Recorded games in few bytes: about 190 for one on 19x19. Each can be read alone.
//
// A game is coded by range_coder.h in the order of packed_game.c: size, komi, result,
// whether it is held out, set-up stones point by point, and the moves (move_coder.h).
// What a record says of ranks is lost, and so is the order of set-up stones. A block of
// games (block_file.h) has the length of each as uint16, little-endian, before its
// bytes.
#ifndef PACKED_GAME_H
#define PACKED_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game_record.h"

enum {
    PACKED_GAME_MAX = 16384, // bytes of one game, at most
    GAME_LENGTH_BYTES = 2,   // before each in a block
};

// Tells a game from others: a hash of its bytes, 48 bits.
typedef uint64_t GameKey;

enum { GAME_KEY_BITS = 48 };

// Writes the game of a record, which stays as it is; its opinion is left out. Returns
// the number of bytes. Errors: 0 if it takes more than PACKED_GAME_MAX.
size_t game_pack(GameRecord *record, bool held_out, uint8_t bytes[PACKED_GAME_MAX]);

// Reads one; *held_out may be NULL. Any bytes give some game, whose moves need not be
// playable.
void game_unpack(const uint8_t bytes[], size_t size, GameRecord *record,
                 bool *held_out);

GameKey game_key(const uint8_t bytes[], size_t size);

#endif
