// SPDX-License-Identifier: MIT
#include "flat_json.h"

#include <string.h>

static void skip_spaces(FlatJson *object)
{
    while (*object->rest == ' ')
        object->rest++;
}

// Reads the character that must come next.
static bool read_mark(FlatJson *object, char mark)
{
    skip_spaces(object);
    if (*object->rest != mark)
        return false;
    object->rest++;
    skip_spaces(object);
    return true;
}

// Reads a string, or a word or number that needs no quotation marks.
static bool read_word(FlatJson *object, char word[FLAT_JSON_WORD_SIZE])
{
    bool quoted = read_mark(object, '"');
    size_t length = strcspn(object->rest, quoted ? "\"\\" : " ,:{}[]\"\\");
    if ((length == 0 && !quoted) || length >= FLAT_JSON_WORD_SIZE)
        return false;
    memcpy(word, object->rest, length);
    word[length] = '\0';
    object->rest += length;
    return !quoted || read_mark(object, '"');
}

bool flat_json_begin(FlatJson *object, const char *text)
{
    *object = (FlatJson){.rest = text};
    return read_mark(object, '{');
}

FlatJsonStep flat_json_next(FlatJson *object, char key[FLAT_JSON_WORD_SIZE],
                            char value[FLAT_JSON_WORD_SIZE])
{
    if (read_mark(object, '}'))
        return *object->rest == '\0' ? FLAT_JSON_END : FLAT_JSON_MALFORMED;
    bool is_read = (!object->is_begun || read_mark(object, ',')) &&
                   read_word(object, key) && read_mark(object, ':') &&
                   read_word(object, value);
    object->is_begun = true;
    return is_read ? FLAT_JSON_FIELD : FLAT_JSON_MALFORMED;
}

void flat_json_end(FlatJson *object)
{
    object->rest = "";
}
