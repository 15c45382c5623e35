// SPDX-License-Identifier: MIT
//
// Writes a review into its record. The nodes of moves, and the first one, get
// properties; the biggest mistakes get the better line as a variation. All else stays
// byte for byte. What is added is ASCII, so the record keeps its encoding.
//
// SBKV and SBKS are the win rate and lead of Black, for Sabaki. LZ, in the first node
// LZOP, has win rate and best moves of the player to move, for Lizzie and LizzieYzy. KT
// is the analysis for KaTrain. V is the estimated score, and mistakes get DO or BM. All
// of these replace what another program has said. Only V, DO, BM, TE and IT of the
// record stay. Sentences are added to the comment. PNK names what was added, see
// own_lines.h. Sources: FF[4]; sabaki.js of Sabaki; SGFParser.java of LizzieYzy.
#ifndef ANNOTATION_H
#define ANNOTATION_H

#include <stdbool.h>
#include <stddef.h>

#include "long_text.h"
#include "review.h"

// Appends the record with the review. `record` is that of the review's game. Errors:
// false when memory is exhausted. Pre: own_lines_remove has been applied.
bool annotation_write(const Review *review, const char *record, size_t length,
                      LongText *out);

#endif
