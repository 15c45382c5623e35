// SPDX-License-Identifier: MIT
//
// Unconditional life: chains that live even if their owner passes for ever. Source:
// D. B. Benson, "Life in the game of Go" (1976).
#ifndef BENSON_H
#define BENSON_H

#include "position.h"

// The player's stones whose chains live so.
Bitboard benson_alive(const Position *pos, Color player);

#endif
