// SPDX-License-Identifier: MIT
//
// Searches of single positions, for analysis: no game goes on, no clock runs, and no
// search knows of another one. Several objects may search at the same time. They share
// the networks and what these have said of positions.
#ifndef POSITION_SEARCH_H
#define POSITION_SEARCH_H

#include <stdatomic.h>
#include <stdbool.h>

#include "analysis.h"
#include "engine.h"
#include "eval_cache.h"

typedef struct PositionSearch PositionSearch;

// A search with at most `threads` threads, and `memory_mib` for its tree. Of the
// options it takes networks, parameters, kernels and the seed. If the cache is not
// NULL, it is used, and outlives the search. Errors: NULL when memory is exhausted.
PositionSearch *position_search_new(const EngineOptions *options, EvalCache *cache,
                                    int threads, int memory_mib);
void position_search_delete(PositionSearch *search); // NULL is allowed

typedef struct PositionOrder {
    const Game *game;     // its player to move is searched for
    const Params *params; // NULL: those of position_search_new
    SearchLimits limits;
    int threads; // 1 to those of position_search_new; few playouts get fewer
    double root_temperature; // see SearchOrder
    KatagoProfile profile;   // the same
    float doubling;          // the same
    bool hides_history;      // the same
    AnalysisOrder listener;  // hears at least the last report
    const atomic_bool *stop; // the search ends soon after it becomes true
} PositionOrder;

// Searches until a limit is reached or the search is stopped. With one thread, and
// without a limit of time, the same order gets the same answer. Errors: false when
// memory is exhausted; the listener has heard nothing.
bool position_search_run(PositionSearch *search, const PositionOrder *order);

#endif
