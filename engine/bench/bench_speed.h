// SPDX-License-Identifier: MIT
//
// How fast playouts and the network are on this machine.
#ifndef BENCH_SPEED_H
#define BENCH_SPEED_H

#include "isa.h"
#include "network.h"
#include "text.h"

// Speed of playouts on an empty square board of that size, one thread: by the kernel
// of an instruction set, or for NULL those of every instruction set that this processor
// has. A line each: playouts a second, ns a move, moves a playout, the share of the
// lanes that had a game and the trials they made for a move.
void speed_of_playouts(int size, const Isa *isa, Text *text);

// Speed of the network on a square board of that size with stones on a third of it, one
// thread: with an instruction set, or for NULL with every one that this processor has.
// A line each: evaluations a second, microseconds an evaluation.
void speed_of_network(int size, const Isa *isa, const Network *network, Text *text);

#endif
