// SPDX-License-Identifier: MIT
//
// What worker.c and worker_leaf.c share; for these two only.
#ifndef WORKER_PARTS_H
#define WORKER_PARTS_H

#include "worker.h"

// The move before the end of a path, or (back = 2) the one before that, and so on.
Point worker_recent(const Worker *worker, const Simulation *simulation, int back);

// Adds to the sums over all and, if somebody looks on, to those of the first move of
// the path.
void worker_count(Worker *worker, const Simulation *simulation, const Tally *more);

// The chance to win of the player to move at the end of a path becomes games.
void worker_add_value(Worker *worker, const Simulation *simulation, float win);

// Gives the leaf at the end of a path, at the worker's position, its children: every
// wanted legal move but the filling of an own eye, in random order so that equals are
// tried in random order. False: another worker is at it, or there is no room.
bool worker_expand(Worker *worker, const Simulation *simulation);

// Asks the network once more about the node at the end of a path, which has children,
// and takes its priors. Pre: there is a network, and nobody searches.
void worker_ask_again(Worker *worker, const Simulation *simulation);

#endif
