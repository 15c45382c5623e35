// SPDX-License-Identifier: MIT
//
// Rule 9, the only scorer: playouts, the search and final_score all use it. Every stone
// on the board counts as alive.
#ifndef AREA_H
#define AREA_H

#include "position.h"

// The two areas: a player's stones, and the empty points that reach only his colour.
// Disjoint; empty points reaching both colours or none belong to neither.
void area_owner(const Position *pos, Bitboard owner[2]);

// Points of Black minus points of White, no komi.
int area_score(const Position *pos);

#endif
