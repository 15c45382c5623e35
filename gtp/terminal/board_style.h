// SPDX-License-Identifier: MIT
//
// How a board is drawn on a terminal: in colours, if it has any and the user wants
// them, and with round stones, if it knows the characters. Sources: terminfo;
// https://no-color.org; COLORTERM as S-Lang and others have it.
#ifndef BOARD_STYLE_H
#define BOARD_STYLE_H

#include <stdbool.h>

#include "diagram.h"
#include "terminfo.h"

// What is known of a terminal. Strings of the environment may be NULL.
typedef struct TerminalTraits {
    bool is_terminal;      // or a file, a pipe
    const char *term;      // TERM
    const char *no_color;  // NO_COLOR
    const char *colorterm; // COLORTERM
    const char *locale;    // the first of LC_ALL, LC_CTYPE, LANG that says something
    TerminfoEntry entry;   // of TERM
} TerminalTraits;

// Those of the terminal, or not, behind a file descriptor. Opens files to find out.
TerminalTraits terminal_traits(int file);

// Does it understand more than lines of text?
bool terminal_is_smart(const TerminalTraits *traits);

// Can it take back what stands in the last line?
bool terminal_can_erase(const TerminalTraits *traits);

// The style to draw in: DIAGRAM_PLAIN without colours.
const DiagramStyle *board_style_find(const TerminalTraits *traits);

#endif
