// SPDX-License-Identifier: MIT
//
// Eyes of one point, judged by the eight points around them.
#ifndef EYE_H
#define EYE_H

#include <stdbool.h>

#include "position.h"

// Is an empty point an eye of the player? All adjacent points must be the player's or
// off the board. At most one diagonal point may be the enemy's; at the edge none. Most
// playouts use this definition; it calls some false eyes true.
bool eye_is_single(const Position *pos, Point p, Color player);

#endif
