// SPDX-License-Identifier: MIT
#include "playout.h"

#include <assert.h>

void playout_run(Position *pos, const Policy *policy, Rng *rng, Trace *trace)
{
    int cap = trace->length + PLAYOUT_LENGTH_FACTOR * pos->columns * pos->rows;
    assert(cap <= TRACE_LIMIT);
    while (pos->passes < 2 && trace->length < cap) {
        Point p = policy == NULL ? policy_choose_light(pos, rng)
                                 : policy_choose(policy, pos, trace_recent(trace, 1),
                                                 trace_recent(trace, 2), rng);
        position_play(pos, p);
        trace->points[trace->length++] = p;
    }
}
