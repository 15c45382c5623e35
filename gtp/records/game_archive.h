// SPDX-License-Identifier: MIT
//
// Keeps every game as a file of its own in a folder. The file is there from the first
// move on and is replaced as a whole after every change, so that it is complete however
// the program ends. A game that is over, by two passes or a resignation, gets its
// result and stays as it is; if it goes on nevertheless, that is another file. A game
// that begins anew and repeats all moves of one that was not over is that game.
#ifndef GAME_ARCHIVE_H
#define GAME_ARCHIVE_H

#include <stdbool.h>

#include "engine.h"

typedef struct GameArchive GameArchive;

// A keeper of games in that folder, which outlives it. Errors: NULL, with errno, if no
// file can be written there or memory is exhausted.
GameArchive *game_archive_new(const char *folder);

// To be told after everything that may have changed the game, and before the engine
// thinks about a move of its own; does nothing for a keeper that is NULL. Trouble with
// the files is told on stderr, once.
void game_archive_look(GameArchive *archive, Engine *engine);

// Ends the keeping. False if there was trouble with a file.
bool game_archive_delete(GameArchive *archive);

#endif
