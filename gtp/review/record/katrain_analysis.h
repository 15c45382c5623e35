// SPDX-License-Identifier: MIT
//
// The property KT, in which KaTrain keeps the analysis of a position: owners, policy
// and the rest. Each is packed by gzip, in base64. Owners and policy are floats of 16
// bits, the rest is JSON as in KataGo's analysis protocol, from Black's point of view.
// Source: katrain/core/game_node.py of KaTrain 1.20.
#ifndef KATRAIN_ANALYSIS_H
#define KATRAIN_ANALYSIS_H

#include "long_text.h"
#include "review.h"

// Can it be written? Without zlib it cannot.
bool katrain_analysis_is_there(void);

// Appends the three values of the property for the position after a turn. Errors: false
// when memory is exhausted.
bool katrain_analysis_write(const Review *review, int turn, LongText *text);

// The nearest float of 16 bits to a number (IEEE 754, binary16). Beyond its range it is
// infinite.
uint16_t katrain_half_float(float number);

#endif
