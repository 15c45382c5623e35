// SPDX-License-Identifier: MIT
//
// The options --net and --isa, shared by the programs that use a network.
#ifndef NETWORK_OPTION_H
#define NETWORK_OPTION_H

#include "network.h"

// Opens the network in the file `net`; if it is NULL, the built-in one. Uses the kernel
// of the instruction set `isa`; if it is NULL, the fastest. Errors: NULL, and a line on
// standard error that begins with the program's name.
Network *network_option_open(const char *program, const char *net, const char *isa);

#endif
