// SPDX-License-Identifier: MIT
//
// Monte Carlo tree search: the loop over playouts, the limits, the workers, and the
// report.
#ifndef SEARCH_H
#define SEARCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "eval_cache.h"
#include "game.h"
#include "katago_network.h"
#include "move_filter.h"
#include "network.h"
#include "params.h"
#include "playout_batch.h"
#include "point_list.h"
#include "search_limits.h"
#include "tree_sample.h"

enum { SEARCH_THREADS_MAX = 64, SEARCH_LINE_MAX = 32 };

typedef struct Search Search;
typedef struct Worker Worker; // worker.h

// An observer of a running search. `look` may call search_view and search_view_move. A
// look delays nothing but the end of the search, and looks never overlap. It returns
// false if the search may end.
typedef struct SearchObserver {
    double interval; // seconds between two looks; 0: only the last look
    double first;    // seconds until the first look; 0: as the interval
    // Called from a thread of its own. When the search has ended, the searching thread
    // calls it once more.
    bool (*look)(void *object, const Search *search, bool ended);
    void *object;
} SearchObserver;

// Something outside of the search that helps it: it evaluates leaves, or it knows what
// other trees have found. Searches may call its functions at the same time. They do so
// only if a network's values decide.
typedef struct SearchHelper {
    void *object;
    // Called before the workers begin, with the helper's own worker: the game of the
    // search will not change yet.
    void (*prepare)(void *object, Worker *worker);
    // Called on a thread of its own while the workers search, perhaps several times. It
    // brings simulations to the tree until the search is at its end.
    void (*help)(void *object, Worker *worker);
    bool is_alone; // the search has no other workers
} SearchHelper;

// What is asked of a search. It ends at a limit, or soon after *stop becomes true; one
// of these must happen. With one thread, no time limit and a tree with room for all,
// the same seed and the same initial tree give the same result. Threads may still read
// *stop when the search has returned, until the next call or search_rest.
typedef struct SearchOrder {
    Color player; // to move
    SearchLimits limits;
    uint64_t seed;
    const atomic_bool *stop;
    // At most this number of threads search. 0: all that the search has.
    int workers;
    const SearchObserver *observer; // or NULL
    // Moves that are left out, or NULL. A player with no other move passes. With a
    // filter, the tree is of no use to other searches, and theirs is of no use to this
    // one.
    const MoveFilter *filter;
    // Flattens the network's probabilities of the root moves: each is raised to the
    // power of 1 / temperature. 0, as 1: they are taken as they are. For PUCT. A tree
    // is of no use to searches with another temperature.
    double root_temperature;
    KatagoProfile profile; // of the players, for a network that imitates people
    // White's playout doubling advantage, which networks of KataGo's are told.
    float doubling;
    // A network of KataGo's is shown no move before the root, and at the root that a
    // pass does not end the game. Source: KataGo, ignorePreRootHistory and
    // conservativePass.
    bool hides_history;
    bool counts_move_owners; // see search_view_owners
    // The search ends with what its threads are at, so late by an evaluation at most.
    // Otherwise it ends in time, and leaves out what they are at.
    bool awaits_workers;
    bool is_reproducible; // a helper, whose answers come in any order, does not help
} SearchOrder;

typedef struct Candidate {
    Point move;      // a point or PASS
    double win_rate; // 0..1
    // What the move is judged by, 0..1: the win rate, or what else the search seeks.
    double utility;
    double low; // the lower end of an interval for the utility; it may be below 0
    // The evidence behind win_rate: playouts through the move. If the network's values
    // decide, each playout counts as the number of games that a simulation is evidence
    // for. Playouts of earlier searches are included.
    uint32_t games;
} Candidate;

// The result of a search. Chances and scores are for the player to move.
typedef struct SearchReport {
    Color player;
    Point best;          // the move of candidates[0]; never RESIGN
    double win_rate;     // of the best move
    double playout_rate; // mean of the playouts; without any, the value of the root
    // Of the root, whose moves are weighed (tree_weigh.h), with a network of KataGo's.
    bool has_root_rate;
    double root_rate;
    double score;           // points, mean of the playouts, komi included
    double score_deviation; // standard deviation of these scores
    uint64_t playouts;      // of this search
    // Of the root, those of earlier searches included. If a network values the root,
    // that is its first visit.
    uint64_t visits;
    double seconds;
    int workers; // threads that searched
    // The longest delay, in seconds, of recent wake-ups of the searching thread. On a
    // busy machine it has to wait that long for its turn.
    double delay;
    BatchUsage work;             // of the SIMD lanes
    Point line[SEARCH_LINE_MAX]; // the principal variation, the best move first
    int line_length;
    // The legal moves without the filling of own eyes. The best one is first, then the
    // most visited; see best_move.h.
    Candidate candidates[POINT_LIST_MAX];
    int candidate_count;
    uint32_t games_a_visit; // that one simulation is evidence for
    // Scores, owners and evaluations are those of this search. With an observer,
    // earlier searches of the same moment count, too, as their moves do.
    //
    // Number of playouts, without the simulations that ended by passes in the tree. For
    // each point: playouts that left it to Black minus playouts that left it to White.
    uint64_t ownership_playouts;
    int ownership[POINT_LIMIT];
    // Number of nodes that the network was asked about. The means below are over these.
    // The score is in points of the player, komi included. The owner of
    // a point is -1 for White to 1 for Black. See score_estimate.h.
    uint64_t evaluations;
    double network_part;    // of the network in estimates, beside the playouts: 0..1
    double network_seconds; // time of these evaluations, summed over threads
    double network_score;
    double network_owner[POINT_LIMIT];
    double network_owner_square[POINT_LIMIT]; // mean of the squares
    // Standard deviation of the final score, in points. A network of KataGo's tells it.
    // With one of ours it is that of points of the board that find their owners
    // independently, by the network's means.
    double network_score_deviation;
} SearchReport;

