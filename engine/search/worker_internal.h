// SPDX-License-Identifier: MIT
//
// What worker.c, leaf_eval.c and leaf_value.c share; for these only.
#ifndef WORKER_INTERNAL_H
#define WORKER_INTERNAL_H

#include "utility.h"
#include "worker.h"

// A recent move of a path. back = 1: its last move; back = 2: the one before that, and
// so on.
Point worker_recent(const Worker *worker, const Simulation *simulation, int back);

// Half points that White is given if the game goes on from the worker's position.
int worker_white_points(const Worker *worker);

// Adds to the sums over all moves. If the search has an observer, adds to the sums of
// the path's first move, too.
void worker_count(Worker *worker, const Simulation *simulation, const Tally *more);

// Adds the owners that a simulation's playout left to the sums after the path's first
// move, if the order wants them. Pre: the playout has owners.
void worker_count_owners(Worker *worker, const Simulation *simulation);

// What an evaluation of the worker's position is worth to the tree, in no bucket. For
// PUCT.
NodeValue worker_value_of(const Worker *worker, const Evaluation *evaluation);

// Adds the value of the end of a path, corrected by its bucket, to the nodes of the
// path. For PUCT.
void worker_add_node_value(Worker *worker, Simulation *simulation,
                           const NodeValue *value);

// The same for an evaluation, in no bucket.
void worker_add_value(Worker *worker, Simulation *simulation, Evaluation evaluation);

// The network's evaluation of the end of a path. Pre: there is a network.
Evaluation worker_look(Worker *worker, const Simulation *simulation);

// Counts a line that two passes have ended, at the worker's position. The result is
// valid until the next call. Pre: there is a network.
const FinishedLine *worker_count_finished(Worker *worker, const Simulation *simulation);

// Expands the leaf at the end of a path, at the worker's position. Its children are the
// legal moves that the move filter allows, without the filling of own eyes. They stand
// in random order, so that equal moves are tried in random order. Returns whether the
// network's value of the leaf is in the tree now. The value is added even if the tree
// has no room for the children. Pre: the leaf is claimed.
bool worker_expand(Worker *worker, Simulation *simulation);

// Raises the priors of a node on the path, at the worker's position, to the
// probabilities that the policy bias has learnt. Pre: expanded; for PUCT.
void worker_raise_priors(Worker *worker, NodeIndex node);

// Asks the network again about the node at the end of a path, and replaces the priors
// of its children. Pre: the node has children, there is a network, and no worker is
// searching.
void worker_ask_again(Worker *worker, const Simulation *simulation);

#endif
