// SPDX-License-Identifier: MIT
//
// A text that grows as it is written. If memory is exhausted, the text stays marked as
// truncated, so one test at the end is enough.
#ifndef LONG_TEXT_H
#define LONG_TEXT_H

#include "text.h"

typedef struct LongText {
    Text text; // bytes are NULL as long as nothing has been written
} LongText;

void long_text_free(LongText *text);

// Append as those of text.h do.
void long_text_printf(LongText *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void long_text_add(LongText *text, const char *string);

// Appends bytes, which may contain NULs.
void long_text_add_bytes(LongText *text, const char *bytes, size_t length);

// Appends a string for HTML or SVG: what is special there is escaped.
void long_text_add_html(LongText *text, const char *string);

#endif
