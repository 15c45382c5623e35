// SPDX-License-Identifier: MIT
//
// Positions that a search has looked at, drawn by lot from its tree: what its network
// has to judge well, so what it should learn from.
#ifndef TREE_SAMPLE_H
#define TREE_SAMPLE_H

#include "rng.h"
#include "tree.h"

// Is told of a position by the moves that lead there from where the walk began.
typedef struct LineTaker {
    void (*take)(void *object, const Point line[], int length);
    void *object;
} LineTaker;

// Tells of so many nodes below that one, each of which has children and is as likely as
// any other to be among them; of all if there are no more. A branch longer than
// PATH_LIMIT is not followed. Returns how many it was. Pre: no worker is running.
int tree_sample(const Tree *tree, NodeIndex root, int count, Rng *rng,
                const LineTaker *taker);

#endif
