// SPDX-License-Identifier: MIT
#include <stdio.h>

#include "cluster_start.h"

ClusterRole cluster_session_start(EngineOptions *options, bool has_trees,
                                  ClusterSession **session)
{
    (void)options, (void)has_trees;
    *session = NULL;
    fputs("ponnuki: --mpi: this program was built without MPI; build it again with "
          "-Dmpi=enabled\n",
          stderr);
    return CLUSTER_FAILED;
}

void cluster_session_end(ClusterSession *session, int status)
{
    (void)session, (void)status;
}
