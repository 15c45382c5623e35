// SPDX-License-Identifier: MIT
//
// What is known of a node by its children. The plain mean of all results below a node
// is too low for the player to move: moves were tried that turned out bad. Here the
// children's results are weighed anew after each simulation. Sources: KataGo, "Other
// Methods Implemented in KataGo" and search/searchupdatehelpers.cpp of version 1.17.
#ifndef TREE_WEIGH_H
#define TREE_WEIGH_H

#include "tree.h"

// What the children of a node say, for the player to move at the node.
typedef struct ChildrenResult {
    float simulations;  // of all children; 0: there are none with results
    float weight;       // of these, what is left
    float rate, square; // means of the results, 0..1, and of their squares
    float chance;       // to win
} ChildrenResult;

// Weighs the results of the children of a node. First, a move loses weight if it was
// tried more than twice as often as its probability asks for. It loses the more, the
// worse it is than the moves that are more probable. Then weight moves from moves below
// the mean to those above it. The fewer simulations a move has, the less of it. For
// PUCT.
ChildrenResult tree_weigh_children(const Tree *tree, NodeIndex node, const Puct *puct);

// Sets the results of a node to those of its children together with its own value. That
// is `utility`, 0..1 for the player to move; its weight is stored (tree_value). The
// visits stay. Pre: the node has a value.
void tree_set_results(Tree *tree, NodeIndex node, const Puct *puct,
                      const ChildrenResult *children, float utility);

// The lower end of an interval for the mean of a node's results, 0..1 for the player
// who moved there; with few simulations below 0. It is five standard errors below the
// mean. One result as far off as can be counts as a part of the spread. That part falls
// with the cube of the simulations. Pre: the node has results.
double tree_low_rate(const Tree *tree, NodeIndex node, const Puct *puct);

#endif
