// SPDX-License-Identifier: MIT
//
// Chooses how a board is drawn on a terminal. It has colors if the terminal has them
// and the user wants them. It has round stones if the terminal has the characters.
// Sources: terminfo; https://no-color.org; COLORTERM as S-Lang and others use it.
#ifndef BOARD_STYLE_H
#define BOARD_STYLE_H

#include <stdbool.h>

#include "diagram.h"
#include "terminfo.h"

// What is known of a terminal. Strings from the environment may be NULL.
typedef struct TerminalTraits {
    bool is_terminal;      // false: a file or a pipe
    const char *term;      // the variable TERM
    const char *no_color;  // the variable NO_COLOR
    const char *colorterm; // the variable COLORTERM
    const char *locale; // the first of LC_ALL, LC_CTYPE, LANG that is set and not empty
    TerminfoEntry entry; // the entry for TERM
} TerminalTraits;

// Returns the traits of a file descriptor, which may be no terminal. Opens files to
// find out.
TerminalTraits terminal_traits(int file);

// Whether the terminal understands more than lines of text.
bool terminal_is_smart(const TerminalTraits *traits);

// Whether the terminal can erase the text on the last line.
bool terminal_can_erase(const TerminalTraits *traits);

// Returns the style to draw in. Without colors it is DIAGRAM_PLAIN.
const DiagramStyle *board_style_find(const TerminalTraits *traits);

// Are Black's stones an X and White's an O, not only of different colors?
bool board_style_has_letters(const DiagramStyle *style);

#endif
