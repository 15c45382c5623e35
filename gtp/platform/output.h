// SPDX-License-Identifier: MIT
//
// Bytes to a file descriptor, past the buffers of the C library.
#ifndef OUTPUT_H
#define OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

// Writes all of it, however long that takes. Errors: false, with errno; EPIPE if nobody
// listens.
bool output_write(int file, const char *bytes, size_t length);

// Writes as much as there is room for now; the rest is lost.
void output_offer(int file, const char *bytes, size_t length);

// Is whoever listened gone, so that nothing can be written any more? False as long as
// that cannot be told, and of files, which nobody has to read.
bool output_is_lost(int file);

#endif
