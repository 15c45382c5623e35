// SPDX-License-Identifier: MIT
//
// Sums over many playouts from a position.
#ifndef PLAYOUT_STATS_H
#define PLAYOUT_STATS_H

#include <stdint.h>

#include "playout_batch.h"

typedef struct PlayoutStatsOrder {
    const PlayoutKernel *lanes;
    const PlayoutPolicy *policy;
    const Position *root; // its passes are ignored
    uint64_t playouts, seed;
} PlayoutStatsOrder;

// The sums are the same for every kernel.
typedef struct PlayoutStats {
    uint64_t playouts, turns;
    int owned[POINT_LIMIT]; // playouts that left a point to Black minus those to White
    int score[2];           // the lowest and the highest, Black minus White, no komi
    uint64_t digest;        // hash of the length and score of every playout
    BatchUsage work;        // this field depends on the kernel
} PlayoutStats;

void playout_stats_take(const PlayoutStatsOrder *order, PlayoutStats *stats);

#endif
