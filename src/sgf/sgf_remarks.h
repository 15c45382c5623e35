// SPDX-License-Identifier: MIT
//
// What is odd about a record that can be read nevertheless, and what was assumed: the
// first case of each kind, so that a person is told once.
#ifndef SGF_REMARKS_H
#define SGF_REMARKS_H

#include <stdarg.h>
#include <stdbool.h>

#include "text.h"

typedef enum SgfOddity {
    SGF_UTF16,
    SGF_TWO_BYTES, // CA does not name the encoding that the text is in
    SGF_NO_SEMICOLON,
    SGF_JUNK,            // what is no property, between properties
    SGF_BARE_BRACKET,    // a `]` in a text that no `\` escapes
    SGF_PROPERTY_NAME,   // with `_`, without capital letters, or in words
    SGF_EMPTY_VARIATION, // first, before one with moves
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
    SGF_RESIGNATION, // as a move
    SGF_ODDITIES,
} SgfOddity;

enum { SGF_REMARK_SIZE = 128 };

typedef struct SgfRemark {
    int line;                   // of the record, from 1; 0: there is no such case
    char text[SGF_REMARK_SIZE]; // printable ASCII
} SgfRemark;

typedef struct SgfRemarks {
    SgfRemark of[SGF_ODDITIES];
} SgfRemarks;

// Notes a case of a kind of which there is none yet. Bytes in a row that are not
// printable become one `?`.
void sgf_remarks_note(SgfRemarks *remarks, SgfOddity oddity, int line,
                      const char *format, va_list args);

// Appends what is odd, such as `line 3: PL[X] names no player`. False, nothing
// appended, if there is no case of that kind.
bool sgf_remark_write(const SgfRemarks *remarks, SgfOddity oddity, Text *text);

#endif
