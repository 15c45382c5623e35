// SPDX-License-Identifier: MIT
//
// The ranks that evaluate leaves for the searches of this process, as rank 0 sees them.
// Each rank gets as many leaves at a time as keep it busy. If it says that it had to
// wait, it gets more. If many leaves wait there, it gets fewer. So neither its speed
// nor the latency need be known.
//
// A rank that has not answered for CLUSTER_PATIENCE seconds is dropped, and so is one
// whose answers are not valid. Long before that its leaves are given to others. If no
// rank is left, the search goes on alone.
#ifndef CLUSTER_H
#define CLUSTER_H

#include <stdint.h>

#include "search.h"
#include "transport.h"

#define CLUSTER_PATIENCE 2.0

typedef struct Cluster Cluster;

typedef struct ClusterUsage {
    uint64_t messages_sent, bytes_sent, messages_received, bytes_received;
    uint64_t evaluations; // that were answered
    uint64_t repeated;    // leaves that were given to another rank
    int ready, lost;      // ranks
} ClusterUsage;

// Hears of each rank that is dropped: its number, its machine, and why.
typedef void TellLoss(void *object, int rank, const char *host, const char *why);

// A cluster over a transport, which outlives it. `is_alone`: searches have no workers
// of their own while there are other ranks. Errors: NULL when memory is exhausted.
Cluster *cluster_new(const Transport *transport, bool is_alone, TellLoss *tell,
                     void *object);

// Tells the ranks to quit. Returns whether all have been there to the end.
bool cluster_delete(Cluster *cluster); // NULL is allowed

// The helper of searches whose leaves the ranks evaluate (evaluators.h).
const SearchHelper *cluster_helper(const Cluster *cluster);

// The helper of searches if each rank has a tree of its own (tree_rank.h). All searches
// of a cluster have the same one of these two.
const SearchHelper *cluster_tree_helper(const Cluster *cluster);

// Receives what has come, until all ranks have said that they are ready, but at most
// for that many seconds.
void cluster_await_ranks(Cluster *cluster, double seconds);

ClusterUsage cluster_usage(Cluster *cluster);

#endif
