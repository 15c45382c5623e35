// SPDX-License-Identifier: MIT
//
// A tree for each test, its numbers, and children for it.
#ifndef TREE_FIXTURE_H
#define TREE_FIXTURE_H

#include <stdlib.h>

#include "picture.h"
#include "tree.h"

enum { SMALL_BYTES = 1, ARENA_NODES = 4096, CHILDREN_MAX = 20 };

static inline int create(void **state)
{
    Tree *tree = malloc(sizeof *tree);
    if (tree == NULL || !tree_init(tree, SMALL_BYTES))
        return -1;
    *state = tree;
    return 0;
}

static inline int destroy(void **state)
{
    tree_free(*state);
    free(*state);
    return 0;
}

static inline void assert_node(const Tree *tree, NodeIndex index, uint32_t visits,
                               uint32_t half_wins)
{
    Node node = tree_node(tree, index);
    assert_int_equal(node.visits, visits);
    assert_int_equal(node.half_wins, half_wins);
}

static inline void assert_amaf(const Tree *tree, NodeIndex index, uint32_t visits,
                               uint32_t half_wins)
{
    Node node = tree_node(tree, index);
    assert_int_equal(node.amaf_visits, visits);
    assert_int_equal(node.amaf_half_wins, half_wins);
}

// Gives a leaf children at these points.
static inline bool expand(Tree *tree, NodeIndex leaf, const Point moves[],
                          const Prior priors[], int count)
{
    PointList list = {.count = 0};
    for (int i = 0; i < count; i++)
        point_list_add(&list, moves[i]);
    return tree_claim(tree, leaf) && tree_expand(tree, leaf, &list, priors);
}

// Gives a leaf children at these points, with two even games each.
static inline void expand_evenly(Tree *tree, NodeIndex leaf, const Point moves[],
                                 int count)
{
    Prior priors[CHILDREN_MAX];
    for (int i = 0; i < count; i++)
        priors[i] = (Prior){.visits = 2, .wins = 1};
    assert_true(expand(tree, leaf, moves, priors, count));
}

#endif
