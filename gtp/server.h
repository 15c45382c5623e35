// SPDX-License-Identifier: MIT
//
// The dialogue. A reader thread reads lines and queues them, so "# interrupt" is seen
// while a command is in progress. The calling thread answers the lines in order, and
// each reply is one write. Pending input disturbs nothing: a client may send a whole
// game without waiting.
// If pondering is on, the engine ponders while there is nothing to answer. Any line, or
// the end of the input, ends that. A command may write its reply line by line while it
// is at work. Nothing else is written meanwhile.
#ifndef SERVER_H
#define SERVER_H

#include "commands.h"

typedef enum ServerEnd {
    SERVER_DONE,        // quit, or the input ended and every command was answered
    SERVER_OUTPUT_LOST, // the client no longer reads; errno says why
    SERVER_NO_THREAD,
    SERVER_NO_MEMORY,
} ServerEnd;

// Answers commands from one file descriptor on another, until quit or the end of the
// input. A last line without a newline counts. "# interrupt" ends the search of every
// earlier command that is not yet answered. If the client no longer reads the output,
// every search ends. A line longer than LINE_LENGTH_MAX is answered with one error.
// Pre: SIGPIPE is ignored.
ServerEnd server_run(Session *session, int input, int output);

// Returns a few words about the end, for stderr. The text is empty for a normal end, or
// if errno says more.
const char *server_end_text(ServerEnd end);

#endif
