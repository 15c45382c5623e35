// SPDX-License-Identifier: MIT
//
// A moment of a game, kept to be recognized: has the game come through it, and is it
// there now? The game may have come to its present state by any way.
#ifndef GAME_STAMP_H
#define GAME_STAMP_H

#include <stdbool.h>
#include <stdint.h>

#include "game.h"

typedef struct GameStamp {
    uint64_t digest; // of the rules, the komi and every colouring so far
    uint32_t turns;  // length of the history
    Color player;    // to move
    bool valid;      // false: no moment of any game
} GameStamp;

// The stamp of no moment.
void game_stamp_clear(GameStamp *stamp);

// The stamp of the present moment of the game, `player` to move.
void game_stamp_take(GameStamp *stamp, const Game *game, Color player);

// Is the game at that moment, the same player to move?
bool game_stamp_is_at(const GameStamp *stamp, const Game *game, Color player);

// Has the game come through that moment, or is it there, whoever is to move?
bool game_stamp_is_passed(const GameStamp *stamp, const Game *game);

#endif
