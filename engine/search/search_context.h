// SPDX-License-Identifier: MIT
//
// What the workers of a search share: the root, the order, and their tools.
#ifndef SEARCH_CONTEXT_H
#define SEARCH_CONTEXT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "eval_cache.h"
#include "game.h"
#include "input_features.h"
#include "katago_network.h"
#include "network.h"
#include "playout_batch.h"
#include "playout_policy.h"
#include "policy_bias.h"
#include "search.h"
#include "tree.h"
#include "value_bias.h"

// Fixed-point steps per simulation. Under PUCT a simulation adds VALUE_STEPS to the
// visits of a node, and up to twice as many half wins.
enum { VALUE_STEPS = 64 };

// The most simulations that a single result may count for.
enum { WEIGHT_MAX = 8 };

typedef struct SearchContext {
    Position root;
    BatchLayout layout; // of its grid
    const Game *game;   // only until the workers begin; it may change before they end
    Rules rules;        // of the game
    int white_points;   // half points at the root, see game.h
    bool has_button;    // see game.h
    uint32_t first_counted; // see game.h
    SearchOrder order;
    MoveFilter filter; // a copy, to which the order then points
    const PlayoutKernel *lanes;
    const PlayoutPolicy *policy;
    Tree *tree;
    NodeIndex node;              // the node of the tree that stands for the root
    uint32_t visits_before;      // visits of that node when the search began
    Point recent[FEATURE_MOVES]; // the moves before the root, newest first, or NO_POINT
    const Network *network;      // NULL: priors are made by hand
    // Asked in place of `network` where it takes the board; NULL: there is none.
    const KatagoNetwork *katago;
    bool asks_katago;
    KatagoView
        katago_root;   // of the root, for the network; pos and history have no meaning
    EvalCache *cache;  // outputs of the network
    bool shares_cache; // with other searches
    uint64_t cache_salt; // of keys in the cache: tells what the features do not
    // What the network says of the root alone, if it was asked.
    NetworkOutput root_output;
    bool has_root_output;
    ValueBias *bias;         // mean errors of the network's values
    PolicyBias *policy_bias; // moves that the network's policy underrates
    NetworkUse network_use;
    bool is_puct; // PUCT with `puct` chooses moves: every leaf gets a value
    Puct puct, root_puct;
    // Are a node's results weighed by its children after each simulation (tree_weigh)?
    // Otherwise they are simply added, and the policy bias learns from them.
    bool weighs_children;
    // What reports add to what this search has found; NULL: nothing.
    const struct KnownSums *known;
    // The score that the player of the order may expect: points beyond it count more
    // with a network of KataGo's. It is set when the root is evaluated.
    float expected_score;
    double started;
    // Is there a helper? Then a leaf may wait long for its evaluation.
    bool has_helper;
    // Do workers end when the tree is full? Otherwise they go on, without new nodes.
    bool ends_when_full;
    atomic_uint_fast64_t next_playout; // also the stream of its random numbers
    atomic_bool finished;
} SearchContext;

// Sets what follows from the game, the policy, the network and `order`: the position to
// search, the recent moves, and how moves are chosen.
void search_context_begin(SearchContext *context, const Game *game);

// Half points that White is given if the game goes on with that player to move. Since
// the root Black has placed `stones` stones beyond White's. If territory is counted,
// players place stones in turn until the end. Which of them places the last one is not
// known: on the average it is half a stone for the player to move.
int search_context_white_points(const SearchContext *context, int stones,
                                Color to_play);

// What a simulation adds to the visits of a node when it begins: VALUE_STEPS, or 1
// without values.
uint32_t search_context_visit_steps(const SearchContext *context);

// Limits the playouts, so that the visits of the root never exceed what the tree can
// count. Pre: `node` and `tree` are set.
void search_context_spare_counters(SearchContext *context);

// Turns the limit of visits into one of playouts. If the root has its visits already,
// the search is finished. Pre: the root is expanded and counted.
void search_context_limit_visits(SearchContext *context);

// Is the search over, or is there no room to go on?
bool search_context_is_at_end(const SearchContext *context);

#endif
