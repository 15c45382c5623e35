// SPDX-License-Identifier: MIT
//
// Writes blocks of labels; see label.h.
#ifndef LABEL_PACKER_H
#define LABEL_PACKER_H

#include "block_file.h"
#include "label.h"

enum { LABEL_PACKER_BYTES = 1 << 20, LABELS_IN_BLOCK = 512 }; // maxima

typedef struct LabelPacker {
    RangeCoder coder;
    LabelModels models;
    int count;
    uint8_t bytes[LABEL_PACKER_BYTES];
} LabelPacker;

// Begins a block. Pre: the precision is sound.
void label_packer_begin(LabelPacker *packer, const LabelPrecision *precision);

// Adds a label about a position and the move that led to it, or NO_POINT. The opinion
// becomes what a reader will find: its likeliest moves, in order. Pre: the block has
// fewer than LABELS_IN_BLOCK labels.
void label_packer_add(LabelPacker *packer, Label *label, const Position *pos,
                      Point last, Opinion *opinion);

// Ends the block. Its bytes are valid until the next block begins. Errors: false if the
// bytes were too many.
bool label_packer_finish(LabelPacker *packer, StoredBlock *block);

#endif
