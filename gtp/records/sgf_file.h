// SPDX-License-Identifier: MIT
//
// Reads and writes game records in files, for the front ends.
#ifndef SGF_FILE_H
#define SGF_FILE_H

#include <stdbool.h>

#include "engine.h"
#include "sgf.h"

// Which files the user may name.
typedef enum SgfFileAccess {
    RECORDS_ANYWHERE,
    RECORDS_IN_SANDBOX, // the kernel refuses all files outside the sandbox folder
    RECORDS_NOWHERE,
} SgfFileAccess;

// Loads the record in a file as the engine's game. The game ends before move
// `before_move`, counted from 1; 0 takes all moves. A new game begins there. Size and
// komi come from the record; the rules remain the user's choice. Errors: false, as for
// sgf_load.
bool sgf_file_load(Engine *engine, const char *path, int before_move,
                   SgfReport *report);

// Appends the record of the engine's game. If the game is over, the record has its
// result: the resignation, or the result of final_score.
void sgf_file_write(Engine *engine, Text *record);

typedef enum SaveResult { SAVE_DONE, SAVE_NOT_OPENED, SAVE_NOT_WRITTEN } SaveResult;

// Writes a record to a file. If a file is there, a whole record takes its place at
// once. Only links, devices, and files in folders that cannot be written are emptied
// first. Errors: SAVE_NOT_OPENED and SAVE_NOT_WRITTEN, with errno. A new file is
// removed then, and one that was not emptied is unchanged. A truncated record is not
// written.
SaveResult sgf_file_save(const char *path, const Text *record);

// Replaces a file with a record, or creates it. Readers see the old file or the new
// one, never a part. `temporary` is a name in the same folder that no other program
// uses. If `settled` is true, waits until the new file would survive a power failure.
// Errors: false, with errno; the file is unchanged.
bool sgf_file_replace(const char *path, const char *temporary, const Text *record,
                      bool settled);

#endif
