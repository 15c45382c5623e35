// SPDX-License-Identifier: MIT
//
// Breaks long lines of a text between words, so that they fit a terminal.
#ifndef LINE_BREAKS_H
#define LINE_BREAKS_H

#include "text.h"

// Appends the lines of a string. A line of more than `columns` columns is broken before
// a word, and the blanks before that word are left out. A word that is longer than a
// line stays whole. If `columns` is 0, no line is broken.
// An entry of a list begins with two blanks. Its next lines are indented to the text
// that follows the next two blanks. A picture of a board reaches from a line that
// begins with three blanks to the next such line. Its rows lose the numbers at the
// right if they fit only so, as 19x19 on 40 columns, and else stay unchanged. An escape
// sequence takes no column; a character of UTF-8 takes one.
void line_breaks_add(const char *string, int columns, Text *text);

#endif
