// SPDX-License-Identifier: MIT
//
// Who owns each point after each root move: sums of one thread over what it found below
// the move. They take some megabytes, so a search has them only if they are wanted.
#ifndef MOVE_OWNERS_H
#define MOVE_OWNERS_H

#include <stdint.h>

#include "bitboard.h"
#include "point.h"
#include "point_counter.h"

// The sums below one root move.
typedef struct OwnerSums {
    uint64_t playouts, evaluations;
    PointCounter owned[2]; // by Color: playouts that left a point to that player
    // Of evaluations; 1: Black's, -1: White's.
    double network[POINT_LIMIT], network_square[POINT_LIMIT];
} OwnerSums;

typedef struct MoveOwners MoveOwners;

// Errors: NULL when memory is exhausted.
MoveOwners *move_owners_new(void);
void move_owners_delete(MoveOwners *owners); // NULL is allowed

// Forgets all sums.
void move_owners_clear(MoveOwners *owners);

// The sums of a move, to be added to.
OwnerSums *move_owners_of(MoveOwners *owners, Point move);

// The sums of a move. NULL: nothing was added.
const OwnerSums *move_owners_known(const MoveOwners *owners, Point move);

#endif
