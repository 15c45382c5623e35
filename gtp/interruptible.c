// SPDX-License-Identifier: MIT
#include "interruptible.h"

#include <stdbool.h>

#include "interrupts.h"
#include "watcher.h"

static const double LOOK_INTERVAL = 0.05; // seconds

typedef struct Interrupt {
    Engine *engine;
    bool seen;
} Interrupt;

// A Watcher's look. The engine forgets an interrupt that comes before it has begun to
// think, so it is told again and again.
static void look_for_interrupt(void *object)
{
    Interrupt *interrupt = object;
    if (interrupts_take())
        interrupt->seen = true;
    if (interrupt->seen)
        engine_interrupt(interrupt->engine);
}

Point interruptible_genmove(Engine *engine, Color player, MoveError *error)
{
    Interrupt interrupt = {.engine = engine};
    Watcher watcher;
    watcher_start(&watcher, LOOK_INTERVAL, look_for_interrupt, &interrupt);
    Point move = engine_genmove(engine, player, error);
    watcher_stop(&watcher);
    look_for_interrupt(&interrupt); // one that came too late
    return move;
}
