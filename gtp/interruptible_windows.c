// SPDX-License-Identifier: MIT
//
// A console that does not act on Ctrl-C passes it on as a key, which can be looked for
// before anybody reads it.
#include "interruptible.h"

#include <windows.h>

#include "watcher.h"

enum { KEYS_MAX = 64, CTRL_C = 3 };

static const double LOOK_INTERVAL = 0.05; // seconds

typedef struct Interrupt {
    Engine *engine;
    HANDLE console;
    bool seen;
} Interrupt;

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
static bool take_interrupt(HANDLE console)
{
    INPUT_RECORD keys[KEYS_MAX];
    DWORD count;
    if (!PeekConsoleInputA(console, keys, KEYS_MAX, &count))
        return false;
    for (DWORD i = 0; i < count; i++)
        if (is_interrupt(&keys[i]))
            return FlushConsoleInputBuffer(console) != 0;
    return false;
}

// A Watcher's look. The engine forgets an interrupt that comes before it has begun to
// think, so it is told again and again.
static void look_for_interrupt(void *object)
{
    Interrupt *interrupt = object;
    interrupt->seen = interrupt->seen || take_interrupt(interrupt->console);
    if (interrupt->seen)
        engine_interrupt(interrupt->engine);
}

Point interruptible_genmove(Engine *engine, Color player, MoveError *error)
{
    Interrupt interrupt = {.engine = engine, .console = GetStdHandle(STD_INPUT_HANDLE)};
    Watcher watcher;
    watcher_start(&watcher, LOOK_INTERVAL, look_for_interrupt, &interrupt);
    Point move = engine_genmove(engine, player, error);
    watcher_stop(&watcher);
    look_for_interrupt(&interrupt); // one that came too late
    return move;
}
