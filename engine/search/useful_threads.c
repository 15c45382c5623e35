// SPDX-License-Identifier: MIT
#include "useful_threads.h"

#include "worker.h"

// Playouts for each thread. They are eight times those that a thread has begun before
// the result of the first one is in the tree. A network of KataGo's has the result at
// once.
enum { PLAYOUTS_EACH = 8 * WINDOW, PLAYOUTS_EACH_KATAGO = 8 };

int useful_threads(const SearchLimits *limits, bool asks_katago, int most)
{
    uint64_t playouts = search_limits_lower(limits->playouts, limits->visits);
    uint64_t threads = playouts / (asks_katago ? PLAYOUTS_EACH_KATAGO : PLAYOUTS_EACH);
    if (playouts == 0 || threads >= (uint64_t)most)
        return most;
    return threads > 1 ? (int)threads : 1;
}
