// SPDX-License-Identifier: MIT
//
// What becomes of a position: the sums over many playouts from it.
#ifndef PLAYOUT_STATS_H
#define PLAYOUT_STATS_H

#include <stdbool.h>
#include <stdint.h>

#include "playout_batch.h"

typedef struct PlayoutStatsOrder {
    const PlayoutKernel *lanes;
    const PlayoutPolicy *policy;
    const Position *root; // passes are forgotten
    bool either_begins;   // the players begin in turn, the one to move first
    uint64_t playouts, seed;
} PlayoutStatsOrder;

// The same for every kernel.
typedef struct PlayoutStats {
    uint64_t playouts, turns;
    int owned[POINT_LIMIT]; // playouts that left a point to Black minus those to White
    int score[2];           // the lowest and the highest, Black minus White, no komi
    uint64_t digest;        // of the length and score of every playout
    BatchUsage work;        // this one depends on the kernel
} PlayoutStats;

void playout_stats_take(const PlayoutStatsOrder *order, PlayoutStats *stats);

#endif
