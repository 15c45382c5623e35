// SPDX-License-Identifier: MIT
//
// The bytes of a file, one after the other. If the file is packed by gzip, they are
// unpacked on the way. Only a small part of them is in memory at a time.
#ifndef BYTE_SOURCE_H
#define BYTE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "unpacker.h"

enum { BYTE_SOURCE_WINDOW = 1 << 18 }; // bytes

typedef struct ByteSource {
    FILE *file; // NULL: all is in `packed` from the beginning
    Unpacker *unpacker;
    unsigned char *buffer; // of the file; NULL without one
    const unsigned char *packed;
    size_t packed_size;
    unsigned char *window; // bytes that can be taken
    size_t at, end;        // of the window
    bool ended;            // nothing comes behind the window
    const char *error;     // what is wrong, or NULL
} ByteSource;

// Starts to read a file, or bytes in memory. The source must be closed; the file stays
// open. Errors: `error` says what is wrong. Then the source is empty.
ByteSource byte_source_of_file(FILE *file);
ByteSource byte_source_of_memory(const unsigned char *bytes, size_t size);
void byte_source_close(ByteSource *source);

// Fills the window, of which nothing is left. False at the end, and after an error.
bool byte_source_fill(ByteSource *source);

// The next byte, which stays; -1 at the end.
static inline int byte_source_peek(ByteSource *source)
{
    if (source->at == source->end && !byte_source_fill(source))
        return -1;
    return source->window[source->at];
}

// Takes that many bytes. Errors: false if there are less.
bool byte_source_take(ByteSource *source, void *to, size_t count);

#endif
