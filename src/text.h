// SPDX-License-Identifier: MIT
//
// A bounded text builder over the caller's memory. It never writes past its capacity,
// and the text always ends with a NUL. If something did not fit, the text stays marked
// as truncated. So one test at the end is enough.
#ifndef TEXT_H
#define TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct Text {
    char *bytes;
    size_t capacity; // bytes, with the NUL
    size_t length;   // bytes, without the NUL
    bool truncated;
} Text;

// Starts an empty text in `bytes`. Pre: capacity >= 1; the memory outlives the Text.
Text text_over(char *bytes, size_t capacity);

// Removes the text.
void text_clear(Text *text);

// Appends as printf does.
void text_printf(Text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_vprintf(Text *text, const char *format, va_list args);

// Append a string or a single character.
void text_add(Text *text, const char *string);
void text_add_char(Text *text, char character);

// Whether this byte continues a character of UTF-8.
static inline bool text_goes_on(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

#endif
