// SPDX-License-Identifier: MIT
//
// Eyes of one point, as far as the eight points around tell.
#ifndef EYE_H
#define EYE_H

#include <stdbool.h>

#include "position.h"

// Is an empty point an eye of the player? All adjacent points are the player's or off
// the board, and at most one diagonal point is the enemy's, none at the edge. The
// definition is that of most playouts; it calls some false eyes true.
bool eye_is_single(const Position *pos, Point p, Color player);

#endif
