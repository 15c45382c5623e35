// SPDX-License-Identifier: MIT
//
// The stamp of a moment of a game. It tells later whether the game has come through
// that moment, and whether it is there now. It does not matter by which steps the game
// came to its present state.
#ifndef GAME_STAMP_H
#define GAME_STAMP_H

#include <stdbool.h>
#include <stdint.h>

#include "game.h"

typedef struct GameStamp {
    uint64_t digest; // digest of the rules, the komi, and every coloring so far
    uint32_t turns;  // length of the history
    Color player;    // the player to move
    bool valid;      // false: the stamp of no moment
} GameStamp;

// Makes it the stamp of no moment.
void game_stamp_clear(GameStamp *stamp);

// Takes the stamp of the present moment of the game, with `player` to move.
void game_stamp_take(GameStamp *stamp, const Game *game, Color player);

// Whether the game is at that moment, with the same player to move.
bool game_stamp_is_at(const GameStamp *stamp, const Game *game, Color player);

// Whether the game is at that moment or has come through it. The player to move does
// not matter.
bool game_stamp_is_passed(const GameStamp *stamp, const Game *game);

#endif
