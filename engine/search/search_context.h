// SPDX-License-Identifier: MIT
//
// What the workers of a search share: where it begins, what is asked, and what they
// work with.
#ifndef SEARCH_CONTEXT_H
#define SEARCH_CONTEXT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "eval_cache.h"
#include "game.h"
#include "input_features.h"
#include "network.h"
#include "playout_batch.h"
#include "playout_policy.h"
#include "policy_bias.h"
#include "search.h"
#include "tree.h"
#include "value_bias.h"

// Steps of the fixed point in which values are counted in the tree: a simulation under
// PUCT counts for so many visits, and its value for up to twice as many half wins.
enum { VALUE_STEPS = 64 };

typedef struct SearchContext {
    Position root;
    BatchLayout layout; // of its grid
    const Game *game;   // only until the workers begin: it may change before they end
    Rules rules;        // of the game
    int komi;           // half points
    SearchOrder order;
    const PlayoutKernel *lanes;
    const PlayoutPolicy *policy;
    Tree *tree;
    NodeIndex node;              // of the tree that stands for the root
    uint32_t visits_before;      // of it, when the search began
    Point recent[FEATURE_MOVES]; // the moves before the root, newest first, or NO_POINT
    const Network *network;      // NULL: priors are made by hand
    EvalCache *cache;            // of what the network has said
    ValueBias *bias;             // what that is wrong about
    PolicyBias *policy_bias;     // which moves it underrates
    NetworkUse network_use;
    bool is_puct; // moves are chosen by `puct`: no leaf without a value
    Puct puct;
    double started;
    atomic_uint_fast64_t next_playout; // also the stream of its random numbers
    atomic_bool finished;
} SearchContext;

// Sets what follows from the game, the policy, the network and `order`: the position to
// search, the moves before it, and how moves are chosen.
void search_context_begin(SearchContext *context, const Game *game);

// What a simulation adds to the visits of a node, from its beginning: VALUE_STEPS, or 1
// where there are no values.
uint32_t search_context_visit_steps(const SearchContext *context);

// Limits the playouts so that the search ends before the visits of its root are more
// than the tree can count. Pre: `node` and `tree` are set.
void search_context_spare_counters(SearchContext *context);

// Half points that Black gives to make the game harder; negative: White does.
int search_context_given_by_black(const SearchContext *context);

#endif
