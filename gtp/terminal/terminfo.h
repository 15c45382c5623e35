// SPDX-License-Identifier: MIT
//
// What the terminfo database knows of a terminal. Source: X/Open Curses, terminfo.
#ifndef TERMINFO_H
#define TERMINFO_H

typedef enum Known { NOT_KNOWN, KNOWN_NO, KNOWN_YES } Known;

typedef struct TerminfoEntry {
    Known colors; // colors, chosen by sequences of ECMA-48
    Known erases; // erasing the rest of a line, by a sequence of ECMA-48
} TerminfoEntry;

// Returns the entry of a terminal type, as TERM names it. If the program was built
// without the library, nothing is known. If the type has no entry, colors are not known
// and erasing is taken as missing.
TerminfoEntry terminfo_find(const char *type);

#endif
