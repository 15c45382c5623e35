// SPDX-License-Identifier: MIT
//
// The part of the board in which it is decided whether stones live: what surrounds them
// up to stones that live beyond doubt, or as much of that as a local search can take.
#ifndef LIFE_FIELD_H
#define LIFE_FIELD_H

#include "life_evidence.h"
#include "life_search.h"

// The problem of a chain, whose first player is not set yet. `solid` are the stones
// that live beyond doubt. Points outside the field belong to whom the evidence gives
// them; where it gives the opponent of the target no clear right to them, they are a
// way out. Errors: false if the chain and its liberties are too many points.
bool life_field_find(const Position *pos, const LifeEvidence *evidence,
                     const Bitboard *target, const Bitboard *solid,
                     LifeProblem *problem);

// The same of a place, a region of points that are empty or hold stones of the other
// player: that those of its owner's stones around it which are not solid live, and that
// the place becomes his alone. Stones of his that it surrounds are a part of it. The
// problem tells the position, the owner and the place; the rest is filled in.
bool life_field_of_place(const LifeEvidence *evidence, const Bitboard *solid,
                         LifeProblem *problem);

#endif
