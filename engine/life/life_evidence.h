// SPDX-License-Identifier: MIT
//
// What playouts that either player begins and the network say of the stones on a board
// and of its points, when the game is over or nearly so. Playouts break every seki and
// do not know eyes that come from capturing; the network sees these, but cannot read.
#ifndef LIFE_EVIDENCE_H
#define LIFE_EVIDENCE_H

#include <stdbool.h>

#include "history.h"
#include "network.h"
#include "playout_batch.h"
#include "playout_policy.h"
#include "position.h"

// Whose the points are in the end: 1 Black's, -1 White's.
typedef struct LifeEvidence {
    float playouts[2][POINT_LIMIT]; // means, by the Color of who begins
    bool has_network;
    float network[POINT_LIMIT]; // mean of some looks
} LifeEvidence;

typedef struct LifeWitnesses {
    const PlayoutKernel *lanes;
    const PlayoutPolicy *policy;
    const Network *network; // or NULL
    NetworkMemory *memory;
    History *history; // has room for an entry
} LifeWitnesses;

// Asks the witnesses about a board. Who is to move there, and ko, have no influence.
void life_evidence_take(const LifeWitnesses *witnesses, const Position *pos,
                        LifeEvidence *evidence);

// How surely the points are the player's in the mean, -1..1: by the playouts that
// `first` begins,
double life_evidence_playouts(const LifeEvidence *evidence, const Bitboard *points,
                              Color player, Color first);

// by the network,
double life_evidence_network(const LifeEvidence *evidence, const Bitboard *points,
                             Color player);

// and by all that there is.
double life_evidence_all(const LifeEvidence *evidence, const Bitboard *points,
                         Color player);

#endif
