// SPDX-License-Identifier: MIT
//
// `--mpi` of a program whose ranks are simulated inside it, with real evaluators, in
// simulated time: its moves are those that so many ranks would find. PONNUKI_STAND_IN
// holds their number, and the microseconds of a leaf at a rank, of a message on its
// way, and of rank 0 for each leaf: `64 200 50 10`. Only its visits can be compared: it
// takes as much time as one thread that searches.
#include <stdio.h>
#include <stdlib.h>

#include "cluster.h"
#include "cluster_stand_in.h"
#include "cluster_start.h"

enum { RANK_MEMORY_MIB = 16 };

struct ClusterSession {
    StandIn *stand_in;
    Cluster *cluster;
};

static StandIn *make_ranks(const EngineOptions *options)
{
    int ranks = 0;
    double service, latency, feeding;
    const char *wish = getenv("PONNUKI_STAND_IN");
    if (wish == NULL ||
        sscanf(wish, "%d %lf %lf %lf", &ranks, &service, &latency, &feeding) != 4)
        return NULL;
    StandInOptions stand_in = {.ranks = ranks + 1,
                               .means = {.lanes = options->isa->lanes,
                                         .network = options->network,
                                         .katago = options->katago,
                                         .memory_mib = RANK_MEMORY_MIB},
                               .is_simulated_time = true,
                               .service = 1e-6 * service,
                               .latency = 1e-6 * latency,
                               .feeding = 1e-6 * feeding};
    return stand_in_new(&stand_in);
}

ClusterRole cluster_session_start(EngineOptions *options, ClusterSession **session)
{
    StandIn *stand_in = make_ranks(options);
    *session = malloc(sizeof **session);
    if (stand_in == NULL || *session == NULL) {
        fputs("PONNUKI_STAND_IN must be such as `64 200 50 10`\n", stderr);
        return CLUSTER_FAILED;
    }
    Cluster *cluster = cluster_new(stand_in_transport(stand_in), true, NULL, NULL);
    cluster_await_ranks(cluster, 1);
    options->helper = cluster_helper(cluster);
    **session = (ClusterSession){stand_in, cluster};
    return CLUSTER_ROOT;
}

void cluster_session_end(ClusterSession *session, int status)
{
    (void)status;
    cluster_delete(session->cluster);
    stand_in_delete(session->stand_in);
    free(session);
}
