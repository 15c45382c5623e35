// SPDX-License-Identifier: MIT
//
// Who owns what as KataGo's networks are shown it: areas in which groups that are alive
// even if they never move again own what they enclose, dead stones included.
#ifndef KATAGO_AREA_H
#define KATAGO_AREA_H

#include <stdbool.h>

#include "position.h"

// The areas of both players, disjoint: stones, what is surrounded, and enemy stones
// among pass-alive groups. `suicide`: an enemy who may clear his own stones cannot be
// kept out of an eye by filling it. Source: Benson 1976, "Life in the game of Go";
// Board::calculateArea of KataGo 1.17.
void katago_area(const Position *pos, bool suicide, Bitboard area[2]);

// The same without what is surrounded in seki: parts of an area that touch a point of
// neither player, or have a stone in atari, keep only their stones. Source:
// Board::calculateIndependentLifeArea of KataGo 1.17.
void katago_area_without_seki(const Position *pos, bool suicide, Bitboard area[2]);

#endif
