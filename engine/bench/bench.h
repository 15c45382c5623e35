// SPDX-License-Identifier: MIT
//
// Fixed positions, fixed seed, fixed numbers of playouts, one thread, no limit of time:
// a signature of the engine's behaviour, and its speed.
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>

#include "network.h"
#include "playout_batch.h"
#include "text.h"

// Runs the benchmark and appends one line per position and a last line
// `N moves  T ns/move  signature XXXXXXXX`. Errors: false when memory is exhausted or
// two runs in this process disagree; the text says which.
// The signature is the same for all lanes. It covers searches without a network, and
// with this one if it is not NULL.
bool bench_run(const PlayoutKernel *lanes, const Network *network, Text *text);

#endif