// Simulations through a candidate.
uint32_t search_report_visits(const SearchReport *report, const Candidate *candidate);

// Turns all that the report says of points by a symmetry (symmetry.h), on a board of
// that size.
void search_report_turn(SearchReport *report, int columns, int rows, int symmetry);

// Makes another candidate the best one. The line that follows it is not told.
void search_report_choose(SearchReport *report, int candidate);

// A search with its memory. `lanes` plays its playouts. Errors: NULL when memory is
// exhausted.
Search *search_new(const Params *params, const PlayoutKernel *lanes, int threads,
                   int memory_mib);
void search_delete(Search *search);

// Changes the parameters and forgets the tree.
void search_set_params(Search *search, const Params *params);

// What a search takes from its network.
typedef enum NetworkUse {
    NETWORK_FULL,  // policy and value; PUCT chooses the moves
    NETWORK_MOVES, // policy only: the playouts tell who wins
} NetworkUse;

// Uses the network in this way. The network must outlive the search. If it is NULL, as
// at first, priors are made by hand and the playouts tell who wins. Forgets the tree.
void search_use_network(Search *search, const Network *network, NetworkUse use);

// Uses this network of KataGo's in place of the other one, fully, where it takes the
// board. It must outlive the search. NULL: none. Forgets the tree. Pre: there is the
// other network.
void search_use_katago(Search *search, const KatagoNetwork *network);

// Uses this cache of the network's outputs in place of its own. Searches that share a
// cache may run at the same time; the cache outlives them. What one of them has asked
// the others need not ask, even in another symmetry. Pre: they have the same networks.
void search_share_cache(Search *search, EvalCache *cache);

// The helper of searches from now on, which outlives the search. NULL: none.
void search_use_helper(Search *search, const SearchHelper *helper);

// Waits until no thread works any more for a search that has returned.
void search_rest(Search *search);

// Takes the memory for a search of a game of `turns` turns, if it is not there yet.
// Such a search cannot fail afterwards. Errors: false when memory is exhausted.
bool search_reserve(Search *search, uint32_t turns);

// Forgets the tree. A shared cache stays.
void search_clear(Search *search);

// Searches the position of the game and fills the report. If the game has gone on from
// the last search, its tree is reused. Errors: false when memory for the workers is
// exhausted. The report is then empty except for best == PASS.
bool search_run(Search *search, const Game *game, const SearchOrder *order,
                SearchReport *report);

// For an observer: the report so far, without the work of the lanes and the delay.
void search_view(const Search *search, SearchReport *report);

// Passes positions to the taker that the last search has looked at, or an earlier
// search from the same position on. See tree_sample.h. Returns their number.
int search_sample(Search *search, int count, Rng *rng, const LineTaker *taker);

// What is known of a root move besides its Candidate.
typedef struct MoveView {
    double prior; // its share of the sum of all moves' priors, banned ones included
    double score; // points of the player, mean of `playouts`, komi included
    double score_deviation; // standard deviation of these scores
    uint64_t playouts;      // through the move; of which searches, see SearchReport
    // Number of nodes below the move that the network was asked about.
    uint64_t evaluations;
    double network_score; // points of the player, komi included
    // Standard deviation of the final score; -1: it is not known by move.
    double network_score_deviation;
    // The move and the principal variation after it, with the visits of each of its
    // moves.
    Point line[SEARCH_LINE_MAX];
    uint32_t line_visits[SEARCH_LINE_MAX];
    int line_length;
} MoveView;

// For an observer: a root move. If the move is unknown, all fields are zero.
void search_view_move(const Search *search, Point move, MoveView *view);

// For an observer: what the network says of the position alone. NULL: it was not asked.
const NetworkOutput *search_root_output(const Search *search);

// Who owns each point after a root move, by what this search found below it.
typedef struct OwnersView {
    uint64_t playouts, evaluations; // numbers of what the means are over
    // Means from -1 for White to 1 for Black: of the playouts, of the network, and of
    // the squares of the latter.
    double playout_owner[POINT_LIMIT];
    double network_owner[POINT_LIMIT], network_owner_square[POINT_LIMIT];
} OwnersView;

// For an observer: a root move. If nothing is known of it, all fields are zero. Pre:
// the order has counts_move_owners.
void search_view_owners(const Search *search, Point move, OwnersView *view);

#endif
