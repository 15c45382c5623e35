// SPDX-License-Identifier: MIT
#include "interruptible.h"

#include <pthread.h>
#include <signal.h>

#include "watcher.h"

static const double LOOK_INTERVAL = 0.05; // seconds

typedef struct Interrupt {
    Engine *engine;
    sigset_t signals; // just_interrupts, which are held
    bool seen;
} Interrupt;

static sigset_t just_interrupts(void)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    return signals;
}

// A Watcher's look. The engine forgets an interrupt that comes before it has begun to
// think, so it is told again and again.
static void look_for_interrupt(void *object)
{
    Interrupt *interrupt = object;
    sigset_t pending;
    int taken;
    if (sigpending(&pending) == 0 && sigismember(&pending, SIGINT) == 1 &&
        sigwait(&interrupt->signals, &taken) == 0)
        interrupt->seen = true;
    if (interrupt->seen)
        engine_interrupt(interrupt->engine);
}

void interrupts_hold(HeldInterrupts *held)
{
    sigset_t signals = just_interrupts(), before;
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    held->before = sigismember(&before, SIGINT) == 1;
}

void interrupts_release(const HeldInterrupts *held)
{
    sigset_t signals = just_interrupts();
    if (!held->before)
        pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}

Point interruptible_genmove(Engine *engine, Color player, MoveError *error)
{
    Interrupt interrupt = {.engine = engine, .signals = just_interrupts()};
    Watcher watcher;
    watcher_start(&watcher, LOOK_INTERVAL, look_for_interrupt, &interrupt);
    Point move = engine_genmove(engine, player, error);
    watcher_stop(&watcher);
    look_for_interrupt(&interrupt); // one that came too late
    return move;
}
