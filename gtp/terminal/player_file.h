// SPDX-License-Identifier: MIT
//
// The file that keeps the rank of a person: `ponnuki/player` in the folder for such
// state (state_folder.h).
#ifndef PLAYER_FILE_H
#define PLAYER_FILE_H

#include <stdbool.h>

#include "player_rank.h"
#include "text.h"

typedef enum PlayerFileResult {
    PLAYER_FILE_READ,
    PLAYER_FILE_MISSING, // there is no rank yet
    PLAYER_FILE_FAILED,
} PlayerFileResult;

// Reads it. Errors: PLAYER_FILE_FAILED, *player unchanged, with a message.
PlayerFileResult player_file_read(PlayerRank *player, Text *message);

// Writes it, as a whole or not at all. Folders that are missing are made, for the owner
// alone. Errors: false, with a message; the file is unchanged.
bool player_file_write(PlayerRank player, Text *message);

#endif
