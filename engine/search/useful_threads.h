// SPDX-License-Identifier: MIT
//
// How many threads a search with few playouts can use.
#ifndef USEFUL_THREADS_H
#define USEFUL_THREADS_H

#include <stdbool.h>

#include "search_limits.h"

// The number of threads, at most `most`, that each get some playouts to learn from.
// Otherwise all playouts would be begun before any result is known, and few would be
// worth less on a machine with many cores. `asks_katago`: a network of KataGo's is
// asked. Source: KataGo, minPlayoutsPerThread.
int useful_threads(const SearchLimits *limits, bool asks_katago, int most);

#endif
