// SPDX-License-Identifier: MIT
//
// The Go Text Protocol as bytes: a line becomes a Command, an answer becomes a framed
// reply. This module knows nothing of Go. Source: GTP 2 draft 2, "Protocol structure".
// Bytes above 127 pass through unchanged both ways.
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

// A command. Its name and words point into the parsed line, and are valid as long as
// that line. The table of words grows with the longest line and is reused.
typedef struct Command {
    bool has_id;
    int id;           // 0 .. 2^31-1
    const char *name; // "" if the line held nothing but an id
    int argc;
    char **argv; // the words after the name
    char **words;
    size_t word_capacity;
} Command;

typedef enum ParseResult {
    PARSE_COMMAND,
    PARSE_BLANK, // no reply is needed
    PARSE_NO_MEMORY,
} ParseResult;

// Starts a command without words. Allocates no memory until the first parse.
void command_init(Command *command);

// Frees the table of words.
void command_free(Command *command);

// Parses one line of `length` bytes, with or without its line end. The line is changed
// in place to hold the words. Control characters except HT are removed. `#` begins a
// comment. Spaces and tabs separate words.
// A word that begins with a double quote ends at the next double quote. So a file name
// may contain spaces, as GoGui sends it. If there is no second quote, the first one is
// an ordinary character. After a word that begins with a brace, it always is: that is
// JSON. If the first word consists of digits and is small enough, it
// is the id.
// A line with only an id and a comment is blank. GTP 2 does not say what it is; GNU Go,
// which decides then, does not answer it.
// Errors: PARSE_NO_MEMORY when the table of words cannot grow; the id is set
// nevertheless. Pre: line[length] is writable.
ParseResult command_parse(Command *command, char *line, size_t length);

// Whether the line asks to interrupt the command in progress. GoGui sends this inside a
// comment. Call it before the line is parsed.
bool line_is_interrupt(const char *line, size_t length);

// Appends the reply to a command: status, id, one space, the text, and two newlines.
// Empty and blank lines of the text are left out, because an empty line would end the
// reply. Carriage returns are left out too. One newline at the very beginning of the
// text stays, so that a picture can begin on its own line. If the reply does not fit,
// sets reply->truncated. REPLY_FRAME_MAX bytes more than the text are enough.
void reply_write(Text *reply, const Command *command, bool success, const char *text);

enum { REPLY_FRAME_MAX = 20 };

// Begins a successful reply whose lines follow one by one. Appends status, id, one
// space and a newline.
void reply_begin(Text *reply, const Command *command);

// Ends such a reply. Appends the lines of the text as reply_write does, and the empty
// line.
void reply_end(Text *reply, const char *text);

#endif
