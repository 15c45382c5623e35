// SPDX-License-Identifier: MIT
//
// How a playout chooses a move: simple ko, no suicide, no filling of own eyes, and some
// local knowledge, every bit of it tried only with a certain probability. What a
// playout leaves out of the rules is decided here and nowhere else.
#ifndef POLICY_H
#define POLICY_H

#include <stdbool.h>
#include <stdint.h>

#include "params.h"
#include "point_list.h"
#include "position.h"
#include "rng.h"

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

// Adds the moves that capture an enemy chain in atari or save an own one, where the
// chain contains or touches `center`; none for NO_POINT and PASS.
void policy_atari_moves(const Position *pos, Point center, PointList *moves);

// The next move of a playout: a point or PASS. `last` and `second_last` are the two
// moves just played, or NO_POINT or PASS.
Point policy_choose(const Policy *policy, const Position *pos, Point last,
                    Point second_last, Rng *rng);

// The same without knowledge: uniformly one of the points that can be played and are
// not an own eye, or PASS if there is none.
Point policy_choose_light(const Position *pos, Rng *rng);

#endif
