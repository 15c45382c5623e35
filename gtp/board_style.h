// SPDX-License-Identifier: MIT
//
// How a board is drawn on a terminal: in colours, if it has any and the user wants
// them, and with round stones, if it knows the characters. Source: https://no-color.org
#ifndef BOARD_STYLE_H
#define BOARD_STYLE_H

#include <stdbool.h>

#include "diagram.h"

// What is known of a terminal. Strings of the environment may be NULL.
typedef struct TerminalTraits {
    bool is_terminal;     // or a file, a pipe
    const char *term;     // TERM
    const char *no_color; // NO_COLOR
    const char *locale;   // the first of LC_ALL, LC_CTYPE, LANG that says something
} TerminalTraits;

// Those of the terminal, or not, behind a file descriptor.
TerminalTraits terminal_traits(int file);

// Does it understand more than lines of text?
bool terminal_is_smart(const TerminalTraits *traits);

// The style to draw in: DIAGRAM_PLAIN without colours.
const DiagramStyle *board_style_find(const TerminalTraits *traits);

#endif
