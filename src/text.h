// SPDX-License-Identifier: MIT
//
// A bounded text builder over memory of the caller. It never writes past its capacity,
// the text is always NUL-terminated, and once something did not fit it stays marked as
// truncated, so that one test at the end is enough.
#ifndef TEXT_H
#define TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct Text {
    char *bytes;
    size_t capacity; // bytes, the NUL included
    size_t length;   // bytes, the NUL not included
    bool truncated;
} Text;

// An empty text in `bytes`. Pre: capacity >= 1; the memory outlives the Text.
Text text_over(char *bytes, size_t capacity);

// Back to the empty text.
void text_clear(Text *text);

// Appends as printf does.
void text_printf(Text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_vprintf(Text *text, const char *format, va_list args);

// Appends a string, a single character.
void text_add(Text *text, const char *string);
void text_add_char(Text *text, char character);

// Does a character of UTF-8 go on with this byte?
static inline bool text_goes_on(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

#endif
