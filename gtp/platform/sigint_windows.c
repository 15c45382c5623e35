// SPDX-License-Identifier: MIT
//
// The system reports Ctrl-C in a thread of its own. While interrupts are held, that
// thread notes it.
#include "sigint.h"

#include <stdatomic.h>
#include <windows.h>

static bool is_held;
static atomic_bool is_waiting;

// TRUE: the system does nothing else about it.
static BOOL WINAPI note_interrupt(DWORD event)
{
    if (event != CTRL_C_EVENT)
        return FALSE;
    atomic_store(&is_waiting, true);
    return TRUE;
}

void sigint_hold(HeldSigint *held)
{
    held->before = is_held;
    if (!held->before)
        SetConsoleCtrlHandler(note_interrupt, TRUE);
    is_held = true;
}

void sigint_release(const HeldSigint *held)
{
    if (held->before)
        return;
    is_held = false;
    SetConsoleCtrlHandler(note_interrupt, FALSE);
    // A held interrupt now does what it would have done.
    if (sigint_take())
        GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0);
}

bool sigint_take(void)
{
    return atomic_exchange(&is_waiting, false);
}
