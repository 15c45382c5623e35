// SPDX-License-Identifier: MIT
//
// The options of the program. One table serves parsing, messages and help.
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>

#include "command_line.h"
#include "text.h"

// An option. `set` stores its value in the command line. If the value is not allowed,
// it returns false and appends what is allowed.
typedef struct ProgramOption {
    const char *name;
    const char *value; // name of the value in the help; NULL: no value
    bool (*set)(CommandLine *line, const char *value, Text *allowed);
    const char *help;
} ProgramOption;

// Finds the option for a word such as `--name` or `--name=value`. One hyphen is enough
// for the options of KataGo's. Returns NULL if there is none.
const ProgramOption *options_find(const char *word);

// Is it one of KataGo's options?
bool options_is_katago(const ProgramOption *option);

// Does it name a configuration, which the other options beat?
bool options_is_config(const ProgramOption *option);

// Appends the options as --help shows them, and notes on their values.
void options_write(Text *text);

#endif
