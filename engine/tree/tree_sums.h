// SPDX-License-Identifier: MIT
//
// What simulations have added to a node of a tree under PUCT, for trees of the same
// position that share what they find. The sums of two trees can be added, unless
// children are weighed (tree_weigh.h).
#ifndef TREE_SUMS_H
#define TREE_SUMS_H

#include "tree.h"

// For the player who moved to the node; the units are those of Tree.
typedef struct TreeSums {
    uint32_t results; // visits whose results are known
    uint32_t half_wins, chances;
    int32_t surplus;
} TreeSums;

TreeSums tree_sums(const Tree *tree, NodeIndex node);

// Adds what other simulations have found, and as many visits as results. Workers may
// search at the same time. Errors: false, nothing added, if the node could not count so
// many.
bool tree_add_sums(Tree *tree, NodeIndex node, const TreeSums *more);

// Can simulations bring such sums? None is more than its results allow.
bool tree_sums_are_possible(const TreeSums *sums);

// What `now` has more than `before`, as far as it is possible; the rest comes later.
// Workers count a result before its wins, and a playout after both. If there is less
// now, nothing is more.
TreeSums tree_sums_beyond(const TreeSums *now, const TreeSums *before);

#endif
