// SPDX-License-Identifier: MIT
//
// Adaptive arithmetic coding of bits: a likely bit costs less than a bit. One object
// codes in both directions, so that a format is described by one function: each call
// takes the value to be written and returns the value that was written or read. When it
// reads, the argument is ignored. Source: Martin 1979, "Range encoding"; carries are
// passed on as in LZMA.
#ifndef RANGE_CODER_H
#define RANGE_CODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// How likely a bit is to be 1, learnt from the bits so far.
typedef struct BitModel {
    uint16_t chance; // of 65536
    uint8_t seen;    // bits that it has learnt from, up to a limit
} BitModel;

typedef struct RangeCoder {
    bool reading;
    bool begun; // writing: the first byte, which is always 0, is left out
    bool full;  // writing: there was no room for a byte
    uint32_t range;
    uint64_t low;   // writing: what is not yet written
    uint32_t code;  // reading: distance from the lower end of the range
    uint64_t held;  // writing: bytes that a carry may still change
    uint8_t kept;   // the first of these
    uint8_t *bytes; // to write to
    const uint8_t *source;
    size_t position, size;
} RangeCoder;

// Models that know nothing: both values are equally likely.
void models_init(BitModel models[], int count);

// Begins to write into `size` bytes.
void coder_write(RangeCoder *coder, uint8_t bytes[], size_t size);

// Begins to read.
void coder_read(RangeCoder *coder, const uint8_t bytes[], size_t size);

// Writes what is pending. *size is the number of bytes, perhaps none, which a reader
// has to know; behind them it reads zeros. Errors: false if they had no room.
bool coder_finish(RangeCoder *coder, size_t *size);

// A bit whose chance is learnt.
int coder_bit(RangeCoder *coder, BitModel *model, int bit);

// A number 0 .. count-1, all equally likely. Pre: 0 < count <= 65536.
int coder_uniform(RangeCoder *coder, int count, int number);

// A number 0 .. 2^bits-1, its bits learnt from the highest to the lowest, each by those
// before it. `models` has 2^bits entries.
int coder_tree(RangeCoder *coder, BitModel models[], int bits, int number);

enum { NUMBER_MODELS = 64 };

// Any number from 0 to 2^30: its length is learnt, and its two highest bits.
// `models` has NUMBER_MODELS entries. Source: Elias 1975, gamma code.
int coder_number(RangeCoder *coder, BitModel models[], int number);

// The same for negative numbers, too: even codes are those from 0 on.
int coder_signed(RangeCoder *coder, BitModel models[], int number);

#endif
