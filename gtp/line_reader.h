// SPDX-License-Identifier: MIT
//
// Lines that a person types: with editing and a history on a terminal that can do that,
// by libedit if the program was built with it, and as they come from anything else.
#ifndef LINE_READER_H
#define LINE_READER_H

#include <stdbool.h>
#include <stdio.h>

#include "line_buffer.h"

typedef struct LineReader {
    FILE *in, *out; // not owned
    bool edits;
    LineBuffer buffer; // of the last line, if it was not edited
    char *edited;      // the last one that was
    bool no_memory;    // for the next line; else its end is that of the input
} LineReader;

// A reader of `in` that prompts on `out`; `edits` allows it to move the cursor there.
void line_reader_init(LineReader *reader, FILE *in, FILE *out, bool edits);

// Releases the memory.
void line_reader_free(LineReader *reader);

// Shows the prompt, and waits for a line; returns it without its newline, valid until
// the next call. NULL at the end of the input or when memory is exhausted.
const char *line_reader_next(LineReader *reader, const char *prompt);

#endif
