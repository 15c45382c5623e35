// SPDX-License-Identifier: MIT
//
// The encoding of a record's text, as far as the structure of the record depends on it.
// In some encodings a byte of a character looks like `\` or `]`.
#ifndef SGF_ENCODING_H
#define SGF_ENCODING_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

// Encodings, by which characters may contain the bytes of `\` and `]`. Source:
// https://homepages.cwi.nl/~aeb/go/sgfutils/html/sgfcharset.html
typedef enum SgfEncoding {
    SGF_OTHER_ENCODING, // no character does: UTF-8, Latin-1, EUC, and encodings not
                        // named here
    SGF_SHIFT_JIS,
    SGF_BIG5_OR_GBK,
    SGF_ENCODINGS,
} SgfEncoding;

// Number of bytes of the character that begins at `at`. It is one byte, or two if the
// second may look like ASCII. A run of characters between escape sequences (ISO-2022)
// counts as one. Pre: at < end.
size_t sgf_character_length(SgfEncoding encoding, const char *at, const char *end);

// The encoding with the name that CA gives.
SgfEncoding sgf_encoding_named(const char *name);

// Whether all bytes are well-formed UTF-8.
bool sgf_is_utf8(const char *bytes, size_t length);

// Whether the bytes are UTF-16: they begin with a byte order mark, or with a character
// of ASCII in UTF-16.
bool sgf_is_utf16(const char *bytes, size_t length);

// Appends UTF-16 text as UTF-8, without U+0000. Pre: sgf_is_utf16.
void sgf_add_utf16(const char *bytes, size_t length, Text *text);

#endif
