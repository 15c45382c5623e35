// SPDX-License-Identifier: MIT
//
// The Go Text Protocol as bytes: a line becomes a Command, an answer becomes a framed
// reply. Knows nothing of Go. Source: GTP 2 draft 2, "Protocol structure". Bytes above
// 127 pass through unchanged both ways.
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>

#include "text.h"

// A command. Name and words are slices of the line that was parsed and die with it; the
// table that holds them grows with the longest line and is reused.
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
    PARSE_BLANK, // nothing to answer
    PARSE_NO_MEMORY,
} ParseResult;

// A command without words. No memory is taken before the first parse.
void command_init(Command *command);

// Releases the table of words.
void command_free(Command *command);

// Reads one line of `length` bytes, with or without its line end, and changes it in
// place to hold the words. Control characters except HT are dropped, `#` begins a
// comment, words are separated by spaces and tabs. A word that begins with a double
// quote goes on to the next one, so that a file name may contain spaces (as GoGui sends
// them); without a second quote the first is an ordinary character. A first word of
// digits is the id, if it fits. A comment with nothing but an id before it is blank:
// GTP 2 says nothing of it, and GNU Go, which decides then, does not answer. Errors:
// PARSE_NO_MEMORY, when the table of words cannot grow; the id is known nevertheless.
// Pre: line[length] may be written to.
ParseResult command_parse(Command *command, char *line, size_t length);

// Does the line mean "end what you are doing", which GoGui hides in a comment? To be
// asked before the line is parsed.
bool line_is_interrupt(const char *line, size_t length);

// Appends the reply to a command: status, id, one space, the text, and two newlines.
// Lines of the text that are empty or blank are left out, because an empty line would
// end the reply for the client, as are carriage returns; only a newline at its very
// beginning stays, so that a picture can begin on a line of its own. Sets
// reply->truncated if it does not fit; REPLY_FRAME_MAX bytes more than the text are
// enough.
void reply_write(Text *reply, const Command *command, bool success, const char *text);

enum { REPLY_FRAME_MAX = 20 };

// Appends the head of a successful reply whose lines come one by one: status, id, one
// space and a newline.
void reply_begin(Text *reply, const Command *command);

// Appends the end of such a reply: the lines of the text, as reply_write does, and the
// empty line.
void reply_end(Text *reply, const char *text);

#endif
