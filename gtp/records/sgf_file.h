// SPDX-License-Identifier: MIT
//
// Game records in files, as the front ends read and write them.
#ifndef SGF_FILE_H
#define SGF_FILE_H

#include <stdbool.h>

#include "engine.h"
#include "sgf.h"

// Which files may be named by those who play.
typedef enum SgfFileAccess {
    RECORDS_ANYWHERE,
    RECORDS_IN_SANDBOX, // the kernel refuses all but those in its folder
    RECORDS_NOWHERE,
} SgfFileAccess;

// Makes the record in a file the game of the engine, up to the position before a move,
// counted from 1 (0: all of it), and begins a new game there. A record brings size and
// komi with it, but the rules are the user's choice. Errors: false; as sgf_load.
bool sgf_file_load(Engine *engine, const char *path, int before_move,
                   SgfReport *report);

// Appends the record of the engine's game, with its result if it is over: by
// resignation, or as final_score says.
void sgf_file_write(Engine *engine, Text *record);

typedef enum SaveResult { SAVE_DONE, SAVE_NOT_OPENED, SAVE_NOT_WRITTEN } SaveResult;

// Writes a record to a file. Errors: SAVE_NOT_OPENED and SAVE_NOT_WRITTEN, with errno;
// a record that was cut off is not written.
SaveResult sgf_file_save(const char *path, const Text *record);

// Puts a record in the place of a file, or where there is none yet, so that whoever
// looks there sees the one or the other and never a part. `temporary` is a name in the
// same folder that nobody else uses. `settled`: waits until what takes the place is
// safe from a loss of power. Errors: false, with errno; the file is as it was.
bool sgf_file_replace(const char *path, const char *temporary, const Text *record,
                      bool settled);

#endif
