// SPDX-License-Identifier: MIT
//
// Fixed positions, fixed seed, fixed numbers of playouts, one thread, no limit of time:
// a signature of the engine's behaviour, and its speed.
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>

#include "lanes.h"
#include "network.h"
#include "text.h"

// Runs the benchmark and appends one line per position and a last line
// `N moves  T ns/move  signature XXXXXXXX`. Errors: false when memory is exhausted or
// two runs in this process disagree; the text says which.
// The signature is the same for all lanes. It covers searches without a network, and
// with this one if it is not NULL.
bool bench_run(const LaneKernel *lanes, const Network *network, Text *text);

// Speed of playouts on an empty square board of that size, one thread: with uniformly
// random moves (light) on Position and in the given lanes, or for NULL in those of
// every instruction set that this processor has; then in these lanes with the policy. A
// line each: playouts a second, ns a move, moves a playout, and for lanes the share of
// them that had a game and the trials they made for a move.
void bench_playouts_speed(int size, const LaneKernel *lanes, Text *text);

// Speed of the program's own network on a square board of that size, one thread: with
// the instruction set of these lanes, or for NULL with every one that this processor
// has. A line each: evaluations a second, microseconds an evaluation.
void bench_network_speed(int size, const LaneKernel *lanes, Text *text);

#endif
