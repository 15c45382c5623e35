// SPDX-License-Identifier: MIT
//
// Unconditional life: chains that live even if their owner always passes. Source: D. B.
// Benson, "Life in the game of Go" (1976).
#ifndef BENSON_H
#define BENSON_H

#include "position.h"

// The stones of the player's unconditionally alive chains.
Bitboard benson_alive(const Position *pos, Color player);

#endif
