// SPDX-License-Identifier: MIT
//
// The dialogue: a thread of its own reads lines and queues them, so that "# interrupt"
// is seen while a command is in progress; the calling thread answers them in order,
// each reply with one write. Pending input disturbs nobody: a client may send a whole
// game without waiting. While there is nothing to answer the engine ponders, if it is
// to; any line, or the end of the input, ends that. A command may write its reply line
// by line while it is at work: nothing else is written meanwhile.
#ifndef SERVER_H
#define SERVER_H

#include "commands.h"

typedef enum ServerEnd {
    SERVER_DONE,        // quit, or the input ended and every command was answered
    SERVER_OUTPUT_LOST, // nobody listens any more; errno says why
    SERVER_NO_THREAD,
    SERVER_NO_MEMORY,
} ServerEnd;

// Answers the commands from one file descriptor on another until quit or the end of the
// input; a last line without a newline counts. "# interrupt" ends the thinking of every
// command that came before it and is not yet answered, and so does the loss of whoever
// listens at the output, of every command. A line longer than
// LINE_LENGTH_MAX is answered with one error. Pre: SIGPIPE is ignored.
ServerEnd server_run(Session *session, int input, int output);

// A few words on how it ended, for stderr; empty for a quiet end, or if errno says
// more.
const char *server_end_text(ServerEnd end);

#endif
