// SPDX-License-Identifier: MIT
//
// Adaptive arithmetic coding of bits: a likely bit costs less than a bit. One object
// codes in both directions, so one function describes a format. Each call takes the
// value to write, and returns the value that was written or read. When reading, the
// argument is ignored. Source: Martin 1979, "Range encoding"; carries are passed on as
// in LZMA.
#ifndef RANGE_CODER_H
#define RANGE_CODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The probability that a bit is 1, learnt from the bits so far.
typedef struct BitModel {
    uint16_t chance; // in parts of 65536
    uint8_t seen;    // number of bits learnt from, up to a limit
} BitModel;

typedef struct RangeCoder {
    bool reading;
    bool begun; // writing: the first byte, which is always 0, was left out
    bool full;  // writing: there was no room for a byte
    uint32_t range;
    uint64_t low;   // writing: the part not yet written
    uint32_t code;  // reading: distance from the lower end of the range
    uint64_t held;  // writing: number of bytes that a carry may still change
    uint8_t kept;   // the first of these bytes
    uint8_t *bytes; // the output
    const uint8_t *source;
    size_t position, size;
} RangeCoder;

// Starts models without knowledge: both values are equally likely.
void models_init(BitModel models[], int count);

// Starts writing into `size` bytes.
void coder_write(RangeCoder *coder, uint8_t bytes[], size_t size);

// Starts reading.
void coder_read(RangeCoder *coder, const uint8_t bytes[], size_t size);

// Writes the pending bytes. *size is the number of bytes, perhaps 0; a reader has to
// know it. The reader reads zeros after them. Errors: false if the bytes had no room.
bool coder_finish(RangeCoder *coder, size_t *size);

// Codes a bit whose probability is learnt.
int coder_bit(RangeCoder *coder, BitModel *model, int bit);

// Codes a number 0 .. count-1; all are equally likely. Pre: 0 < count <= 65536.
int coder_uniform(RangeCoder *coder, int count, int number);

// Codes a number 0 .. 2^bits-1, from its highest bit to its lowest. Each bit's
// probability is learnt, given the bits before it. `models` has 2^bits entries.
int coder_tree(RangeCoder *coder, BitModel models[], int bits, int number);

enum { NUMBER_MODELS = 64 };

// Codes any number from 0 to 2^30. Its length and its two highest bits are learnt.
// `models` has NUMBER_MODELS entries. Source: Elias 1975, gamma code.
int coder_number(RangeCoder *coder, BitModel models[], int number);

// As the function above, but also for negative numbers. Numbers from 0 on have even
// codes.
int coder_signed(RangeCoder *coder, BitModel models[], int number);

#endif
