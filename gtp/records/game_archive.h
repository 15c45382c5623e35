// SPDX-License-Identifier: MIT
//
// Saves every game as its own file in a folder. The file exists from the first move on.
// Every change replaces it as a whole, so it is complete however the program ends. A
// game is over after two passes or a resignation. Then its file gets the result and
// does not change any more. If the game goes on nevertheless, a new file is begun. If a
// new game repeats all moves of an unfinished game, it continues that game's file.
#ifndef GAME_ARCHIVE_H
#define GAME_ARCHIVE_H

#include <stdbool.h>

#include "engine.h"

typedef struct GameArchive GameArchive;

// Creates an archive in the folder `folder`. The string must outlive the archive.
// Errors: NULL, with errno, if no file can be written there or memory is exhausted.
GameArchive *game_archive_new(const char *folder);

// Call it after everything that may have changed the game, and before the engine
// searches for its own move. If the archive is NULL, it does nothing. The first failure
// with a file is reported on stderr, later ones are not.
void game_archive_look(GameArchive *archive, Engine *engine);

// Ends the archive. Returns false if there was a failure with a file.
bool game_archive_delete(GameArchive *archive);

#endif
