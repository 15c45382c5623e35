// SPDX-License-Identifier: MIT
//
// Which chains of a player live or die together, and how many eyes they have: what must
// be known at all stones of a long group, and is seen at a few of them only.
//
// A region is a largest connected set of points without the player's stones (Benson
// 1976, "Life in the game of Go"). One that is small, and has no more enemy stones
// than empty points, is an eye, or two where a large one can be divided. Chains belong
// to one group if they share an eye or two liberties. This is a guess that is mostly
// right, not a proof of life: a single point is no eye if the diagonals allow to take
// it, but other false eyes count.
#ifndef GROUP_EYES_H
#define GROUP_EYES_H

#include "position.h"

enum { GROUP_EYES_SEEN = 3 };

// The player's stones in groups of exactly 1, 2, ... eyes, the last with so many or
// more.
void groups_find(const Position *pos, Color player, Bitboard eyes[GROUP_EYES_SEEN]);

#endif
