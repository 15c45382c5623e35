// SPDX-License-Identifier: MIT
//
// What a review says of moves and positions, in plain sentences of ASCII.
#ifndef REVIEW_WORDS_H
#define REVIEW_WORDS_H

#include "review.h"
#include "text.h"

// `Black` or `White`.
const char *review_player(Color player);

// Appends `Move 57, White F5`.
void review_write_move(const ReviewedMove *move, Text *text);

// Appends what a move lost, such as `lost 7.2 points and 12.0 % win rate`, `the best
// move` or `lost nothing`.
void review_write_loss(const ReviewedMove *move, Text *text);

// Appends what would have been better, such as `better: D4 E5 F6`. If nothing was lost,
// it is called the first choice. Appends nothing if the move was the best one. At most
// `length` moves are named.
void review_write_better(const Review *review, const ReviewedMove *move, int length,
                         Text *text);

// Appends a lead, such as `Black leads by 3.4 points`.
void review_write_lead(double lead, Text *text);

// Appends the moves of a line, with spaces between them.
void review_write_line(const ReviewMove *move, int length, Text *text);

// Appends a result such as `B+3.4`, as KaTrain and Sabaki have it.
void review_write_score(double lead, Text *text);

// What a grade is called, such as `mistakes`. Pre: LOSS_INACCURACY or greater.
const char *review_grade_name(LossGrade grade);

#endif
