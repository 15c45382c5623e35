// SPDX-License-Identifier: MIT
#include "flat_json.h"

#include <jansson.h>
#include <string.h>

#include "text.h"

bool flat_json_begin(FlatJson *object, const char *text)
{
    json_error_t error;
    json_t *root = json_loads(text, 0, &error);
    *object = (FlatJson){.root = root, .field = json_object_iter(root)};
    return json_is_object(root);
}

// Writes a value as a word. Errors: false if it is none, or too long.
static bool write_word(const json_t *value, Text *word)
{
    if (json_is_string(value))
        text_add(word, json_string_value(value));
    else if (json_is_boolean(value))
        text_add(word, json_is_true(value) ? "true" : "false");
    else if (json_is_integer(value))
        text_printf(word, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        text_printf(word, "%.17g", json_real_value(value));
    else
        return false;
    return !word->truncated;
}

FlatJsonStep flat_json_next(FlatJson *object, char key[FLAT_JSON_WORD_SIZE],
                            char value[FLAT_JSON_WORD_SIZE])
{
    if (object->field == NULL)
        return FLAT_JSON_END;
    const char *name = json_object_iter_key(object->field);
    Text word = text_over(value, FLAT_JSON_WORD_SIZE);
    if (strlen(name) >= FLAT_JSON_WORD_SIZE ||
        !write_word(json_object_iter_value(object->field), &word))
        return FLAT_JSON_MALFORMED;
    memcpy(key, name, strlen(name) + 1);
    object->field = json_object_iter_next(object->root, object->field);
    return FLAT_JSON_FIELD;
}

void flat_json_end(FlatJson *object)
{
    json_decref(object->root);
    object->root = NULL;
}
