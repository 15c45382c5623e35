// SPDX-License-Identifier: MIT
//
// A cluster inside one process whose ranks search trees of their own (tree_rank.h). All
// of them compute, in turns. Time is simulated: it is as if every rank had a processor
// of its own.
#ifndef TREE_STAND_IN_H
#define TREE_STAND_IN_H

#include "cluster_stand_in.h"

typedef struct TreeStandIn TreeStandIn;

// Of the options, `service` is the time of a simulation. Time is simulated in any case,
// and `feeding` has no meaning. Errors: NULL when memory is exhausted.
TreeStandIn *tree_stand_in_new(const StandInOptions *options);
void tree_stand_in_delete(TreeStandIn *stand_in); // NULL is allowed

const Transport *tree_stand_in_transport(const TreeStandIn *stand_in);

// From the next message on, the rank misbehaves: STAND_IN_SILENT or STAND_IN_GARBLED.
void tree_stand_in_set_fault(TreeStandIn *stand_in, int rank, StandInFault fault);

// The seconds of processor time that the ranks have used.
double tree_stand_in_seconds(const TreeStandIn *stand_in);

// The simulations that a rank has made.
uint64_t tree_stand_in_simulations(const TreeStandIn *stand_in, int rank);

#endif
