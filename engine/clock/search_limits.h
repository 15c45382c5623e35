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
    uint64_t playouts; // 0: no limit
    double seconds;    // 0: no limit
    EarlyStop plan;    // may end it earlier; no seconds: there is no plan
    // A search that ends later than in `seconds` by this much does no harm. On a
    // machine so busy that its threads have waited longer than that for their turn, it
    // ends earlier. 0: at `seconds` whatever happens.
    double spare;
    bool until_full; // end when the tree has no room for more
} SearchLimits;

#endif
