// SPDX-License-Identifier: MIT
//
// The system tells of Ctrl-C in a thread of its own, which notes it while interrupts
// are held.
#include "sigint.h"

#include <stdatomic.h>
#include <windows.h>

static bool is_held;
static atomic_bool is_waiting;

// True: nothing else needs to be done about it.
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
    // What has waited until now does what it would have done.
    if (sigint_take())
        GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0);
}

bool sigint_take(void)
{
    return atomic_exchange(&is_waiting, false);
}
