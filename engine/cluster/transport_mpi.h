// SPDX-License-Identifier: MIT
//
// A transport over MPI, which the launcher of the processes has set up. Nothing listens
// but what MPI itself needs. Only with -Dmpi=enabled.
#ifndef TRANSPORT_MPI_H
#define TRANSPORT_MPI_H

#include "transport.h"

typedef struct MpiTransport MpiTransport;

// Joins the processes that were started together. `error` says what is wrong. Errors:
// NULL.
MpiTransport *transport_mpi_join(const char **error);

const Transport *transport_mpi_transport(const MpiTransport *mpi);

int transport_mpi_rank(const MpiTransport *mpi);

// Leaves them. If some of them are lost, the launcher ends all others. In this case it
// does not return.
void transport_mpi_leave(MpiTransport *mpi, bool are_all_there, int status);

#endif
