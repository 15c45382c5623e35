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

// What is to be expected of a game, as the player sees it who is to move.
typedef struct Outlook {
    float win;    // his chance to win, 0..1
    float points; // by which he is going to win, komi included
} Outlook;

// The outlook at the end of a path becomes games, won in proportion to the chance and,
// for a part of them (value_points), to the points.
void worker_add_value(Worker *worker, Simulation *simulation, Outlook outlook);

// The network's outlook at the end of a path. Pre: there is a network.
Outlook worker_look(Worker *worker, const Simulation *simulation);

// The count of the line that two passes have ended, at the worker's position. Valid
// until the next call. Pre: there is a network.
const FinishedLine *worker_count_finished(Worker *worker, const Simulation *simulation);

// Gives the leaf at the end of a path, at the worker's position, its children: every
// wanted legal move but the filling of an own eye, in random order so that equals are
// tried in random order. Is the network's word on it in the tree then? Also where the
// tree had no room for the children. Pre: the leaf is claimed.
bool worker_expand(Worker *worker, Simulation *simulation);

// Makes moves of a node on the path, at the worker's position, as probable as the
// search has learnt that they are. Pre: expanded; for PUCT.
void worker_raise_priors(Worker *worker, NodeIndex node);

// Asks the network once more about the node at the end of a path, which has children,
// and takes its priors. Pre: there is a network, and nobody searches.
void worker_ask_again(Worker *worker, const Simulation *simulation);

#endif
