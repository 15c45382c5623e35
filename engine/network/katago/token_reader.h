// SPDX-License-Identifier: MIT
//
// Words and numbers of a file of KataGo. They are separated by blanks. Arrays of
// numbers are written out, or the word @BIN@ stands before them as little-endian
// float32.
//
// After an error `failed` is set, and `error` keeps what was wrong first. All calls are
// still allowed then; each says what it returns.
#ifndef TOKEN_READER_H
#define TOKEN_READER_H

#include "byte_source.h"

enum {
    TOKEN_BYTES = 128, // of a word, with its NUL
    TOKEN_ERROR_BYTES = 256,
    TOKEN_ARRAY_MAX = 1 << 25,   // numbers of an array
    TOKEN_NUMBERS_MAX = 1 << 28, // of all arrays of a file
};

typedef struct TokenReader {
    ByteSource source;
    char word[TOKEN_BYTES]; // the newest
    char part[TOKEN_BYTES]; // of the network, which an error names; "" for none
    float *numbers;         // of the newest array
    size_t number_capacity;
    size_t number_count; // of all arrays up to now
    bool failed;
    char error[TOKEN_ERROR_BYTES];
} TokenReader;

// A reader of the source, which it closes. The reader must be closed.
TokenReader token_reader_open(ByteSource source);
void token_reader_close(TokenReader *reader);

// Keeps an error as printf writes it, behind the name of the part.
void token_reader_fail(TokenReader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// The next word, which lasts until the next call. Errors: "".
const char *token_reader_word(TokenReader *reader);

// Reads the name of a part. Errors are about this part from then on.
void token_reader_part(TokenReader *reader);

// The next word as a whole number from `least` to `most`. Errors: `least`. `what` is
// what it counts.
int token_reader_integer(TokenReader *reader, int least, int most, const char *what);

// The next word as a finite number above 0. Errors: 1.
float token_reader_positive(TokenReader *reader, const char *what);

// The numbers of an array, which last until the next call. All are finite. No more
// memory is taken than twice what the file holds. Errors: NULL.
const float *token_reader_numbers(TokenReader *reader, size_t count);

// Reads up to the end of the file. Errors: when there is more than blanks, or a
// checksum is wrong.
void token_reader_end(TokenReader *reader);

#endif
