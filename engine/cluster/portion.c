// SPDX-License-Identifier: MIT
#include "portion.h"

void portion_run(Worker *worker, uint64_t simulations)
{
    SearchContext *context = worker->context;
    SearchLimits *limits = &context->order.limits;
    uint64_t most = limits->playouts;
    uint64_t end = atomic_load(&context->next_playout) + simulations;
    limits->playouts = end;
    worker_run(worker);
    limits->playouts = most;
    // The worker has found the end of the portion, and taken it for that of the search.
    if (atomic_load(&context->next_playout) > end)
        atomic_store(&context->next_playout, end);
    atomic_store(&context->finished, atomic_load(context->order.stop));
}
