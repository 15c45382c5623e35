// SPDX-License-Identifier: MIT
//
// Lines that a person types: with editing and a history on a terminal that can do that,
// by libedit if the program was built with it, and as they come from anything else. An
// interrupt from the keyboard (Ctrl-C) ends the waiting for a line.
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
    char block[LINE_READER_BLOCK]; // bytes that have come,
    size_t count, taken;           // so many, and how many of them are used
    bool ended;                    // there are no more
    LineBuffer buffer;             // of the last line, if it was not edited
    char *edited;                  // the last one that was
    // Of the last call; why there was no line, else it was the end of the input.
    bool no_memory, interrupted;
    bool typed; // in the last call anything was, as far as it could be seen
} LineEditor;

// A reader of `in` that prompts on `out`; `edits` allows it to move the cursor there,
// and only one reader at a time may. Nobody else reads from `in` then. Errors: false
// when memory, or what else it takes, is exhausted; nothing to be released.
bool line_editor_init(LineEditor *reader, FILE *in, FILE *out, bool edits);

// Releases the memory.
void line_editor_free(LineEditor *reader);

// Shows the prompt, and waits for a line; returns it without its newline, valid until
// the next call. NULL at the end of the input, after an interrupt, with which what had
// been typed is dropped, or when memory is exhausted. Pre: interrupts are held.
const char *line_editor_next(LineEditor *reader, const char *prompt);

#endif
