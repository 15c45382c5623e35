// SPDX-License-Identifier: MIT
//
// Who owns what, as KataGo's networks are shown it. Groups that are alive even if they
// never move again own what they enclose, dead stones included.
#ifndef KATAGO_AREA_H
#define KATAGO_AREA_H

#include <stdbool.h>

#include "position.h"

// The areas of both players, disjoint: stones, surrounded points, and enemy stones
// among pass-alive groups. `suicide`: suicide is allowed, so filling an eye does not
// keep the enemy out of it. Source: Benson 1976, "Life in the game of Go";
// Board::calculateArea of KataGo 1.17.
void katago_area(const Position *pos, bool suicide, Bitboard area[2]);

// Only what is alive even if it never moves again, and what it encloses for certain.
// Source: Board::calculateArea of KataGo 1.17 without stones that are not pass-alive
// and without unsafe territories.
void katago_area_alive(const Position *pos, bool suicide, Bitboard area[2]);

// The areas without what is surrounded in seki. A part of an area keeps only its stones
// if it touches a point of neither player, or has a stone in atari. Source:
// Board::calculateIndependentLifeArea of KataGo 1.17.
void katago_area_without_seki(const Position *pos, bool suicide, Bitboard area[2]);

#endif
