// SPDX-License-Identifier: MIT
//
// What playouts and the network say of the stones and points of a board, when the game
// is over or nearly so. Either player begins the playouts. Playouts break every seki,
// and do not know eyes that come from capturing. The network sees these, but cannot
// read.
#ifndef LIFE_EVIDENCE_H
#define LIFE_EVIDENCE_H

#include <stdbool.h>

#include "history.h"
#include "ladder.h"
#include "network.h"
#include "playout_batch.h"
#include "playout_policy.h"
#include "position.h"

// The owner of each point in the end: 1 Black's, -1 White's.
typedef struct LifeEvidence {
    float playouts[2][POINT_LIMIT]; // means, by the Color of the player that begins
    bool has_network;
    float network[POINT_LIMIT]; // mean of several evaluations
} LifeEvidence;

typedef struct LifeWitnesses {
    const PlayoutKernel *lanes;
    const PlayoutPolicy *policy;
    const Network *network; // or NULL
    NetworkMemory *memory;  // this and the next: only with a network
    LadderReader *ladders;
    History *history; // with room for an entry
} LifeWitnesses;

// Collects the evidence about a board. The player to move and the ko of the position
// have no influence.
void life_evidence_take(const LifeWitnesses *witnesses, const Position *pos,
                        LifeEvidence *evidence);

// How surely the points are the player's, on average, -1..1. By the playouts that
// `first` begins:
double life_evidence_playouts(const LifeEvidence *evidence, const Bitboard *points,
                              Color player, Color first);

// By the network:
double life_evidence_network(const LifeEvidence *evidence, const Bitboard *points,
                             Color player);

// By all the evidence:
double life_evidence_all(const LifeEvidence *evidence, const Bitboard *points,
                         Color player);

#endif
