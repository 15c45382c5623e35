// SPDX-License-Identifier: MIT
//
// How long a search may last.
#ifndef SEARCH_LIMITS_H
#define SEARCH_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "early_stop.h"

// What ends a search.
typedef struct SearchLimits {
    uint64_t playouts; // of this search; 0: no limit
    // Visits of the root, those of earlier searches included. If it has as many, the
    // search only reports. 0: no limit.
    uint64_t visits;
    double seconds; // 0: no limit
    EarlyStop plan; // may end it earlier; plan.seconds 0: there is no plan
    // The search may end this much later than `seconds` without harm. On a busy machine
    // its threads may have waited longer than that for their turn; then it ends
    // earlier. If this is 0, it ends at `seconds` in any case.
    double spare;
    bool until_full; // end when the tree has no more room
} SearchLimits;

// The lower one of two limits of playouts or visits; 0: there is none.
static inline uint64_t search_limits_lower(uint64_t a, uint64_t b)
{
    if (a == 0 || b == 0)
        return a + b;
    return a < b ? a : b;
}

#endif
