// SPDX-License-Identifier: MIT
//
// Numbers as bytes of a message, least significant byte first, and back. Neither side
// ever leaves its bytes. If something does not fit, or is not there, all that follows
// is refused, too. So one test at the end is enough.
#ifndef WIRE_H
#define WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bitboard.h"

typedef struct WireWriter {
    unsigned char *bytes;
    size_t size, capacity;
    bool failed; // something did not fit
} WireWriter;

typedef struct WireReader {
    const unsigned char *bytes;
    size_t left;
    bool failed; // something was missing
} WireReader;

// Appends the lowest `bytes` bytes of a number, 1 to 8.
void wire_put(WireWriter *writer, uint64_t number, int bytes);

// Appends a float as its 32 bits of IEEE 754.
void wire_put_float(WireWriter *writer, float number);

// Appends the points of a set on a grid, a bit each, row by row.
void wire_put_set(WireWriter *writer, const Bitboard *set, int columns, int rows);

// Reads a number of `bytes` bytes, 1 to 8. Errors: 0, and the reader has failed.
uint64_t wire_get(WireReader *reader, int bytes);

// The same for a signed number of 32 bits.
int32_t wire_get_signed(WireReader *reader);

float wire_get_float(WireReader *reader);

Bitboard wire_get_set(WireReader *reader, int columns, int rows);

// Marks the reader as failed unless `is_valid`. Returns whether it has not failed.
bool wire_demand(WireReader *reader, bool is_valid);

// FNV-1a of 32 bits. Source: Fowler, Noll, Vo.
uint32_t wire_checksum(const unsigned char *bytes, size_t size);

#endif
