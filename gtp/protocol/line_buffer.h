// SPDX-License-Identifier: MIT
//
// Splits a stream of bytes into lines, up to a maximum length. Input may arrive in
// pieces of any size: an incomplete line waits for its rest. Some editors and shells of
// Windows write a byte order mark of UTF-8 at the beginning of a stream. It is removed
// from the first line.
#ifndef LINE_BUFFER_H
#define LINE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

enum {
    LINE_LENGTH_MAX = 16 << 20, // bytes, without the newline
    LINE_HEAD_LENGTH = 4096,    // bytes kept of a longer line
};

typedef struct LineBuffer {
    char *bytes; // the line so far, without NUL and newline
    size_t length, capacity;
    bool too_long;  // the line exceeded the limit; only its first bytes are here
    bool past_mark; // the beginning was checked for a byte order mark
} LineBuffer;

// Starts with an empty line. Allocates no memory.
void line_buffer_init(LineBuffer *buffer);

// Releases the memory.
void line_buffer_free(LineBuffer *buffer);

// Takes bytes up to and including the first newline, and stores their number in *taken.
// *complete tells whether there was a newline. If so, the line is whole: the caller
// uses it, then clears the buffer. Errors: false when memory is exhausted.
bool line_buffer_add(LineBuffer *buffer, const char *bytes, size_t count, size_t *taken,
                     bool *complete);

// Begins a new line. Keeps the memory.
void line_buffer_clear(LineBuffer *buffer);

#endif
