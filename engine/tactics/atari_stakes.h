// SPDX-License-Identifier: MIT
//
// What is at stake where stones are in atari: what even a beginner sees.
#ifndef ATARI_STAKES_H
#define ATARI_STAKES_H

#include "position.h"

// Fills a number of stones for each point where the player can play. It is the stones
// that the move captures, less those that the opponent could capture at once
// afterwards, one chain of them, the largest. A chain that has just captured counts as
// safe, so that snapbacks are not seen. Other points get 0.
void atari_stakes(const Position *pos, Color player, int stakes[POINT_LIMIT]);

#endif
