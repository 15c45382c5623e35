// SPDX-License-Identifier: MIT
//
// A place in a record, and the tests of what stands there.
#ifndef SGF_CURSOR_H
#define SGF_CURSOR_H

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "sgf_encoding.h"

typedef struct SgfCursor {
    const char *at, *end; // next byte, one past the last byte
    SgfEncoding encoding; // encoding of the values
} SgfCursor;

static inline bool sgf_is_at_end(const SgfCursor *cursor)
{
    return cursor->at == cursor->end;
}

// Whether the next byte is one of `bytes`.
static inline bool sgf_is_next(const SgfCursor *cursor, const char *bytes)
{
    return !sgf_is_at_end(cursor) && *cursor->at != '\0' &&
           strchr(bytes, *cursor->at) != NULL;
}

static inline void sgf_skip_space(SgfCursor *cursor)
{
    while (!sgf_is_at_end(cursor) && isspace((unsigned char)*cursor->at))
        cursor->at++;
}

// Whether the next byte is a letter, a digit or `_`.
static inline bool sgf_is_in_name(const SgfCursor *cursor)
{
    return !sgf_is_at_end(cursor) &&
           (isalnum((unsigned char)*cursor->at) || *cursor->at == '_');
}

// Whether the next byte is a letter or `_`.
static inline bool sgf_begins_name(const SgfCursor *cursor)
{
    return sgf_is_in_name(cursor) && !isdigit((unsigned char)*cursor->at);
}

// If a `\` that escapes something stands here, moves behind it. Pre: not at the end.
static inline void sgf_skip_escape(SgfCursor *cursor)
{
    if (*cursor->at == '\\' && cursor->end - cursor->at > 1)
        cursor->at++;
}

// Number of bytes of the next character. Pre: not at the end.
static inline size_t sgf_next_length(const SgfCursor *cursor)
{
    unsigned char first = (unsigned char)*cursor->at;
    if (first < 0x80 && first >= ' ')
        return 1;
    return sgf_character_length(cursor->encoding, cursor->at, cursor->end);
}

#endif
