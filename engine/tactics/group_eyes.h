// SPDX-License-Identifier: MIT
//
// Which chains of a player live or die together, and how many eyes they have. All
// stones of a long group must know this, but it shows at only a few of them.
//
// A region is a maximal connected set of points without the player's stones (Benson
// 1976, "Life in the game of Go"). A small region with no more enemy stones than empty
// points is an eye. A large one of these that can be divided is two eyes. Chains belong
// to one group if they share an eye or two liberties. This is a guess that is mostly
// right, not a proof of life. A single point is no eye if the diagonals allow its
// capture, but other false eyes count.
#ifndef GROUP_EYES_H
#define GROUP_EYES_H

#include "position.h"

enum { GROUP_EYES_SEEN = 3 };

// The player's stones in groups of exactly 1, 2, ... eyes. The last set holds groups of
// GROUP_EYES_SEEN eyes or more.
void groups_find(const Position *pos, Color player, Bitboard eyes[GROUP_EYES_SEEN]);

#endif
