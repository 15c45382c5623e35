// SPDX-License-Identifier: MIT
//
// Looks ahead in a record, where only the text that follows can tell what a character
// is. It looks no farther than two brackets. So the time to read a record is
// proportional to its length.
#ifndef SGF_AHEAD_H
#define SGF_AHEAD_H

#include "sgf_cursor.h"

// Whether the `]` here belongs to a text, although its `\` is missing. That is so if
// nothing follows that can follow a value, and another `]` comes before the next move.
// `is_open`: the text has a `[`, so what follows is checked more strictly. Pre: at a
// `]`. Source: https://homepages.cwi.nl/~aeb/go/sgfutils/html/sgfcharset.html
bool sgf_is_bare_bracket(SgfCursor cursor, bool is_open);

// Whether a `;` with a property behind it stands here, as at the beginning of a record
// without `(`.
bool sgf_is_bare_node(SgfCursor cursor);

#endif
