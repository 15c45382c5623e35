// SPDX-License-Identifier: MIT
//
// Reads blocks of labels, see label.h, as records with an opinion.
#ifndef LABEL_READER_H
#define LABEL_READER_H

#include "block_file.h"
#include "game_store.h"
#include "label.h"

typedef struct LabelReader {
    const GameStore *store;
    RangeCoder coder;
    LabelModels models;
    int left;        // labels of the block
    GameKey key;     // of the game that is unpacked
    GameRecord game; // without an opinion
    bool held_out;   // it is
} LabelReader;

typedef enum LabelStatus {
    LABEL_READ,
    LABEL_END,     // of the block
    LABEL_NO_GAME, // none of the files of games has its game
    LABEL_WRONG,   // its moves cannot be played, or the block is wrong
} LabelStatus;

// Reads games from the store, which must stay as it is but for games that are added.
void label_reader_init(LabelReader *reader, const GameStore *store);

// Begins a block, whose bytes must stay there. Errors: false if it is of another
// version.
bool label_reader_begin(LabelReader *reader, const Block *block);

// Reads the next label: the record of its moves, with the opinion of the position after
// them, and where it comes from. What is left of a block after an error is lost.
LabelStatus label_reader_next(LabelReader *reader, Label *label, GameRecord *record);

// What is wrong, in a few static English words.
const char *label_status_text(LabelStatus status);

#endif
