// SPDX-License-Identifier: MIT
//
// What worker.c and leaf_eval.c share; for these two only.
#ifndef WORKER_INTERNAL_H
#define WORKER_INTERNAL_H

#include "worker.h"

// The move before the end of a path, or (back = 2) the one before that, and so on.
Point worker_recent(const Worker *worker, const Simulation *simulation, int back);

// Adds to the sums over all and, if somebody looks on, to those of the first move of
// the path.
void worker_count(Worker *worker, const Simulation *simulation, const Tally *more);

// What is expected of a game, for the player to move.
typedef struct Evaluation {
    float win;    // the chance to win, 0..1
    float points; // the expected score, komi included
} Evaluation;

// Adds the evaluation at the end of a path to its nodes: mostly the chance to win, and
// value_points percent for the points. For PUCT.
void worker_add_value(Worker *worker, Simulation *simulation, Evaluation evaluation);

// The network's evaluation of the end of a path. Pre: there is a network.
Evaluation worker_look(Worker *worker, const Simulation *simulation);

// The count of the line that two passes have ended, at the worker's position. Valid
// until the next call. Pre: there is a network.
const FinishedLine *worker_count_finished(Worker *worker, const Simulation *simulation);

// Gives the leaf at the end of a path, at the worker's position, its children: every
// wanted legal move but the filling of an own eye, in random order so that equals are
// tried in random order. Returns whether the network's value of it is in the tree now;
// so it is, too, if the tree has no room for the children. Pre: the leaf is claimed.
bool worker_expand(Worker *worker, Simulation *simulation);

// Makes moves of a node on the path, at the worker's position, as probable as the
// search has learnt that they are. Pre: expanded; for PUCT.
void worker_raise_priors(Worker *worker, NodeIndex node);

// Asks the network once more about the node at the end of a path, which has children,
// and takes its priors. Pre: there is a network, and nobody searches.
void worker_ask_again(Worker *worker, const Simulation *simulation);

#endif
