// SPDX-License-Identifier: MIT
//
// How fast a search is with all that belongs to it.
#ifndef BENCH_SEARCH_H
#define BENCH_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "isa.h"
#include "katago_network.h"
#include "network.h"
#include "params.h"

typedef struct BenchSearchOrder {
    const Params *params;
    const Isa *isa;
    const Network *network;      // NULL: none
    const KatagoNetwork *katago; // NULL: none
    int size;                    // of the board
    int threads, memory_mib;
    int positions;   // from an empty board to one with stones on a third of it
    uint64_t visits; // of each
} BenchSearchOrder;

typedef struct BenchSearchResult {
    uint64_t visits, evaluations; // of the networks
    double seconds;
} BenchSearchResult;

// Searches the positions. Errors: false when memory is exhausted.
bool bench_search_run(const BenchSearchOrder *order, BenchSearchResult *result);

#endif
