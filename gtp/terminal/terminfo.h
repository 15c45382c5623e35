// SPDX-License-Identifier: MIT
//
// What the database of terminals knows of one. Source: X/Open Curses, terminfo.
#ifndef TERMINFO_H
#define TERMINFO_H

typedef enum Known { NOT_KNOWN, KNOWN_NO, KNOWN_YES } Known;

typedef struct TerminfoEntry {
    Known colors; // chosen by sequences of ECMA-48
    Known erases; // the rest of a line, by such a sequence
} TerminfoEntry;

// The entry of a terminal of this type, as TERM names it. Nothing is known if the
// program was built without the library. Of a type without an entry it is not known
// whether there are colors, and nothing else is to be expected of it.
TerminfoEntry terminfo_find(const char *type);

#endif
