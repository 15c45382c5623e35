// SPDX-License-Identifier: MIT
//
// Reads the lines that a person types. On a capable terminal there is editing and a
// history, by libedit if the program was built with it. From any other input, lines are
// read as they come. An interrupt from the keyboard (Ctrl-C) ends the wait for a line.
#ifndef LINE_EDITOR_H
#define LINE_EDITOR_H

#include <stdbool.h>
#include <stdio.h>

#include "input.h"
#include "line_buffer.h"

enum { LINE_READER_BLOCK = 4096 }; // bytes

typedef struct LineEditor {
    Input *input;
    FILE *out; // not owned
    bool edits, is_terminal;
    char block[LINE_READER_BLOCK]; // bytes that were read
    size_t count, taken;           // bytes in the block, and how many of them are used
    bool ended;                    // there are no more bytes
    LineBuffer buffer;             // the last line, if it was not edited
    char *edited;                  // the last line, if it was edited
    // About the last call: why there was no line. If both are false, the input has
    // ended.
    bool no_memory, interrupted;
    bool typed; // in the last call something was typed, as far as that could be seen
} LineEditor;

// Starts an editor that reads from `in` and prompts on `out`. `edits` allows it to move
// the cursor there; only one editor at a time may do so. Nothing else may read from
// `in` meanwhile. Errors: false when memory or another resource is exhausted; there is
// nothing to free.
bool line_editor_init(LineEditor *reader, FILE *in, FILE *out, bool edits);

// Releases the memory.
void line_editor_free(LineEditor *reader);

// Shows the prompt, waits for a line and returns it without its newline. The line is
// valid until the next call. Returns NULL at the end of the input, after an interrupt,
// or when memory is exhausted. An interrupt drops what had been typed. Pre: interrupts
// are held.
const char *line_editor_next(LineEditor *reader, const char *prompt);

#endif
