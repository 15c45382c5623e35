// SPDX-License-Identifier: MIT
//
// Reads blocks of labels as records with an opinion; see label.h.
#ifndef LABEL_READER_H
#define LABEL_READER_H

#include "block_file.h"
#include "game_store.h"
#include "label.h"

typedef struct LabelReader {
    const GameStore *store;
    RangeCoder coder;
    LabelModels models;
    int left;        // labels left in the block
    GameKey key;     // key of the game that is unpacked
    GameRecord game; // without an opinion
    bool held_out;   // that game is held out
} LabelReader;

typedef enum LabelStatus {
    LABEL_READ,
    LABEL_END,     // the end of the block
    LABEL_NO_GAME, // no file of games has its game
    LABEL_WRONG,   // its moves cannot be played, or the block is wrong
} LabelStatus;

// Starts a reader that takes games from the store. The store may get more games, but
// must not change otherwise.
void label_reader_init(LabelReader *reader, const GameStore *store);

// Begins a block. Its bytes must stay valid. Errors: false if it is of another version.
bool label_reader_begin(LabelReader *reader, const StoredBlock *block);

// Reads the next label: the record of its moves, the opinion of the position after
// them, and the source. After an error the rest of the block is lost.
LabelStatus label_reader_next(LabelReader *reader, Label *label, GameRecord *record);

// Returns a few static English words: what is wrong.
const char *label_status_text(LabelStatus status);

#endif
