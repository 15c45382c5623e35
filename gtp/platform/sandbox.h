// SPDX-License-Identifier: MIT
//
// Shuts the process in: from then on it has the files that it has open, those in a few
// folders, and its own threads. Nothing else can be opened, no connection be made, no
// other process be started or be sent a signal, whatever the code does. The kernel sees
// to it: Landlock knows the folders, a filter of system calls (seccomp) the rest.
#ifndef SANDBOX_H
#define SANDBOX_H

#include <stdbool.h>

#include "text.h"

// Enters the sandbox, for good. Files in the folders, and in those below them, can be
// read, made, replaced and removed; a folder that is NULL is none. Without any folder
// the filter alone refuses all files, so that no Landlock is needed. Pre: there is no
// thread but the caller's; those that it starts are inside. Errors: false, and a
// message that says why there is no sandbox; the process is then of no more use.
bool sandbox_enter(const char *const folders[], int count, Text *message);

#endif
