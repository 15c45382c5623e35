// SPDX-License-Identifier: MIT
//
// A random sample of the positions of a search tree. The network has to evaluate these
// well, so it should learn from them.
#ifndef TREE_SAMPLE_H
#define TREE_SAMPLE_H

#include "rng.h"
#include "tree.h"

// Receives a position as the moves that lead to it from the beginning of the walk.
typedef struct LineTaker {
    void (*take)(void *object, const Point line[], int length);
    void *object;
} LineTaker;

// Passes `count` nodes below `root` to the taker. Each has children, and all such nodes
// are equally likely. If there are not more than `count`, all are passed. A branch
// longer than PATH_LIMIT is not followed. Returns the number of nodes. Pre: no worker
// is running.
int tree_sample(const Tree *tree, NodeIndex root, int count, Rng *rng,
                const LineTaker *taker);

#endif
