// SPDX-License-Identifier: MIT
//
// The options --net and --isa, which programs that ask a network have in common.
#ifndef NETWORK_OPTION_H
#define NETWORK_OPTION_H

#include "network.h"

// The network of a file, or for NULL the one in the program, with the kernel of an
// instruction set, or for NULL the fastest. Errors: NULL, and a line on standard error
// that begins with the program's name.
Network *network_option_open(const char *program, const char *net, const char *isa);

#endif
