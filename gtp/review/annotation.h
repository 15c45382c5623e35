// SPDX-License-Identifier: MIT
//
// Writes a review into its record. The nodes of moves, and the first one, get
// properties; the biggest mistakes get the better line as a variation. All else stays
// byte for byte. What is added is ASCII, so the record keeps its encoding.
//
// A node gets the win rate and lead of Black for Sabaki (SBKV, SBKS), the win rate and
// the best moves of the player to move for Lizzie and LizzieYzy (LZ, in the first node
// LZOP), the analysis for KaTrain (KT), the estimated score (V), and for mistakes DO or
// BM. These replace what another program has said before, but for V, DO, BM, TE and IT,
// which then stay. Sentences are added to the comment. PNK names what was added, see
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
