// SPDX-License-Identifier: MIT
//
// Ladders, read out on Position: the one thing about the far side of the board that a
// move beside a chain has to know at once, and that playouts see badly.
#ifndef LADDER_H
#define LADDER_H

#include <stdbool.h>

#include "position.h"

// Is the chain through a stone caught by ataris without end, whatever its owner tries:
// extending, or capturing a chain beside it that is in atari? Whoever is to move moves
// first: its owner, whose chain should be in atari, or the opponent, for a chain with
// one or two liberties. A simple ko is not fought. Not caught if that cannot be decided
// within a few hundred moves. Pre: a stone there.
bool ladder_is_caught(const Position *pos, Point stone);

// Is it caught after the player to move, either of them, has played a point? No, if he
// cannot play there and is the opponent of its owner; yes, if he is the owner.
bool ladder_is_caught_after(const Position *pos, Point stone, Point move);

#endif
