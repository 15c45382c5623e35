// SPDX-License-Identifier: MIT
//
// Cuts a stream of bytes into lines of any length up to a stated limit. What arrives
// need not respect line ends: half a line waits for its rest. A byte order mark of
// UTF-8 at the beginning of the stream, as some editors and shells of Windows put
// there, is no part of the first line.
#ifndef LINE_BUFFER_H
#define LINE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

enum {
    LINE_LENGTH_MAX = 16 << 20, // bytes, without the newline
    LINE_HEAD_LENGTH = 4096,    // what is kept of a longer line
};

typedef struct LineBuffer {
    char *bytes; // the line so far, no NUL, no newline
    size_t length, capacity;
    bool too_long;  // the line exceeded the limit; only its head is here
    bool past_mark; // whether the stream began with one has been seen to
} LineBuffer;

// No line, no memory.
void line_buffer_init(LineBuffer *buffer);

// Releases the memory.
void line_buffer_free(LineBuffer *buffer);

// Takes bytes up to and including the first newline and stores in *taken how many that
// were; *complete tells whether there was a newline, so that the line is whole and the
// caller may use it and then clear the buffer. Errors: false when memory is exhausted.
bool line_buffer_add(LineBuffer *buffer, const char *bytes, size_t count, size_t *taken,
                     bool *complete);

// Begins a new line; keeps the memory.
void line_buffer_clear(LineBuffer *buffer);

#endif
