// SPDX-License-Identifier: MIT
//
// Remarks on a readable record: what is odd about it, and what was assumed. Only the
// first case of each kind is kept, so a person reads each remark once.
#ifndef SGF_REMARKS_H
#define SGF_REMARKS_H

#include <stdarg.h>
#include <stdbool.h>

#include "text.h"

typedef enum SgfOddity {
    SGF_UTF16,
    SGF_TWO_BYTES, // CA does not name the encoding of the text
    SGF_NO_SEMICOLON,
    SGF_JUNK,            // something between properties that is no property
    SGF_BARE_BRACKET,    // a `]` in a text without a `\` before it
    SGF_PROPERTY_NAME,   // with `_`, without capital letters, or in words
    SGF_EMPTY_VARIATION, // the first variation has no moves, but a later one has
    SGF_AFTER_THE_END,
    SGF_CUT_OFF,
    SGF_NO_END,
    SGF_EMPTY_VALUE,
    SGF_GAME,
    SGF_SIZE,
    SGF_KOMI,
    SGF_HANDICAP,
    SGF_PLAYER,
    SGF_POINT,
    SGF_RECTANGLE,
    SGF_ON_A_STONE,
    SGF_RESIGNATION, // a resignation as a move
    SGF_ODDITIES,
} SgfOddity;

enum { SGF_REMARK_SIZE = 128 };

typedef struct SgfRemark {
    int line;                   // line of the record, from 1; 0: no such case
    char text[SGF_REMARK_SIZE]; // printable ASCII
} SgfRemark;

typedef struct SgfRemarks {
    SgfRemark of[SGF_ODDITIES];
} SgfRemarks;

// Notes a case, unless there is one of its kind already. A run of unprintable bytes
// becomes one `?`.
void sgf_remarks_note(SgfRemarks *remarks, SgfOddity oddity, int line,
                      const char *format, va_list args);

// Appends a remark, such as `line 3: PL[X] names no player`. Returns false and appends
// nothing if there is no case of that kind.
bool sgf_remark_write(const SgfRemarks *remarks, SgfOddity oddity, Text *text);

#endif
