// SPDX-License-Identifier: MIT
//
// The signature of the engine's behaviour, and its speed. Positions, seed and numbers
// of playouts are fixed; it uses one thread and no time limit.
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>

#include "network.h"
#include "playout_batch.h"
#include "text.h"

// Runs the benchmark. Appends one line per position and a last line `N moves T ns/move
// signature XXXXXXXX`. Errors: false when memory is exhausted or two runs in this
// process disagree; the text says which. The signature is the same for all kernels. It
// covers searches without a network, and searches with `network` if it is not NULL.
bool bench_run(const PlayoutKernel *lanes, const Network *network, Text *text);

#endif
