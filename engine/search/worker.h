// SPDX-License-Identifier: MIT
//
// One thread of a search. It descends the tree to leaves, plays their playouts in SIMD
// lanes, and backs up the results. Several leaves are in flight at any time. Their
// visits are counted already, which keeps the next descents away from them.
//
// Simulation number i is chosen when exactly the results up to number i - WINDOW are in
// the tree. Results that came in earlier wait. So the search of one thread does not
// depend on the number of lanes, nor on which playout ends first.
#ifndef WORKER_H
#define WORKER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "finished_line.h"
#include "history.h"
#include "ladder.h"
#include "move_owners.h"
#include "network.h"
#include "playout_batch.h"
#include "point_counter.h"
#include "position.h"
#include "rng.h"
#include "search_context.h"
#include "tree_weigh.h"

enum {
    // Simulations of a worker that are in flight. It is a few more than the lanes of
    // the widest kernel, so that a long playout does not keep other lanes waiting.
    WINDOW = 10,
    SHOW_INTERVAL = 64, // simulations
    PARKED_MAX = 8,     // see Parked
};

// A descent and its result.
typedef struct Simulation {
    NodeIndex path[PATH_LIMIT];
    int path_length;
    bool is_valued;           // the network's value of the leaf is in the tree
    uint32_t value_half_wins; // of that value, for the player to move at the leaf
    bool is_done;
    bool ended_in_tree; // the game has ended: no playout was needed
    bool is_void;       // it has ended without a result
    int white_points;   // half points that White is given at its end
    bool is_owned;      // result.owner is filled
    PlayoutResult result;
} Simulation;

// Sums over the simulations that are backed up. The evaluations are those of nodes that
// the network was asked about.
typedef struct Tally {
    uint64_t playouts;
    int64_t score;         // Black minus White in half points
    uint64_t score_square; // sum of the squares
    uint64_t half_wins;    // Black's, with the komi of the game
    uint64_t evaluations;
    // Points of Black on the board, without what White is given at the root.
    double network_lead;
    // Black's points at the end as a network of KataGo's expects them, and the squares
    // of these points and of their standard deviation.
    double final_points, final_square;
    double network_seconds;
} Tally;

static inline void tally_add(Tally *tally, const Tally *more)
{
    tally->playouts += more->playouts;
    tally->score += more->score;
    tally->score_square += more->score_square;
    tally->half_wins += more->half_wins;
    tally->evaluations += more->evaluations;
    tally->network_lead += more->network_lead;
    tally->final_points += more->final_points;
    tally->final_square += more->final_square;
    tally->network_seconds += more->network_seconds;
}

// A descent that has ended at a leaf which waits for an evaluation elsewhere. Its
// visits stay counted until that has come, which keeps the next descents away.
typedef struct Parked {
    NodeIndex path[PATH_LIMIT];
    int path_length;
} Parked;

// What a worker has found.
typedef struct WorkerSums {
    Tally all;
    uint64_t ownership_playouts;
    PointCounter owned[2]; // by Color: playouts that left a point to that player
    double network_owner[POINT_LIMIT]; // sum of evaluations; 1: Black's, -1: White's
    double network_owner_square[POINT_LIMIT]; // sum of the squares
    // By first move; only if the search has an observer. This stays the last field.
    Tally by_move[POINT_LIMIT];
} WorkerSums;

// What several workers have found together, as in SearchReport.
typedef struct FoundSums {
    Tally all;
    uint64_t ownership_playouts;
    int ownership[POINT_LIMIT];
    double network_owner[POINT_LIMIT], network_owner_square[POINT_LIMIT]; // sums
} FoundSums;

// What earlier searches of the same moment have found, as far as their tree is there.
typedef struct KnownSums {
    FoundSums found;
    Tally by_move[POINT_LIMIT];
} KnownSums;

struct Worker {
    SearchContext *context;
    Position position; // of the present descent
    int stones_placed; // on it, by Black, minus those by White
    int button_points; // half points that White gets by the button taken on it
    // As game_first_counted, for the line.
    uint32_t first_counted;
    History history;
    NetworkMemory *memory; // NULL: there is no network
    LadderReader *ladders;
    KatagoMemory *katago; // NULL: there is no network of KataGo's
    FinishedLines finished;
    Rng rng;
    Simulation simulations[WINDOW]; // a ring
    uint64_t begun, backed_up;    // numbers of simulations; they are backed up in order
    uint64_t buckets[PATH_LIMIT]; // policy bias buckets of the moves of the present
                                  // descent; for PUCT
    // Of the nodes of the present path, before its result.
    ChildrenResult children[PATH_LIMIT];
    Parked parked[PARKED_MAX]; // only if the search has a helper
    int parked_count;
    // Leaves are not expanded where they are found: see worker_descend.
    bool leaves_wait;
    // The network's output for the present leaf, if it is known already; or NULL.
    const NetworkOutput *given;
    // What a helper tells others of the search, in memory of malloc's; or NULL.
    unsigned char *told;
    size_t told_size;
    BatchUsage work;
    WorkerSums sums;
    // The copy of the sums that other threads read. While the worker runs it is at most
    // SHOW_INTERVAL simulations old. Readers rarely block. A worker holds the mutex
    // only for a short copy, so it seldom loses the processor while it holds it.
    WorkerSums shown;
    MoveOwners *owners; // under the mutex; NULL if the order does not want them
    MoveOwners *owners_memory;
    uint64_t show_at;      // the number of simulations backed up at which to copy
    pthread_mutex_t mutex; // of `shown`
};

// A worker for searches with the networks of that context. Errors: NULL when memory is
// exhausted.
Worker *worker_new(const SearchContext *context);
void worker_delete(Worker *worker);

// Makes the worker ready for a context. Errors: false when memory is exhausted.
bool worker_prepare(Worker *worker, SearchContext *context);

// Learns the biases of the network's values anew from the tree that is left of earlier
// searches, and nothing else. Pre: context->weighs_children; no worker is running.
void worker_recall_biases(SearchContext *context);

// If the root has no children, expands it. Otherwise asks the network about the root
// again: so far the network was asked only as about any other node. Pre: prepared.
void worker_begin_at_root(Worker *worker);

// Values of KataGo's networks depend on the score that a search begins from
// (utility_expect_score). Computes those that earlier searches have left below the root
// for this search's score, and learns the biases anew. Pre: as for
// worker_recall_biases; the root was begun. Source: KataGo, search/search.cpp,
// recursivelyRecomputeStats.
void worker_renew_values(SearchContext *context);

// Plays simulations until the context is finished, or until the tree is full if that
// ends workers. This worker, too, may find that the context is finished.
void worker_run(Worker *worker);

#endif
