// SPDX-License-Identifier: MIT
//
// A game played to its end by a policy.
#ifndef PLAYOUT_H
#define PLAYOUT_H

#include "policy.h"
#include "position.h"
#include "rng.h"

enum {
    PLAYOUT_LENGTH_FACTOR = 3, // a playout ends after so many turns per point
    TRACE_LIMIT = 2 * PLAYOUT_LENGTH_FACTOR * POINT_COUNT_MAX,
};

// The turns of a simulation, first those in the tree, then those of the playout.
// Players alternate; `first` made turn 0.
typedef struct Trace {
    Point points[TRACE_LIMIT]; // points and PASS
    int length;
    Color first;
    Point last, second_last; // before turn 0; NO_POINT if there was no move
} Trace;

// The move before the next one to be added (back = 1), or the one before that (back =
// 2).
static inline Point trace_recent(const Trace *trace, int back)
{
    int i = trace->length - back;
    if (i >= 0)
        return trace->points[i];
    return i == -1 ? trace->last : trace->second_last;
}

// Plays on to two consecutive passes, or to the cap of 3 turns per point, and appends
// the turns to the trace. The position is then what it was played to; score it with
// area.h. With policy NULL the moves are uniformly random. Pre: the trace holds at most
// half of TRACE_LIMIT turns.
void playout_run(Position *pos, const Policy *policy, Rng *rng, Trace *trace);

#endif
