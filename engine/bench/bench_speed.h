// SPDX-License-Identifier: MIT
//
// How fast playouts and the network are on this machine.
#ifndef BENCH_SPEED_H
#define BENCH_SPEED_H

#include "isa.h"
#include "katago_network.h"
#include "network.h"
#include "text.h"

// Speed of playouts on an empty square board of that size, on one thread. It measures
// the kernel of one instruction set; NULL: of every instruction set that this processor
// has. Each line has playouts per second, ns per move, moves per playout, the share of
// lanes that had a game, and trials per move.
void speed_of_playouts(int size, const Isa *isa, Text *text);

// Speed of the network on a square board of that size with stones on a third of it, on
// one thread. It measures one instruction set; NULL: every one that this processor has.
// Each line has evaluations per second and microseconds per evaluation.
void speed_of_network(int size, const Isa *isa, const Network *network, Text *text);

// The same for a network of KataGo's. It measures what the network was read for.
void speed_of_katago(int size, const KatagoNetwork *katago, Text *text);

#endif
