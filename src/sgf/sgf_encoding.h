// SPDX-License-Identifier: MIT
//
// How far the encoding of a record's text matters for its structure: in some, a byte of
// a character looks like `\` or `]`.
#ifndef SGF_ENCODING_H
#define SGF_ENCODING_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

// What a `\` or `]` may be part of. Source:
// https://homepages.cwi.nl/~aeb/go/sgfutils/html/sgfcharset.html
typedef enum SgfEncoding {
    SGF_OTHER_ENCODING, // of nothing else: UTF-8, Latin-1, EUC and what is not named
    SGF_SHIFT_JIS,
    SGF_BIG5_OR_GBK,
    SGF_ENCODINGS,
} SgfEncoding;

// The bytes of the character that begins at a place: one, two if the second may look
// like ASCII, or a run of characters between escape sequences (ISO-2022). Pre: at <
// end.
size_t sgf_character_length(SgfEncoding encoding, const char *at, const char *end);

// The encoding that CA names.
SgfEncoding sgf_encoding_named(const char *name);

// Is all of it well-formed UTF-8?
bool sgf_is_utf8(const char *bytes, size_t length);

// UTF-16 begins with a byte order mark, or with a character of ASCII.
bool sgf_is_utf16(const char *bytes, size_t length);

// Appends UTF-16 as UTF-8, without U+0000. Pre: sgf_is_utf16.
void sgf_add_utf16(const char *bytes, size_t length, Text *text);

#endif
