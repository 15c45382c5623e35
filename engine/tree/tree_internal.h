// SPDX-License-Identifier: MIT
//
// Reads and writes the numbers of the tree; for the files of the tree only.
#ifndef TREE_INTERNAL_H
#define TREE_INTERNAL_H

#include "tree.h"

static inline uint32_t slot_get(const _Atomic uint32_t *number)
{
    return atomic_load_explicit(number, memory_order_relaxed);
}

static inline void slot_set(_Atomic uint32_t *number, uint32_t value)
{
    atomic_store_explicit(number, value, memory_order_relaxed);
}

static inline void slot_count(_Atomic uint32_t *number, uint32_t amount)
{
    atomic_fetch_add_explicit(number, amount, memory_order_relaxed);
}

// Not a single atomic step: see the head of tree.h.
static inline void slot_add(_Atomic uint32_t *number, uint32_t amount)
{
    slot_set(number, slot_get(number) + amount);
}

// What a node's results are in the mean, for the player who moved there.
typedef struct TreeMean {
    float games; // in the unit of visits
    float rate, square, chance;
} TreeMean;

// The mean square of the results of a node that has some. Without children, it is that
// of the mean.
float tree_mean_square(const Tree *tree, NodeIndex node);

// Replaces the results of an expanded node.
void tree_set_mean(Tree *tree, NodeIndex node, TreeMean mean);

// Do children lie behind that link?
static inline bool slot_is_header(NodeIndex link)
{
    return link != NODE_LEAF && link != NODE_EXPANDING;
}

#endif
