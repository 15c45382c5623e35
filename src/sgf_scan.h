// SPDX-License-Identifier: MIT
//
// How a game record is spelled: the properties of its main line (the first variation
// everywhere) and their values, one after the other, from bytes in memory and without
// recursion. What they mean is for the visitor to say. Source: FF[1] to FF[4],
// https://www.red-bean.com/sgf/
#ifndef SGF_SCAN_H
#define SGF_SCAN_H

#include <stdbool.h>

// What a `\` or `]` may be part of: in some encodings the second byte of a character
// looks like one. Programs that write these mostly escape characters, not their bytes.
// Source: https://homepages.cwi.nl/~aeb/go/sgfutils/html/sgfcharset.html
typedef enum SgfEncoding {
    SGF_OTHER_ENCODING, // of nothing else: UTF-8, Latin-1, EUC and what is not named
    SGF_SHIFT_JIS,
    SGF_BIG5_OR_GBK,
} SgfEncoding;

// A record being read. The caller fills in the places; at first `at` is `start`.
typedef struct SgfScan {
    const char *start, *at, *end; // first byte, next byte, one past the last byte
    const char *error;            // NULL while all is well; static words
    SgfEncoding encoding;         // of the values after the last CA
} SgfScan;

// Takes a value of a property, without the space around it; of long names and values
// only the beginning. False: stop here, because of an error if sgf_scan_fail was
// called.
typedef bool SgfVisitor(void *context, const char *name, const char *value);

// Goes to the first node of the record; whatever is not `(;` may stand before it. May
// be called again to read all again, in the same way. Errors: false, with scan->error,
// if there is none.
bool sgf_scan_begin(SgfScan *scan);

// Shows the main line to the visitor; names are without their small letters. Errors:
// false, with scan->error, if the record is malformed as far as it is read, or if the
// visitor says so. Pre: sgf_scan_begin.
bool sgf_scan_main_line(SgfScan *scan, SgfVisitor *visit, void *context);

// Notes an error. Returns false.
bool sgf_scan_fail(SgfScan *scan, const char *why);

// The line that has been reached, from 1; lines end with LF, CR or both.
int sgf_scan_line(const SgfScan *scan);

// Are the letters and digits the same, whatever their case and what lies between them?
bool sgf_is_same_name(const char *a, const char *b);

#endif
