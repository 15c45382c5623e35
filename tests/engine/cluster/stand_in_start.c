// SPDX-License-Identifier: MIT
//
// `--mpi` of a program whose ranks are simulated inside it, with real evaluators, in
// simulated time: its moves are those that so many ranks would find. PONNUKI_STAND_IN
// holds their number, and the microseconds of a leaf at a rank, of a message on its
// way, and of rank 0 for each leaf: `64 200 50 10`. Only its visits can be compared: it
// takes as much time as one thread that searches. With `--mpi-mode trees` each rank has
// a tree, of 64 MiB.
#include <stdio.h>
#include <stdlib.h>

#include "cluster.h"
#include "cluster_stand_in.h"
#include "cluster_start.h"
#include "tree_stand_in.h"

enum { RANK_MEMORY_MIB = 16, TREE_MEMORY_MIB = 64 };

struct ClusterSession {
    StandIn *stand_in; // one of these
    TreeStandIn *trees;
    Cluster *cluster;
};

// Reads what is wished for. False: nothing, or nonsense.
static bool read_wish(const EngineOptions *options, StandInOptions *stand_in)
{
    int ranks = 0;
    double service, latency, feeding;
    const char *wish = getenv("PONNUKI_STAND_IN");
    if (wish == NULL ||
        sscanf(wish, "%d %lf %lf %lf", &ranks, &service, &latency, &feeding) != 4)
        return false;
    *stand_in = (StandInOptions){.ranks = ranks + 1,
                                 .means = {.lanes = options->isa->lanes,
                                           .network = options->network,
                                           .katago = options->katago,
                                           .threads = 1,
                                           .memory_mib = RANK_MEMORY_MIB,
                                           .host = "stand-in"},
                                 .is_simulated_time = true,
                                 .service = 1e-6 * service,
                                 .latency = 1e-6 * latency,
                                 .feeding = 1e-6 * feeding};
    return true;
}

// Makes the ranks. Errors: false, with a message.
static bool make_ranks(const EngineOptions *options, bool has_trees,
                       ClusterSession *session)
{
    StandInOptions wish;
    bool is_clear = read_wish(options, &wish);
    if (is_clear && has_trees) {
        wish.means.memory_mib = TREE_MEMORY_MIB;
        session->trees = tree_stand_in_new(&wish);
    } else if (is_clear) {
        session->stand_in = stand_in_new(&wish);
    }
    if (session->trees != NULL || session->stand_in != NULL)
        return true;
    fputs("PONNUKI_STAND_IN must be such as `64 200 50 10`\n", stderr);
    return false;
}

ClusterRole cluster_session_start(EngineOptions *options, bool has_trees,
                                  ClusterSession **session)
{
    ClusterSession *made = calloc(1, sizeof *made);
    if (made == NULL || !make_ranks(options, has_trees, made)) {
        free(made);
        return CLUSTER_FAILED;
    }
    made->cluster = cluster_new(has_trees ? tree_stand_in_transport(made->trees)
                                          : stand_in_transport(made->stand_in),
                                true, NULL, NULL);
    cluster_await_ranks(made->cluster, 1);
    options->helper =
        has_trees ? cluster_tree_helper(made->cluster) : cluster_helper(made->cluster);
    *session = made;
    return CLUSTER_ROOT;
}

void cluster_session_end(ClusterSession *session, int status)
{
    (void)status;
    cluster_delete(session->cluster);
    stand_in_delete(session->stand_in);
    tree_stand_in_delete(session->trees);
    free(session);
}
