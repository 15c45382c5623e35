// SPDX-License-Identifier: MIT
//
// What `ponnuki --version` says.
#ifndef VERSION_H
#define VERSION_H

#include "isa.h"
#include "text.h"

// Appends the version, and what a report of a fault should name. A line each has the
// commit, the compiler, the instruction set and the built-in network.
void version_write(const Isa *isa, Text *text);

#endif
