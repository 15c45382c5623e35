// SPDX-License-Identifier: MIT
//
// Monte Carlo tree search: the loop over playouts, its limits, its workers, and what it
// found.
#ifndef SEARCH_H
#define SEARCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "game.h"
#include "move_filter.h"
#include "network.h"
#include "params.h"
#include "playout_batch.h"
#include "point_list.h"
#include "search_limits.h"
#include "tree_sample.h"

enum { SEARCH_THREADS_MAX = 64, SEARCH_LINE_MAX = 32 };

typedef struct Search Search;

// One who looks on. A look may ask search_view and search_view_move; it holds up
// nothing but the end of the search, and looks never overlap. False: it need not go on.
typedef struct SearchObserver {
    double interval; // seconds between two looks; 0: there is only the last one
    // Called from a thread of its own, and once more by the searching thread when the
    // search has ended.
    bool (*look)(void *object, const Search *search, bool ended);
    void *object;
} SearchObserver;

// What is asked of a search. It ends at a limit or soon after *stop becomes true;
// something must end it. With one thread, no seconds, a tree with room for all and the
// same to begin with, the same seed finds the same.
typedef struct SearchOrder {
    Color player; // to move
    SearchLimits limits;
    uint64_t seed;
    const atomic_bool *stop;
    int given;                      // half points that the player gives: dynamic komi
    const SearchObserver *observer; // or NULL
    // Moves that are left out, or NULL; a player without any other passes. The tree is
    // of no use to other searches then, nor theirs to this one.
    const MoveFilter *filter;
} SearchOrder;

typedef struct Candidate {
    Point move;      // a point or PASS
    double win_rate; // 0..1
    // What the chance rests on: playouts through the move, or, where a network has the
    // word, so many games for each of them as a simulation is evidence for. Those of
    // earlier searches are included.
    uint32_t games;
} Candidate;

// What a search found. Chances and scores are those of the player who was to move.
typedef struct SearchReport {
    Color player;
    Point best;        // the move of candidates[0]; never RESIGN
    int given;         // half points: the dynamic komi of the order
    bool has_network;  // moves were judged by one, even if it was not asked again
    double win_rate;   // of the best move; with that komi
    double real_rate;  // mean of the playouts, with the komi of the game
    double score;      // points, mean of the playouts, komi included
    uint64_t playouts; // of this search
    double seconds;
    // By how many seconds the thread that asked was woken too late, at worst, lately:
    // how long it may have to wait for its turn on a busy machine.
    double delay;
    BatchUsage work;             // of the lanes
    Point line[SEARCH_LINE_MAX]; // the principal variation, the best move first
    int line_length;
    // The legal moves but the filling of own eyes, the best first and then
    // the most visited, see best_move.h.
    Candidate candidates[POINT_LIST_MAX];
    int candidate_count;
    uint32_t games_a_visit; // that a simulation is evidence for
    // Of the playouts, without the simulations that ended by passes in the tree: how
    // many there were, and how many left a point to Black minus those that left it to
    // White.
    uint64_t ownership_playouts;
    int ownership[POINT_LIMIT];
    // How many nodes the network was asked about in this search, and the means of what
    // it said: points of the player, komi included; and whose a point will be, from -1,
    // White's, to 1, Black's. See score_estimate.h.
    uint64_t evaluations;
    double network_seconds; // that this took, of all threads
    double network_score;
    double network_owner[POINT_LIMIT];
} SearchReport;

// Simulations through one of the candidates.
uint32_t search_report_visits(const SearchReport *report, const Candidate *candidate);

// The chance to win with the komi of the game: that of the best move, or the mean of
// the playouts where points were given.
static inline double search_report_rate(const SearchReport *report)
{
    return report->given == 0 ? report->win_rate : report->real_rate;
}

// A search with its memory, whose playouts are played by these lanes. Errors: NULL when
// memory is exhausted.
Search *search_new(const Params *params, const PlayoutKernel *lanes, int threads,
                   int memory_mib);
void search_delete(Search *search);

// Changes the parameters and forgets the tree.
void search_set_params(Search *search, const Params *params);

// What a search takes from its network.
typedef enum NetworkUse {
    NETWORK_FULL,  // probabilities of moves and values; moves are chosen by PUCT
    NETWORK_MOVES, // probabilities alone: the playouts tell who wins
} NetworkUse;

// Takes that from a network, which must outlive the search. NULL, as at first: priors
// are made by hand, and the playouts tell who wins. Forgets the tree.
void search_use_network(Search *search, const Network *network, NetworkUse use);

// Takes the memory that a search of a game of so many turns needs, if it is not there
// yet: such a search cannot fail then. Errors: false when memory is exhausted.
bool search_reserve(Search *search, uint32_t turns);

// Forgets the tree.
void search_clear(Search *search);

// Thinks about the position of the game and fills the report. Reuses what the tree of
// the last search knows if the game has gone on from there. Errors: false when memory
// for the workers is exhausted; the report is then empty but for best == PASS.
bool search_run(Search *search, const Game *game, const SearchOrder *order,
                SearchReport *report);

// For an observer: what has been found so far, but for the work of the lanes and the
// delay.
void search_view(const Search *search, SearchReport *report);

// Tells of positions that the last search has looked at, or earlier ones from the same
// position on; see tree_sample.h. Returns how many it was.
int search_sample(Search *search, int count, Rng *rng, const LineTaker *taker);

// What is known of a move of the root besides its Candidate.
typedef struct MoveView {
    double prior; // its part of all that the moves were worth beforehand
    double score; // points of the player, mean of `playouts`, komi included
    double
        real_rate; // his chance to win, mean of `playouts`, with the komi of the game
    uint64_t playouts; // of this search, through the move
    // Of the nodes below it that the network was asked about in this search.
    uint64_t evaluations;
    double network_score; // points of the player, komi included
    // The move and the principal variation after it, with the visits of each move.
    Point line[SEARCH_LINE_MAX];
    uint32_t line_visits[SEARCH_LINE_MAX];
    int line_length;
} MoveView;

// For an observer: a move of the root. Of an unknown one all is zero.
void search_view_move(const Search *search, Point move, MoveView *view);

#endif
