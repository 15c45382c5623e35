// SPDX-License-Identifier: MIT
#include "json_object.h"

#include <string.h>

static void skip_spaces(JsonObject *object)
{
    while (*object->rest == ' ')
        object->rest++;
}

// Reads the character that must come next.
static bool read_mark(JsonObject *object, char mark)
{
    skip_spaces(object);
    if (*object->rest != mark)
        return false;
    object->rest++;
    skip_spaces(object);
    return true;
}

// Reads a string, or a word or number that needs no quotation marks.
static bool read_word(JsonObject *object, char word[JSON_WORD_SIZE])
{
    bool quoted = read_mark(object, '"');
    size_t length = strcspn(object->rest, quoted ? "\"\\" : " ,:{}[]\"\\");
    if ((length == 0 && !quoted) || length >= JSON_WORD_SIZE)
        return false;
    memcpy(word, object->rest, length);
    word[length] = '\0';
    object->rest += length;
    return !quoted || read_mark(object, '"');
}

bool json_object_begin(JsonObject *object, const char *text)
{
    *object = (JsonObject){.rest = text};
    return read_mark(object, '{');
}

JsonStep json_object_next(JsonObject *object, char key[JSON_WORD_SIZE],
                          char value[JSON_WORD_SIZE])
{
    if (read_mark(object, '}'))
        return *object->rest == '\0' ? JSON_END : JSON_MALFORMED;
    bool is_read = (!object->is_begun || read_mark(object, ',')) &&
                   read_word(object, key) && read_mark(object, ':') &&
                   read_word(object, value);
    object->is_begun = true;
    return is_read ? JSON_FIELD : JSON_MALFORMED;
}
