// SPDX-License-Identifier: MIT
//
// Rule 9, the only scorer: playouts, the search and final_score all use it. Every stone
// on the board counts as alive.
#ifndef AREA_H
#define AREA_H

#include "position.h"

// Finds the area of each player: the player's stones, and the empty points that reach
// only that player's color. The two areas are disjoint. An empty point that reaches
// both colors or none belongs to neither.
void area_owner(const Position *pos, Bitboard owner[2]);

// Points of Black minus points of White, without komi.
int area_score(const Position *pos);

#endif
