// SPDX-License-Identifier: MIT
#include "interruptible_search.h"

#include "output.h"
#include "sigint.h"

static const double LOOK_INTERVAL = 0.05; // seconds

// A PeriodicThread's look. The engine forgets an interrupt that comes before it begins
// to think, so the interrupt is repeated.
static void look_for_interrupt(void *object)
{
    InterruptibleSearch *work = object;
    if (!work->seen)
        work->seen = sigint_take() || output_is_lost(work->output);
    if (work->seen)
        engine_interrupt(work->engine);
}

void interruptible_start(InterruptibleSearch *work, Engine *engine, int output)
{
    work->engine = engine;
    work->output = output;
    work->seen = false;
    periodic_thread_start(&work->periodic, LOOK_INTERVAL, LOOK_INTERVAL,
                          look_for_interrupt, work);
}

void interruptible_stop(InterruptibleSearch *work)
{
    periodic_thread_stop(&work->periodic);
    sigint_take();
}
