// SPDX-License-Identifier: MIT
//
// Reads the records of a file, one after the other. The file has lines of text, plain
// or packed by xz (record_stream.h), or it is a file of blocks. A file of blocks gives
// the positions of its labels; if it has no labels, its games.
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
    BlockKind kind;    // kind of the blocks that it reads
    StoredBlock block; // the present block
    size_t position;   // place in the block, for games
    LabelReader labels;
} RecordSource;

typedef enum SourceStatus {
    SOURCE_READ,
    // The record is held out and was not asked for, or the reverse. A game or a label
    // is read nevertheless.
    SOURCE_OTHER,
    SOURCE_WRONG, // a line that is no record: *what says why; others may follow
    SOURCE_END,
    SOURCE_FAILED, // nothing more can be read: *what says why
} SourceStatus;

// Whether the file is one of blocks, by its first bytes. Also false if it cannot be
// read.
bool source_is_blocks(const char *path);

// Opens a file at its beginning. Labels find their games in the store. Errors: false,
// and *what says why.
bool source_open(RecordSource *source, const char *path, const GameStore *store,
                 const char **what);

// Reads the next record, either of those held out or of the others.
SourceStatus source_next(RecordSource *source, bool held_out, GameRecord *record,
                         const char **what);

// The number of the newest line. 0 if the file is no text.
unsigned long long source_line(const RecordSource *source);

// Whether a file of blocks ends within a block, for instance because it is being
// written. The whole blocks are read. Pre: the file has been read to its end.
bool source_is_cut_off(const RecordSource *source);

// Closes the file. Errors: false if it could not be read or unpacked.
bool source_close(RecordSource *source);

#endif
