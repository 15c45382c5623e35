// SPDX-License-Identifier: MIT
#include "sigint.h"

#include <pthread.h>
#include <signal.h>

static sigset_t just_interrupts(void)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    return signals;
}

void sigint_hold(HeldSigint *held)
{
    sigset_t signals = just_interrupts(), before;
    pthread_sigmask(SIG_BLOCK, &signals, &before);
    held->before = sigismember(&before, SIGINT) == 1;
}

void sigint_release(const HeldSigint *held)
{
    sigset_t signals = just_interrupts();
    if (!held->before)
        pthread_sigmask(SIG_UNBLOCK, &signals, NULL);
}

bool sigint_take(void)
{
    sigset_t signals = just_interrupts(), pending;
    int taken;
    return sigpending(&pending) == 0 && sigismember(&pending, SIGINT) == 1 &&
           sigwait(&signals, &taken) == 0;
}
