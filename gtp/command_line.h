// SPDX-License-Identifier: MIT
//
// The command line: options (options.h), and at most one GTP command with its
// arguments.
#ifndef COMMAND_LINE_H
#define COMMAND_LINE_H

#include <stdbool.h>

#include "engine.h"
#include "live_output.h"
#include "text.h"

typedef struct CommandLine {
    EngineOptions engine;
    double lag;             // seconds a move; negative: not given
    const char *log_path;   // NULL: no log
    const char *games_path; // of the folder for all games; NULL: they are not kept
    bool has_sandbox;
    const char *sandbox_path; // of the folder whose files it leaves; NULL: none
    LiveOutput live_output;   // on stderr
    bool no_network;
    const char *network_path; // NULL: the default network, or none
    bool help, version;       // only to print something is asked for
    bool size_chosen, rules_chosen;
    int word_count; // of the GTP command; 0: none, so hold a dialogue
    char **words;
} CommandLine;

// Reads the arguments of the program, argv[0] being its name. Options may be on either
// side of the command; behind a word `--` there are none. The result borrows from argv,
// in which the words of the command are moved to the front. Errors: false; the message
// says what is wrong and what is allowed.
bool command_line_parse(int argc, char *argv[], CommandLine *line, Text *message);

// Appends the text of --help.
void command_line_write_help(Text *text);

#endif
