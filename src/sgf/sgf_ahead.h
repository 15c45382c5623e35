// SPDX-License-Identifier: MIT
//
// Looks ahead in a record, where what stands somewhere can be told only from what
// follows. Looks no farther than two brackets, so that a record is read in a time that
// grows with its length.
#ifndef SGF_AHEAD_H
#define SGF_AHEAD_H

#include "sgf_cursor.h"

// Is the `]` here one of a text, without its `\`? It is if nothing follows that can
// follow a value, and another `]` comes before the next move. is_open: a `[` stands in
// the text, so that this is to be looked at more closely. Pre: at a `]`.
// Source: https://homepages.cwi.nl/~aeb/go/sgfutils/html/sgfcharset.html
bool sgf_is_bare_bracket(SgfCursor cursor, bool is_open);

// Is it a `;` with a property behind it, as at the beginning of a record without `(`?
bool sgf_is_bare_node(SgfCursor cursor);

#endif
