// SPDX-License-Identifier: MIT
//
// One thread of a search: goes down the tree to leaves, hands them to the lanes, and
// brings the results back. Several leaves are on their way at any time; the visits
// already counted for them keep the next ones apart.
//
// A leaf is chosen when exactly the results up to the one a fixed number of simulations
// before it are in the tree, whichever came in by then. So one thread's search does not
// depend on how many lanes there are or on which game ends first.
#ifndef WORKER_H
#define WORKER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "finished_line.h"
#include "history.h"
#include "network.h"
#include "playout_batch.h"
#include "point_counter.h"
#include "position.h"
#include "rng.h"
#include "search_context.h"

enum {
    // Simulations of a worker that are on their way: some more than the widest kernel
    // has lanes, so that a long game does not keep lanes waiting.
    WINDOW = 10,
    SHOW_INTERVAL = 64, // simulations
};

// A descent, and what came of it.
typedef struct Simulation {
    NodeIndex path[PATH_LIMIT];
    int path_length;
    bool is_valued;           // the network's value of its leaf is in the tree
    uint32_t value_half_wins; // of that value, for the player to move at the end
    bool is_done;
    bool ended_in_tree; // by two passes: no playout was needed
    bool is_owned;      // result.owner tells whose the points are
    PlayoutResult result;
} Simulation;

// Sums over simulations that are backed up, and over nodes that the network was asked
// about.
typedef struct Tally {
    uint64_t playouts;
    int64_t score;      // Black minus White in half points
    uint64_t half_wins; // of Black, with the komi of the game
    uint64_t evaluations;
    double network_lead; // Black's points on the board, komi left aside
    double network_seconds;
} Tally;

static inline void tally_add(Tally *tally, const Tally *more)
{
    tally->playouts += more->playouts;
    tally->score += more->score;
    tally->half_wins += more->half_wins;
    tally->evaluations += more->evaluations;
    tally->network_lead += more->network_lead;
    tally->network_seconds += more->network_seconds;
}

// What a worker has found.
typedef struct WorkerSums {
    Tally all;
    uint64_t ownership_playouts;
    PointCounter owned[2]; // by Color: the playouts that left a point to him
    double network_owner[POINT_LIMIT]; // of all evaluations: 1 Black's, -1 White's
    // By the move that they begin with; only if the search is observed. Keep it last.
    Tally by_move[POINT_LIMIT];
} WorkerSums;

typedef struct Worker {
    SearchContext *context;
    Position position; // of the descent that goes on
    History history;
    NetworkMemory *memory; // NULL: there is no network
    FinishedLines finished;
    Rng rng;
    Simulation simulations[WINDOW]; // a ring
    uint64_t begun, backed_up;      // simulations, in order
    uint64_t kinds[PATH_LIMIT]; // of the moves of the descent that goes on, for PUCT
    BatchUsage work;
    WorkerSums sums;
    // What others see of the sums: at most SHOW_INTERVAL simulations old while the
    // worker works. Who reads it need not fear that a worker who waits for the
    // processor, as he may long on a busy machine, holds the mutex: that is rare.
    WorkerSums shown;
    uint64_t show_at;      // simulations backed up
    pthread_mutex_t mutex; // of `shown`
} Worker;

// A worker without a context, for tasks with a network or for those without. Errors:
// NULL when memory is exhausted.
Worker *worker_new(bool has_network);
void worker_delete(Worker *worker);

// Makes the worker ready for a context. Errors: false when memory is exhausted.
bool worker_prepare(Worker *worker, SearchContext *context);

// Gives the root its children if it has none; else asks the network, which has only
// been asked as about any other node, about the root. Pre: prepared.
void worker_begin_at_root(Worker *worker);

// Plays simulations until the context is finished, which also this worker may find, or
// the tree is full.
void worker_run(Worker *worker);

#endif
