// SPDX-License-Identifier: MIT
#include "long_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY_MIN = 4096 };

// Makes room for `more` bytes and a NUL. Errors: false, the text truncated.
static bool reserve(LongText *long_text, size_t more)
{
    Text *text = &long_text->text;
    size_t wanted = text->length + more + 1;
    if (wanted <= text->capacity)
        return !text->truncated;
    size_t capacity = text->capacity > CAPACITY_MIN ? text->capacity : CAPACITY_MIN;
    while (capacity < wanted)
        capacity *= 2;
    char *bytes = realloc(text->bytes, capacity);
    if (bytes == NULL) {
        text->truncated = true;
        return false;
    }
    text->bytes = bytes;
    text->capacity = capacity;
    bytes[text->length] = '\0';
    return !text->truncated;
}

void long_text_free(LongText *text)
{
    free(text->text.bytes);
    *text = (LongText){.text = {.bytes = NULL}};
}

void long_text_printf(LongText *text, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, args);
    if (length >= 0 && reserve(text, (size_t)length))
        text_vprintf(&text->text, format, again);
    va_end(again);
    va_end(args);
}

void long_text_add(LongText *text, const char *string)
{
    long_text_add_bytes(text, string, strlen(string));
}

void long_text_add_bytes(LongText *long_text, const char *bytes, size_t length)
{
    Text *text = &long_text->text;
    if (!reserve(long_text, length))
        return;
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void long_text_add_html(LongText *text, const char *string)
{
    for (const char *c = string; *c != '\0'; c++) {
        if (*c == '&')
            long_text_add(text, "&amp;");
        else if (*c == '<')
            long_text_add(text, "&lt;");
        else if (*c == '>')
            long_text_add(text, "&gt;");
        else if (*c == '"')
            long_text_add(text, "&quot;");
        else
            long_text_add_bytes(text, c, 1);
    }
}
