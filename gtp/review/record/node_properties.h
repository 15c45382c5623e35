// SPDX-License-Identifier: MIT
//
// The properties that a review adds to the nodes of a record.
#ifndef NODE_PROPERTIES_H
#define NODE_PROPERTIES_H

#include "long_text.h"
#include "review.h"

enum { NODE_COMMENT_SIZE = 1024 }; // bytes

// Appends the value of LZ or LZOP.
void node_properties_lizzie(const ReviewPosition *position, LongText *text);

// Appends the lines of a comment on a move, or on the whole game. Each begins with
// OWN_LINE (own_lines.h).
void node_properties_move_comment(const Review *review, const ReviewedMove *move,
                                  Text *text);
void node_properties_first_comment(const Review *review, Text *text);

// Appends the better line as a variation, with its parentheses.
void node_properties_variation(const Review *review, const ReviewedMove *move,
                               LongText *text);

#endif
