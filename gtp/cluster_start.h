// SPDX-License-Identifier: MIT
//
// `--mpi`: this process is one of several that MPI's launcher has started. Rank 0 does
// what the command line asks for, and the others help its searches.
#ifndef CLUSTER_START_H
#define CLUSTER_START_H

#include "engine.h"

typedef struct ClusterSession ClusterSession;

typedef enum ClusterRole {
    CLUSTER_ROOT,   // this is rank 0
    CLUSTER_DONE,   // this is another rank, and its work has ended
    CLUSTER_FAILED, // a message was written to stderr
} ClusterRole;

// Joins the other ranks with these networks, threads and memory. With `has_trees` each
// rank searches a tree of its own. On rank 0 the options get the helper of searches; on
// other ranks it returns when their work has ended.
ClusterRole cluster_session_start(EngineOptions *options, bool has_trees,
                                  ClusterSession **session);

// Ends the work of the other ranks. `status` is this program's. Pre: no search runs.
void cluster_session_end(ClusterSession *session, int status);

#endif
