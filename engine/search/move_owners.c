// SPDX-License-Identifier: MIT
#include "move_owners.h"

#include <stdbool.h>
#include <string.h>

#include "aligned.h"

struct MoveOwners {
    bool is_known[POINT_LIMIT]; // else the sums have no meaning yet
    OwnerSums sums[POINT_LIMIT];
};

MoveOwners *move_owners_new(void)
{
    return aligned_new(_Alignof(MoveOwners), sizeof(MoveOwners));
}

void move_owners_delete(MoveOwners *owners)
{
    if (owners != NULL)
        aligned_delete(owners);
}

void move_owners_clear(MoveOwners *owners)
{
    memset(owners->is_known, 0, sizeof owners->is_known);
}

OwnerSums *move_owners_of(MoveOwners *owners, Point move)
{
    OwnerSums *sums = &owners->sums[move];
    if (!owners->is_known[move])
        memset(sums, 0, sizeof *sums);
    owners->is_known[move] = true;
    return sums;
}

const OwnerSums *move_owners_known(const MoveOwners *owners, Point move)
{
    return owners->is_known[move] ? &owners->sums[move] : NULL;
}
