// SPDX-License-Identifier: MIT
//
// Reads the lines of a file of game records, one after the other. A file whose name
// ends in .xz is read through the program xz.
#ifndef RECORD_STREAM_H
#define RECORD_STREAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

enum { RECORD_LINE_MAX = 16384 };

typedef struct RecordStream {
    const char *path;
    FILE *file;
    pid_t child;          // process id of the xz that writes into the file; 0: none
    uint64_t line_number; // number of the newest line, from 1
    char line[RECORD_LINE_MAX];
} RecordStream;

// Opens the file at its beginning. Errors: false if it cannot be opened. A damaged .xz
// file is noticed only at its end.
bool stream_open(RecordStream *stream, const char *path);

// Reads the next line, without its newline. Bytes beyond RECORD_LINE_MAX - 1 are
// dropped. False at the end of the file.
bool stream_next(RecordStream *stream);

// Closes the file. Errors: false if it could not be read or unpacked.
bool stream_close(RecordStream *stream);

#endif
