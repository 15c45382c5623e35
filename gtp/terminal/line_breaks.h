// SPDX-License-Identifier: MIT
//
// Long lines of a text, broken between words so that they fit a terminal.
#ifndef LINE_BREAKS_H
#define LINE_BREAKS_H

#include "text.h"

// Appends the lines of a string. A line of more than so many columns goes on in the
// next one, from a word on; the blanks before that word are left out. A word that is
// longer itself stays whole. 0 columns: nothing is broken. An entry of a list begins
// with two blanks, and goes on below the text that follows the next two. A picture of a
// board reaches from a line that begins with three blanks to the next such line, and
// stays as it is. Escape sequences take no column, each character of UTF-8 takes one.
void line_breaks_add(const char *string, int columns, Text *text);

#endif
