// SPDX-License-Identifier: MIT
//
// Names of properties, as the versions of SGF and various programs spell them.
#ifndef SGF_NAME_H
#define SGF_NAME_H

#include <stdbool.h>

enum { SGF_NAME_SIZE = 16 }; // bytes; longer names are none that we know

// Whether two names have the same letters and digits. Case, and the characters between
// them, are ignored.
bool sgf_is_same_name(const char *a, const char *b);

// Finds the property that a name means. Small letters are ignored (FF[3]) if there are
// capital ones. Words such as `Size` and `Add_Black` become the name of two letters.
// Returns false if the spelling is odd. Pre: the name has only letters, digits and `_`.
bool sgf_name_read(const char *spelled, char name[SGF_NAME_SIZE]);

// Whether the name is in a list. The last entry is NULL.
bool sgf_name_is_in(const char *name, const char *const *names);

// Whether the property changes the board.
bool sgf_name_is_turn(const char *name);

// Whether the property's values may hold any text. Values of the others end at the
// first `]`.
bool sgf_name_is_text(const char *name);

#endif
