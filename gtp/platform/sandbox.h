// SPDX-License-Identifier: MIT
//
// Confines the process, whatever its code does. It keeps its open files, the files of a
// few folders, and its own threads. It can open no other file, make no connection and
// start no process. It can signal no other process. The kernel enforces this: Landlock
// limits the folders, and a filter of system calls (seccomp) limits the rest.
#ifndef SANDBOX_H
#define SANDBOX_H

#include <stdbool.h>

#include "text.h"

// Enters the sandbox. The process cannot leave it. Files in the folders and in their
// subfolders can be read, created, replaced and removed. A NULL among the folders is
// skipped. If there is no folder, the filter alone refuses all files, so Landlock is
// not needed. Pre: the calling thread is the only one; threads that it starts later are
// inside. Errors: false, and a message that says why; the process must then be given
// up.
bool sandbox_enter(const char *const folders[], int count, Text *message);

#endif
