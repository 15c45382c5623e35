// SPDX-License-Identifier: MIT
//
// The options of the program: one table, from which reading, messages and help derive.
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>

#include "command_line.h"
#include "text.h"

// An option. `set` stores its value in the command line; for a value that is not
// allowed it returns false and appends what would be.
typedef struct Option {
    const char *name;
    const char *value; // what to call the value in the help; NULL: there is none
    bool (*set)(CommandLine *line, const char *value, Text *allowed);
    const char *help;
} Option;

// The option that a word such as `--name` or `--name=value` means, or NULL. Pre: the
// word begins with two hyphens.
const Option *options_find(const char *word);

// Appends the options, as --help shows them, and what has to be known of their values.
void options_write(Text *text);

#endif
