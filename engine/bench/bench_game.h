// SPDX-License-Identifier: MIT
//
// Positions in which speed is measured.
#ifndef BENCH_GAME_H
#define BENCH_GAME_H

#include <stdbool.h>

#include "game.h"

// Begins a game on a square board and plays so many random moves, the same ones each
// time. A move that is not legal is left out. Errors: false when memory is exhausted.
bool bench_game_init(Game *game, int size, int moves);

#endif
