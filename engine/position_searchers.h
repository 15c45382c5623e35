// SPDX-License-Identifier: MIT
//
// Threads that search positions, which a source gives them one after the other. They
// share the networks, what these said of positions, and the memory.
#ifndef POSITION_SEARCHERS_H
#define POSITION_SEARCHERS_H

#include <stdbool.h>

#include "position_search.h"

enum { POSITION_SEARCHERS_MAX = 64 };

// Where the positions come from. All functions are called by the threads, each of which
// has an index from 0.
typedef struct PositionSource {
    // Waits for a position and fills the order of its search. False: there are no more.
    bool (*take)(void *object, int searcher, PositionOrder *order);
    // The search that was taken has ended. Not `searched`: memory was exhausted, and
    // the listener has heard nothing.
    void (*done)(void *object, int searcher, bool searched);
    // The thread has ended. NULL: that need not be told.
    void (*end)(void *object);
    void *object;
} PositionSource;

typedef struct PositionSearchers PositionSearchers;

// Takes memory for `count` searches at a time, of at most `threads` threads each. The
// first one, which is used when it is alone, gets half of the memory for trees. Errors:
// NULL when memory is exhausted. Pre: count 1 to POSITION_SEARCHERS_MAX.
PositionSearchers *position_searchers_new(const EngineOptions *options, int count,
                                          int threads);
void position_searchers_delete(PositionSearchers *searchers); // NULL is allowed

// Starts the threads. They end when the source has no more positions. Errors: false if
// not all can be started; those that are take positions until there are no more.
bool position_searchers_start(PositionSearchers *searchers,
                              const PositionSource *source);

// Waits until all threads have ended.
void position_searchers_join(PositionSearchers *searchers);

// Forgets what the networks have said of positions. Searches may go on meanwhile.
void position_searchers_clear_cache(PositionSearchers *searchers);

// Threads to be shared out among searches.
typedef struct ThreadShares {
    int free;    // threads that no search has
    int waiting; // positions that wait, the one that is about to be searched included
    int takers;  // searchers that have no position, this one included
    int most;    // for one position
} ThreadShares;

// The number of threads for a position that is about to be searched, at least 1. Those
// that are left are shared with the positions that other searchers can take now.
int position_threads(const ThreadShares *shares);

#endif
