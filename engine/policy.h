// SPDX-License-Identifier: MIT
//
// What a playout knows of good moves: a Policy holds the probabilities with which its
// rules have their turn, and the set of good 3x3 shapes. The lanes play by it
// (lane_policy.h); what the tree believes beforehand asks the same questions of single
// points.
#ifndef POLICY_H
#define POLICY_H

#include <stdbool.h>
#include <stdint.h>

#include "params.h"
#include "position.h"

enum { PATTERN_CODES = 1 << 16 };

typedef struct Policy {
    Params params;
    uint64_t patterns[PATTERN_CODES / 64]; // set of the codes that match a good shape
} Policy;

// A policy with these parameters; builds the set of patterns.
void policy_init(Policy *policy, const Params *params);

// Is the empty point an eye of the player, as far as its eight neighbours tell: all
// adjacent points his or off the board, and at most one enemy on the diagonals (none at
// the edge)?
bool policy_is_eye(const Position *pos, Point p, Color player);

// Liberties that the chain of the player to move would have after playing an empty
// point, counted up to `limit` (1..8). A capture of more than one stone counts as
// `limit`.
int policy_liberties_after(const Position *pos, Point p, int limit);

// Does the surrounding of an empty point match a good 3x3 shape for the player to move?
// Source: the shapes of Gelly, Wang, Munos, Teytaud 2006.
bool policy_matches_pattern(const Policy *policy, const Position *pos, Point p);

#endif
