// SPDX-License-Identifier: MIT
//
// A cluster inside one process: a transport whose ranks are simulated. Their answers
// are those of real evaluators, or made up without computing. Time is that of the
// clock, or simulated. Simulated, it brings each answer when it would come if every
// rank had a processor of its own.
#ifndef CLUSTER_STAND_IN_H
#define CLUSTER_STAND_IN_H

#include "evaluators.h"
#include "transport.h"

typedef struct StandIn StandIn;

// How a rank misbehaves.
typedef enum StandInFault {
    STAND_IN_SOUND,
    STAND_IN_SILENT,  // it takes leaves, and never answers
    STAND_IN_GARBLED, // its answers have one wrong byte, with a right checksum
    STAND_IN_FORGETS, // it answers all leaves but every tenth
} StandInFault;

typedef struct StandInOptions {
    int ranks; // rank 0 included
    // Real evaluators; their threads and host are not used. No lanes: answers are made
    // up, in which all moves are as good.
    EvaluatorMeans means;
    bool is_simulated_time;
    double service; // seconds that a rank needs for a leaf
    double latency; // seconds of a message on its way
    double feeding; // simulated seconds that rank 0 needs for each leaf it sends
} StandInOptions;

// Errors: NULL when memory is exhausted.
StandIn *stand_in_new(const StandInOptions *options);
void stand_in_delete(StandIn *stand_in); // NULL is allowed

const Transport *stand_in_transport(const StandIn *stand_in);

// From `leaves` leaves of that rank on it misbehaves.
void stand_in_set_fault(StandIn *stand_in, int rank, StandInFault fault, int leaves);

#endif
