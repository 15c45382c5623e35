// SPDX-License-Identifier: MIT
#include "text.h"

#include <stdio.h>
#include <string.h>

Text text_over(char *bytes, size_t capacity)
{
    bytes[0] = '\0';
    return (Text){.bytes = bytes, .capacity = capacity};
}

void text_clear(Text *text)
{
    text->bytes[0] = '\0';
    text->length = 0;
    text->truncated = false;
}

void text_vprintf(Text *text, const char *format, va_list args)
{
    size_t room = text->capacity - text->length;
    int wanted = vsnprintf(text->bytes + text->length, room, format, args);
    if (wanted < 0 || (size_t)wanted >= room) {
        text->truncated = true;
        text->length += strlen(text->bytes + text->length);
    } else {
        text->length += (size_t)wanted;
    }
}

void text_printf(Text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_vprintf(text, format, args);
    va_end(args);
}

void text_add(Text *text, const char *string)
{
    size_t room = text->capacity - text->length - 1;
    size_t length = strlen(string);
    if (length > room) {
        length = room;
        text->truncated = true;
    }
    memcpy(text->bytes + text->length, string, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_add_char(Text *text, char character)
{
    if (character == '\0')
        return;
    if (text->length + 1 == text->capacity) {
        text->truncated = true;
        return;
    }
    text->bytes[text->length++] = character;
    text->bytes[text->length] = '\0';
}
