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
    double lag;             // seconds per move; negative: not given
    const char *log_path;   // NULL: no log
    const char *games_path; // folder for all games; NULL: games are not saved
    bool has_sandbox;
    const char *sandbox_path; // folder whose files stay accessible; NULL: none
    LiveOutput live_output;   // written to stderr
    bool no_network;
    const char *network_path; // NULL: the default network, or no network
    Precision precision;      // of a network of KataGo's
    bool help, version;       // only print this text
    bool size_chosen, rules_chosen;
    int word_count; // words of the GTP command; 0: no command, so hold a dialogue
    char **words;
} CommandLine;

// Parses the arguments of the program. argv[0] is the program's name. Options may stand
// before and after the command. After a word `--` there are no more options. The result
// points into argv, and the words of the command are moved to its front. Errors: false;
// the message says what is wrong and what is allowed.
bool command_line_parse(int argc, char *argv[], CommandLine *line, Text *message);

// Appends the text of --help.
void command_line_write_help(Text *text);

#endif
