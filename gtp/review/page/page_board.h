// SPDX-License-Identifier: MIT
//
// A board of a page: a position, the move that was played in it, and the better line.
#ifndef PAGE_BOARD_H
#define PAGE_BOARD_H

#include "long_text.h"
#include "review.h"

// Appends the board before a move. `game` is the position.
void page_board_write(const Review *review, const ReviewedMove *move, const Game *game,
                      LongText *page);

#endif
