// SPDX-License-Identifier: MIT
//
// Names of properties, as the versions of SGF and the programs of the world spell them.
#ifndef SGF_NAME_H
#define SGF_NAME_H

#include <stdbool.h>

enum { SGF_NAME_SIZE = 16 }; // longer names are none of ours

// Are the letters and digits the same, whatever their case and what lies between them?
bool sgf_is_same_name(const char *a, const char *b);

// Finds out which property is meant: small letters are decoration (FF[3]), but not
// where there are no capital ones; words such as `Size` and `Add_Black` have the name
// of two letters. False: that is odd. Pre: letters, digits and `_`.
bool sgf_name_read(const char *spelled, char name[SGF_NAME_SIZE]);

// Is it one of these? The last one is NULL.
bool sgf_name_is_in(const char *name, const char *const *names);

// Does it change the board?
bool sgf_name_is_turn(const char *name);

// May its values hold any text? Those of others end at the first `]`.
bool sgf_name_is_text(const char *name);

#endif
