// SPDX-License-Identifier: MIT
//
// The search tree: moves and numbers, never positions. All nodes live in one arena that
// is allocated once; the children of a node lie side by side, after a header that
// counts them. When the arena is full nothing more is expanded and the search goes on
// with the leaves it has. After a move the subtree that is still of use is copied to a
// second arena of the same size (Cheney 1970), and the arenas change places.
//
// Workers share a tree without locks. A number may lose an update when two workers
// write at once, which costs less than a locked instruction for each; the numbers are
// atomics with relaxed order. The link to the children is published with release order.
#ifndef TREE_H
#define TREE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "bitboard.h"
#include "color.h"
#include "prior.h"

typedef uint32_t NodeIndex;

enum {
    NODE_LEAF = 0,      // value of Node.children: not expanded
    NODE_EXPANDING = 1, // being expanded by some worker
    TREE_ROOT = 2,      // index of the root
};

// A move and what is known of it, from the point of view of the player who makes it.
typedef struct Node {
    _Atomic uint32_t visits;      // playouts, virtual ones of the prior included
    _Atomic uint32_t half_wins;   // two for a win, one for a tie
    _Atomic uint32_t amaf_visits; // playouts in which he made the move later (RAVE)
    _Atomic uint32_t amaf_half_wins;
    _Atomic NodeIndex children; // header of the children, NODE_LEAF, or NODE_EXPANDING
    Point move;                 // in a header: the number of children
    uint16_t prior_visits;
} Node;

typedef struct Tree {
    Node *nodes, *spare; // two arenas
    NodeIndex capacity;  // nodes in each
    _Atomic NodeIndex used;
} Tree;

// A tree with only a root, in about `bytes` of memory for both arenas.
// Errors: false when memory is exhausted.
bool tree_init(Tree *tree, uint64_t bytes);
void tree_free(Tree *tree);

// Forgets everything but an unvisited root.
void tree_clear(Tree *tree);

static inline Node *tree_node(const Tree *tree, NodeIndex index)
{
    return &tree->nodes[index];
}

// The first child; `count` receives their number, 0 for a leaf.
NodeIndex tree_children(const Tree *tree, NodeIndex parent, int *count);

// The child with that move, or 0.
NodeIndex tree_find_child(const Tree *tree, NodeIndex parent, Point move);

// Playouts through the node, without the virtual ones of its prior.
uint32_t node_playouts(const Node *node);

// Share of won games, prior included; 0.5 without any.
double node_win_rate(const Node *node);

// Gives a leaf its children. False, and nothing done, if it is no leaf any more or the
// arena is full. Pre: there are moves.
bool tree_expand(Tree *tree, NodeIndex parent, const PointList *moves,
                 const Prior priors[]);

// The child to try next: the best mixture of the results of playouts and of AMAF games.
// Source: Gelly, Silver 2011; the weights as in Silver's thesis, with equivalence
// parameter K. A part of the playouts, params->exploration in 1000, is spread evenly,
// so that a move that is good only now is not buried for ever by AMAF games of a later
// time. Pre: expanded.
NodeIndex tree_select(const Tree *tree, NodeIndex parent, const Params *params);

// Counts a descent through the node before its result is known, as a loss: a virtual
// loss that keeps other workers away.
void tree_count_visit(Tree *tree, NodeIndex index);

// What a simulation came to. Arrays are by Color.
typedef struct TreeOutcome {
    int half_wins[2];
    Bitboard first[2]; // the points that a player was the first to play, after the path
} TreeOutcome;

// Brings the outcome to the nodes of a path; path[0] is the root, where `to_play` was
// to move.
void tree_backup(Tree *tree, const NodeIndex path[], int path_length, Color to_play,
                 const TreeOutcome *outcome);

// Makes a node the root and keeps its subtree only. Pre: no worker is running.
void tree_set_root(Tree *tree, NodeIndex root);

#endif
