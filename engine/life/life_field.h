// SPDX-License-Identifier: MIT
//
// The part of the board in which the life of stones is decided. It is what surrounds
// them, up to stones that live beyond doubt, or as much of that as a local search can
// take.
#ifndef LIFE_FIELD_H
#define LIFE_FIELD_H

#include "life_evidence.h"
#include "life_search.h"

// Makes the problem of a chain; its first player is not set. `solid` are the stones
// that live beyond doubt. Points outside the field belong to the player that the
// evidence gives them to. If the evidence does not clearly give them to the opponent of
// the target, they are a way out. Solid chains that have one or two liberties, all of
// them in the field, are part of it. Errors: false if the chain and its liberties are
// too many points.
bool life_field_find(const Position *pos, const LifeEvidence *evidence,
                     const Bitboard *target, const Bitboard *solid,
                     LifeProblem *problem);

// Makes the problem of a place: a region of points that are empty or hold stones of the
// other player. The owner has to keep its stones around the place alive, except the
// solid ones, and has to own the place alone. Own stones that the place surrounds are
// part of it. On entry the problem holds the position, the owner and the place; the
// rest is filled in.
bool life_field_of_place(const LifeEvidence *evidence, const Bitboard *solid,
                         LifeProblem *problem);

#endif
