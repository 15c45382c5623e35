// SPDX-License-Identifier: MIT
//
// Reads an argument in JSON: one object of strings, numbers and words, without escapes
// and without objects or lists in it.
#ifndef JSON_OBJECT_H
#define JSON_OBJECT_H

#include <stdbool.h>

enum { JSON_WORD_SIZE = 64 }; // bytes of a key or a value

typedef struct JsonObject {
    const char *rest; // what has not been read yet
    bool is_begun;    // a field has been read
} JsonObject;

typedef enum JsonStep {
    JSON_FIELD,     // a key and its value have been read
    JSON_END,       // nothing is left
    JSON_MALFORMED, // or a word is too long
} JsonStep;

// Begins to read an object. Errors: false if the text does not begin with one.
bool json_object_begin(JsonObject *object, const char *text);

// Reads the next field. A value is stored without its quotation marks. After
// JSON_MALFORMED nothing more can be read.
JsonStep json_object_next(JsonObject *object, char key[JSON_WORD_SIZE],
                          char value[JSON_WORD_SIZE]);

#endif
