// SPDX-License-Identifier: MIT
#include "tree_sample.h"

// A walk through the nodes below one, parents before their children.
typedef struct Walk {
    const Tree *tree;
    NodeIndex root;
    // By depth: the present node, and the slot behind its last sibling.
    NodeIndex node[PATH_LIMIT], end[PATH_LIMIT];
    int depth; // of the present node; 0: at the root
} Walk;

// Goes to the first child. False: there is none, or it is too deep.
static bool go_down(Walk *walk, NodeIndex node)
{
    int count;
    NodeIndex first = tree_children(walk->tree, node, &count);
    if (count == 0 || walk->depth == PATH_LIMIT)
        return false;
    walk->node[walk->depth] = first;
    walk->end[walk->depth] = first + (NodeIndex)count;
    walk->depth++;
    return true;
}

static NodeIndex present(const Walk *walk)
{
    return walk->depth > 0 ? walk->node[walk->depth - 1] : walk->root;
}

// Goes to the next sibling of the node, or of the last of its parents that has one.
static void go_aside(Walk *walk)
{
    while (walk->depth > 0) {
        int i = walk->depth - 1;
        if (++walk->node[i] < walk->end[i])
            return;
        walk->depth--;
    }
}

// Goes to the next node that has children. False: there is none.
static bool go_on(Walk *walk)
{
    int count;
    do {
        if (!go_down(walk, present(walk)))
            go_aside(walk);
        if (walk->depth == 0)
            return false;
        tree_children(walk->tree, present(walk), &count);
    } while (count == 0);
    return true;
}

static uint32_t count_nodes(const Tree *tree, NodeIndex root)
{
    uint32_t count = 0;
    Walk walk = {.tree = tree, .root = root};
    while (go_on(&walk))
        count++;
    return count;
}

static void pass_line(const Walk *walk, const LineTaker *taker)
{
    Point line[PATH_LIMIT];
    for (int i = 0; i < walk->depth; i++)
        line[i] = walk->tree->move[walk->node[i]];
    taker->take(taker->object, line, walk->depth);
}

// Source: Knuth, The Art of Computer Programming 2, 3.4.2, algorithm S.
int tree_sample(const Tree *tree, NodeIndex root, int count, Rng *rng,
                const LineTaker *taker)
{
    uint32_t left = count_nodes(tree, root);
    int told = 0;
    Walk walk = {.tree = tree, .root = root};
    for (; told < count && go_on(&walk); left--) {
        if (rng_below(rng, left) >= (uint32_t)(count - told))
            continue;
        pass_line(&walk, taker);
        told++;
    }
    return told;
}
