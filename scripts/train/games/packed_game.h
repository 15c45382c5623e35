// SPDX-License-Identifier: MIT
//
// Recorded games in few bytes: about 190 bytes for a game on 19x19. Each game can be
// read alone.
//
// A game is coded by range_coder.h in the order of packed_game.c. The order is: size,
// komi, result, whether it is held out, set-up stones point by point, moves
// (move_coder.h). Ranks and the order of set-up stones are lost. In a block of games
// (block_file.h), the length of each game, as uint16, little-endian, precedes its
// bytes.
#ifndef PACKED_GAME_H
#define PACKED_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "game_record.h"

enum {
    PACKED_GAME_MAX = 16384, // maximum bytes of a game
    GAME_LENGTH_BYTES = 2,   // before each game in a block
};

// Identifies a game: a hash of its bytes, 48 bits.
typedef uint64_t GameKey;

enum { GAME_KEY_BITS = 48 };

// Packs the game of a record, without its opinion. Returns the number of bytes. Errors:
// 0 if it takes more than PACKED_GAME_MAX.
size_t game_pack(GameRecord *record, bool held_out, uint8_t bytes[PACKED_GAME_MAX]);

// Unpacks a game. *held_out may be NULL. Any bytes give some game, but its moves may be
// impossible to play.
void game_unpack(const uint8_t bytes[], size_t size, GameRecord *record,
                 bool *held_out);

GameKey game_key(const uint8_t bytes[], size_t size);

#endif
