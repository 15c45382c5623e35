// SPDX-License-Identifier: MIT
//
// Unpacks gzip piece by piece. Source: RFC 1951, RFC 1952. Without zlib there is
// unpacker_none.c instead.
#ifndef UNPACKER_H
#define UNPACKER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Unpacker Unpacker;

typedef enum UnpackerState {
    UNPACKER_GOES_ON,
    UNPACKER_ENDED, // with the right checksum
    UNPACKER_DAMAGED,
} UnpackerState;

typedef struct UnpackerPiece {
    const unsigned char *from; // what is packed; moves on
    size_t from_size;
    unsigned char *to; // what it becomes; moves on
    size_t to_size;
} UnpackerPiece;

// Can this build unpack?
bool unpacker_exists(void);

// Errors: NULL when memory is exhausted, or there is no zlib.
Unpacker *unpacker_new(void);
void unpacker_delete(Unpacker *unpacker);

// Unpacks until one of the two is used up.
UnpackerState unpacker_run(Unpacker *unpacker, UnpackerPiece *piece);

#endif
