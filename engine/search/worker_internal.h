// SPDX-License-Identifier: MIT
//
// What worker.c, descent.c, leaf_eval.c, leaf_value.c and a helper (engine/cluster)
// share; for these only.
#ifndef WORKER_INTERNAL_H
#define WORKER_INTERNAL_H

#include "utility.h"
#include "worker.h"

// How a descent has ended.
typedef enum Descent {
    DESCENT_DONE,
    DESCENT_LEAF,      // at a leaf that was claimed and is to be expanded later
    DESCENT_OCCUPIED,  // another worker is about to expand the leaf
    DESCENT_NO_MEMORY, // for the history
} Descent;

// Half wins of the player who is ahead by `score`: two for a win, one for a tie.
static inline int worker_half_wins(int score)
{
    return (score > 0) + (score >= 0);
}

// The result in half points, komi included: positive if Black has won, negative if
// White has.
static inline int worker_outcome(const Simulation *simulation)
{
    return simulation->is_void
               ? 0
               : 2 * simulation->result.score - simulation->white_points;
}

// Goes back to the root's position. The history is not touched.
void worker_go_to_root(Worker *worker);

// Descends from the root's position. If each simulation must bring a value, it may
// reach a leaf about which another worker is asking the network. Such a simulation has
// no value to bring. It waits for the answer, which may lead it elsewhere, and begins
// again. With a helper it need not wait, and DESCENT_OCCUPIED says that the search has
// ended meanwhile.
Descent worker_find_leaf(Worker *worker, Simulation *simulation);

// Goes down the tree from the root to a leaf or the end of the game. Expands the leaf,
// unless leaves wait and the leaf is not the root. The visits of the path are counted.
// Afterwards worker_rewind must be called.
Descent worker_descend(Worker *worker, Simulation *simulation);

// Goes to the end of the simulation's path without changing the tree. Afterwards
// worker_rewind must be called. Errors: false if memory for the history is exhausted,
// or a move of the path is not on an empty point.
bool worker_replay(Worker *worker, const Simulation *simulation);

// Brings the history back to the root's, which has `turns` entries.
void worker_rewind(Worker *worker, uint32_t turns);

// Keeps the visits of a descent that has ended at an occupied leaf until the leaf is
// free. Errors: false, nothing kept, if there is no room.
bool worker_park(Worker *worker, const Simulation *simulation);

// Takes back the visits of parked descents whose leaf is free, or of all.
void worker_unpark(Worker *worker, bool all);

// Begins the next simulation of the search, and sets its random numbers. Returns its
// number. False: a limit is reached or the search is stopped; it is finished now.
bool worker_begin(Worker *worker, uint64_t *index);

// The seed of the playout of that simulation.
uint64_t worker_seed(const SearchContext *context, uint64_t index);

// Sets the random numbers of the descent of that simulation.
void worker_set_rng(Worker *worker, uint64_t index);

// Backs up the result of a simulation.
void worker_back_up(Worker *worker, const Simulation *simulation);

// Copies the sums to `shown`.
void worker_show_sums(Worker *worker);

// The network's output for the node at the end of a path, at the worker's position.
// Nothing is added to any sum. Pre: there is a network.
void worker_ask(Worker *worker, const Simulation *simulation, NetworkOutput *output);

// Has the evaluation cache an output for the node at the end of a path, at the worker's
// position? `key` receives its key, whether or not it has.
bool worker_recall(const Worker *worker, const Simulation *simulation, uint64_t *key,
                   NetworkOutput *output);

// Stores what another process has found for that key.
void worker_remember(const Worker *worker, uint64_t key, const NetworkOutput *output);

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
