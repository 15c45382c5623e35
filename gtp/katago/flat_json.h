// SPDX-License-Identifier: MIT
//
// Reads an argument in JSON: one object of strings, numbers and truth values, without
// lists and without objects in it. Jansson reads it where the program is built with it.
// Otherwise a small reader does, which knows no escapes, and takes words without
// quotation marks.
#ifndef FLAT_JSON_H
#define FLAT_JSON_H

#include <stdbool.h>

enum { FLAT_JSON_WORD_SIZE = 64 }; // bytes of a key or a value

typedef struct FlatJson {
    const char *rest; // what has not been read yet, for the small reader
    bool is_begun;    // a field has been read
    void *root;       // the value, and the field to read next, for Jansson
    void *field;
} FlatJson;

typedef enum FlatJsonStep {
    FLAT_JSON_FIELD,     // a key and its value have been read
    FLAT_JSON_END,       // nothing is left
    FLAT_JSON_MALFORMED, // or a word is too long
} FlatJsonStep;

// Begins to read an object. Errors: false if the text is not one; flat_json_end may be
// called.
bool flat_json_begin(FlatJson *object, const char *text);

// Reads the next field. A value is stored without its quotation marks. After
// FLAT_JSON_MALFORMED nothing more can be read.
FlatJsonStep flat_json_next(FlatJson *object, char key[FLAT_JSON_WORD_SIZE],
                            char value[FLAT_JSON_WORD_SIZE]);

// Releases the memory of an object that was begun.
void flat_json_end(FlatJson *object);

#endif
