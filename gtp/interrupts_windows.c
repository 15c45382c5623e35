// SPDX-License-Identifier: MIT
//
// A console that does not act on Ctrl-C passes it on as a key, which can be looked for
// before anybody reads it.
#include "interrupts.h"

#include <windows.h>

enum { KEYS_MAX = 64, CTRL_C = 3 };

// Does the console act on Ctrl-C? False also if there is no console.
static bool console_acts(HANDLE console, DWORD *mode)
{
    return GetConsoleMode(console, mode) && (*mode & ENABLE_PROCESSED_INPUT) != 0;
}

void interrupts_hold(HeldInterrupts *held)
{
    DWORD mode;
    HANDLE console = GetStdHandle(STD_INPUT_HANDLE);
    held->before = !console_acts(console, &mode);
    if (!held->before)
        SetConsoleMode(console, mode & ~(DWORD)ENABLE_PROCESSED_INPUT);
}

void interrupts_release(const HeldInterrupts *held)
{
    DWORD mode;
    HANDLE console = GetStdHandle(STD_INPUT_HANDLE);
    if (!held->before && GetConsoleMode(console, &mode))
        SetConsoleMode(console, mode | ENABLE_PROCESSED_INPUT);
}

static bool is_interrupt(const INPUT_RECORD *key)
{
    return key->EventType == KEY_EVENT && key->Event.KeyEvent.bKeyDown &&
           key->Event.KeyEvent.uChar.AsciiChar == CTRL_C;
}

// Takes all keys away if one of them is Ctrl-C.
bool interrupts_take(void)
{
    HANDLE console = GetStdHandle(STD_INPUT_HANDLE);
    INPUT_RECORD keys[KEYS_MAX];
    DWORD count;
    if (!PeekConsoleInputA(console, keys, KEYS_MAX, &count))
        return false;
    for (DWORD i = 0; i < count; i++)
        if (is_interrupt(&keys[i]))
            return FlushConsoleInputBuffer(console) != 0;
    return false;
}
