// SPDX-License-Identifier: MIT
//
// The lines of a file of game records, one after the other; files whose names end in
// .xz are read through the program xz.
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
    pid_t child;          // the xz that writes into the file, or 0
    uint64_t line_number; // of the newest line, from 1
    char line[RECORD_LINE_MAX];
} RecordStream;

// Opens the file at its beginning. Errors: false if it cannot be opened. A damaged .xz
// file is only noticed at its end.
bool stream_open(RecordStream *stream, const char *path);

// Reads the next line, without its newline; what exceeds RECORD_LINE_MAX - 1 bytes is
// dropped. False at the end of the file.
bool stream_next(RecordStream *stream);

// Closes it. Errors: false if it could not be read, or not be unpacked.
bool stream_close(RecordStream *stream);

#endif
