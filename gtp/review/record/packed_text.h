// SPDX-License-Identifier: MIT
//
// Bytes that are packed by gzip and written as base64. Sources: RFC 1952, RFC 4648.
#ifndef PACKED_TEXT_H
#define PACKED_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "long_text.h"

// Is the program built with zlib? Without it nothing can be packed.
bool packed_text_is_there(void);

// Appends the bytes. The same bytes always become the same text. Errors: false when
// memory is exhausted. Pre: packed_text_is_there.
bool packed_text_write(const char *bytes, size_t length, LongText *text);

#endif
