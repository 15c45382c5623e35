// SPDX-License-Identifier: MIT
//
// Writes bytes to a file descriptor. The buffers of the C library are bypassed.
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

// Writes all bytes, however long that takes. Errors: false, with errno; EPIPE if the
// reader has closed its end.
bool output_write(int file, const char *bytes, size_t length);

// Writes as many bytes as there is room for now. The rest is dropped.
void output_offer(int file, const char *bytes, size_t length);

// Whether the reader has gone, so that no write can succeed any more. False while that
// cannot be known. Always false for files: a file needs no reader.
bool output_is_lost(int file);

#endif
