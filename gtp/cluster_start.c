// SPDX-License-Identifier: MIT
#include "cluster_start.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cluster.h"
#include "evaluators.h"
#include "transport_mpi.h"
#include "tree_rank.h"

// Seconds that rank 0 waits for the others before it begins.
static const double START_SECONDS = 5;

struct ClusterSession {
    MpiTransport *mpi;
    Cluster *cluster;
};

static void tell_loss(void *object, int rank, const char *host, const char *why)
{
    (void)object;
    fprintf(stderr, "ponnuki: --mpi: rank %d (%s) is dropped: %s; the search goes on\n",
            rank, host, why);
}

static ClusterRole tell_trouble(const char *why)
{
    fprintf(stderr, "ponnuki: --mpi: %s\n", why);
    return CLUSTER_FAILED;
}

// The work of a rank other than rank 0.
static ClusterRole work(MpiTransport *mpi, const EngineOptions *options, bool has_trees)
{
    const Transport *transport = transport_mpi_transport(mpi);
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    EvaluatorMeans means = {.lanes = options->isa->lanes,
                            .network = options->network,
                            .katago = options->katago,
                            .threads = options->threads < EVALUATORS_MAX
                                           ? options->threads
                                           : EVALUATORS_MAX,
                            .memory_mib = options->memory_mib,
                            .host = host};
    EvaluatorsEnd end = has_trees
                            ? tree_rank_run(&means, transport_mpi_rank(mpi), transport)
                            : evaluators_run(&means, transport);
    if (end == EVALUATORS_NO_MEMORY)
        tell_trouble("out of memory; try a smaller value of --memory");
    // If rank 0 is gone, nobody else ends the rest.
    transport_mpi_leave(mpi, end == EVALUATORS_QUIT, EXIT_FAILURE);
    return CLUSTER_DONE;
}

static ClusterRole lead(MpiTransport *mpi, EngineOptions *options, bool has_trees,
                        ClusterSession **session)
{
    const Transport *transport = transport_mpi_transport(mpi);
    ClusterSession *made = calloc(1, sizeof *made);
    Cluster *cluster =
        made != NULL ? cluster_new(transport, false, tell_loss, NULL) : NULL;
    if (cluster == NULL) {
        free(made);
        tell_trouble("out of memory; try a smaller value of --memory");
        transport_mpi_leave(mpi, false, EXIT_FAILURE);
        return CLUSTER_FAILED;
    }
    *made = (ClusterSession){mpi, cluster};
    *session = made;
    cluster_await_ranks(cluster, START_SECONDS);
    // Alone, the search is the ordinary one.
    if (transport->ranks > 1)
        options->helper =
            has_trees ? cluster_tree_helper(cluster) : cluster_helper(cluster);
    return CLUSTER_ROOT;
}

ClusterRole cluster_session_start(EngineOptions *options, bool has_trees,
                                  ClusterSession **session)
{
    const char *error;
    *session = NULL;
    if (options->network == NULL)
        return tell_trouble("without a network there is nothing to share out");
    if (has_trees && options->katago != NULL)
        return tell_trouble("trees with a network of KataGo's cannot be added up; try "
                            "--mpi-mode leaves");
    MpiTransport *mpi = transport_mpi_join(&error);
    if (mpi == NULL)
        return tell_trouble(error);
    return transport_mpi_rank(mpi) == 0 ? lead(mpi, options, has_trees, session)
                                        : work(mpi, options, has_trees);
}

void cluster_session_end(ClusterSession *session, int status)
{
    if (session == NULL)
        return;
    MpiTransport *mpi = session->mpi;
    bool are_all_there = cluster_delete(session->cluster);
    free(session);
    transport_mpi_leave(mpi, are_all_there, status);
}
