// SPDX-License-Identifier: MIT
//
// The records of a file, one after the other: lines of text, plain or packed by xz
// (record_stream.h), or a file of blocks. Such a file gives the positions of its
// labels; if it has none, its games.
#ifndef RECORD_SOURCE_H
#define RECORD_SOURCE_H

#include <stdbool.h>

#include "block_file.h"
#include "game_store.h"
#include "label_reader.h"
#include "record_stream.h"

typedef struct RecordSource {
    const char *path;
    bool is_text;
    RecordStream text;
    BlockReader blocks;
    BlockKind kind;  // of the blocks whose content it gives
    Block block;     // the present one
    size_t position; // in it, of games
    LabelReader labels;
} RecordSource;

typedef enum SourceStatus {
    SOURCE_READ,
    // A record that was not asked for, as it is held out or is not. A game or a label
    // is read all the same.
    SOURCE_OTHER,
    SOURCE_WRONG, // a line that is no record: *what says why; others may follow
    SOURCE_END,
    SOURCE_FAILED, // nothing more can be read: *what says why
} SourceStatus;

// Is the file one of blocks, by its first bytes? False, too, if it cannot be read.
bool source_is_blocks(const char *path);

// Opens a file at its beginning. Labels find their games in the store. Errors: false,
// and *what is why.
bool source_open(RecordSource *source, const char *path, const GameStore *store,
                 const char **what);

// Reads the next record, of those held out or of the others.
SourceStatus source_next(RecordSource *source, bool held_out, GameRecord *record,
                         const char **what);

// The number of the newest line; 0 if it is no text.
unsigned long long source_line(const RecordSource *source);

// Does a file of blocks end within one, as when it is being written? It is read up to
// there. Pre: it has been read to its end.
bool source_is_cut_off(const RecordSource *source);

// Closes it. Errors: false if it could not be read, or not be unpacked.
bool source_close(RecordSource *source);

#endif
