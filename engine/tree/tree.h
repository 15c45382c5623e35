// SPDX-License-Identifier: MIT
//
// The search tree: moves and numbers, never positions. Everything lies in one arena of
// slots that is allocated once, field by field (an array for each), and a node is the
// number of its slot. The children of a node lie side by side behind a slot that counts
// them, and always behind their parent: so one walk through the arena, in order, can
// throw away what is of no use any more and close the gaps.
//
// Workers share a tree without locks; its numbers are atomics with relaxed order.
// Visits and wins are counted exactly, for they are what is told and what decides. The
// AMAF numbers, of which a playout touches hundreds, may fall back to what they were
// when a worker is interrupted between reading and writing one, which costs less than a
// locked instruction for each. The link to the children is published with release
// order.
#ifndef TREE_H
#define TREE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "bitboard.h"
#include "color.h"
#include "prior.h"
#include "value_bias.h"

typedef uint32_t NodeIndex;

enum {
    NODE_LEAF = 0,      // the link of a node that is not expanded
    NODE_EXPANDING = 1, // being expanded by some worker
    TREE_ROOT = 2,      // index of the root
};

enum {
    TREE_COUNT_MAX = INT32_MAX,       // of any number of a node
    PATH_LIMIT = 2 * POINT_COUNT_MAX, // nodes of a path down the tree
};

typedef struct Tree {
    // By slot, 24 bytes in all. What is counted of a move is seen by the player who
    // makes it.
    _Atomic uint32_t *visits;    // playouts; under PUCT steps of values
    _Atomic uint32_t *half_wins; // of them: two for a win, one for a tie
    union {
        // Weight of the playouts in which he made it later, or, as PUCT knows no AMAF,
        // games whose results are known.
        _Atomic uint32_t *amaf_visits, *results;
    };
    union {
        _Atomic uint32_t *amaf_half_wins;
        // Playout wins minus the wins that the network's values predict, over all
        // leaves below. Signed, as two's complement.
        _Atomic uint32_t *surplus;
    };
    _Atomic NodeIndex *children; // slot before the first child, or one of the above
    Point *move;
    uint8_t *prior_visits, *prior_wins;

    float prior_unit;             // games that a unit of a prior stands for
    ProbabilityScale probability; // of priors; only where there is a network
    NodeIndex capacity;           // slots
    _Atomic NodeIndex used;
    atomic_bool is_full;  // an expansion has found no room
    uint32_t compactions; // so far
    void *memory;
} Tree;

// What is known of a move; the fields as above.
typedef struct Node {
    Point move;
    uint32_t visits, half_wins;
    union {
        uint32_t amaf_visits, results;
    };
    union {
        uint32_t amaf_half_wins;
        int32_t surplus;
    };
    int prior_visits, prior_wins;
} Node;

// A tree with only a root, in so many bytes of memory, or the least that makes sense.
// Errors: false when memory is exhausted.
bool tree_init(Tree *tree, uint64_t bytes);
void tree_free(Tree *tree);

// Forgets everything but an unvisited root.
void tree_clear(Tree *tree);

// What is known of a node at the moment.
Node tree_node(const Tree *tree, NodeIndex node);

// The first child; `count` receives their number, 0 for a leaf.
NodeIndex tree_children(const Tree *tree, NodeIndex parent, int *count);

// The child with that move, or 0.
NodeIndex tree_find_child(const Tree *tree, NodeIndex parent, Point move);

// What the network says of an expanded node.
typedef struct NodeValue {
    float utility;   // 0..1, for the player to move there
    uint32_t bucket; // of the node (value_bias_bucket)
} NodeValue;

// Keeps a value with the children of a node. For PUCT. Pre: expanded, not long ago.
void tree_keep_value(Tree *tree, NodeIndex node, NodeValue node_value);

// The value that was kept. If there is none, its bucket is VALUE_BIAS_NO_BUCKET.
NodeValue tree_value(const Tree *tree, NodeIndex node);

// Gives the children of a node other priors, in their order. Pre: nobody searches.
void tree_set_priors(Tree *tree, NodeIndex parent, const Prior priors[]);

// Makes children of a node at least so probable, in their order. Workers may search
// meanwhile. For PUCT.
void tree_raise_priors(Tree *tree, NodeIndex parent, const float probability[]);

// By how much a result for who moved to a child, 0..1, is better than what is known of
// its parent, other results below this child left aside. For PUCT. Pre: the parent has
// results that are not the child's: its own value.
float tree_advantage(const Tree *tree, NodeIndex parent, NodeIndex child, float result);

// Share of won playouts; before the first one, of the games of the prior, or 0.5.
double node_win_rate(const Node *node);

// Makes the caller the one who expands a leaf. False: it is no leaf, or somebody else
// is at it.
bool tree_claim(Tree *tree, NodeIndex leaf);

// Is somebody at it who has claimed it, and has not expanded it yet?
bool tree_is_claimed(const Tree *tree, NodeIndex node);

// Gives a leaf that the caller has claimed its children. False, and it is a leaf as
// before, if the arena is full. Pre: there are moves.
bool tree_expand(Tree *tree, NodeIndex parent, const PointList *moves,
                 const Prior priors[]);

// The child to try next: the best mixture of the results of playouts, those of the
// prior included, and of AMAF games. Source: Gelly, Silver 2011; the weights as in
// Silver's thesis, with equivalence parameter K. A part of the playouts,
// params->exploration in 1000, is spread evenly, so that a move that is good only now
// is not buried for ever by AMAF games of a later time. Pre: expanded.
NodeIndex tree_select(const Tree *tree, NodeIndex parent, const Params *params,
                      int points);

// How PUCT chooses.
typedef struct Puct {
    float constant;
    float unit; // games that a simulation counts for
    float pass; // probability of a pass, of which the priors do not tell
    // How much less often a move that was never tried wins, it is assumed, than its
    // player has done at the node so far, once all others have been tried: times the
    // square root of the sum of the probabilities of those that have been. Half his
    // chance at most. Source: Leela Zero; KataGo, which have no such limit.
    float fpu_reduction;
    // How far the playouts are believed, below 1: so much of what their rate is from
    // one half counts. And the simulations through a move after which their own rate
    // counts as much as that of the node above: one playout tells next to nothing.
    float playouts, prior_visits;
} Puct;

// For PUCT: the part of the playouts from below that who moved there wins, 0..1.
// `above` is what the node above lets expect: 1 less its own.
float node_playout_rate(const Node *node, const Puct *puct, float above);

// The same of a root, above which there is nothing.
float root_playout_rate(const Node *root, const Puct *puct);

// For PUCT: the chance to win of who moved there, 0..1; 0.5 where there is no result.
// What the network says in the mean of all leaves below, and the playout rate, are
// taken for independent evidence, and their odds are multiplied. Where the network is
// wrong about a group, it is so at all these leaves, and playouts, which are wrong
// about other things, tell.
double node_puct_rate(const Node *node, const Puct *puct, float playout_rate);

// The child to try next: the one with the greatest Q + c P sqrt(N) / (1 + n), where P
// is the network's probability of the move, n and N are the simulations through it and
// through its parent. Source: Rosin 2011, "Multi-armed bandits with episode context";
// in the form of Silver et al. 2017, "Mastering the game of Go without human
// knowledge". Simulations that are on their way count in n and N, which keeps other
// workers away, but not in Q as losses. Source: Liu et al. 2020, "Watch the
// unobserved". `playout_rate` is that of the parent, and becomes that of the child.
// Pre: expanded; the priors are a network's.
NodeIndex tree_select_puct(const Tree *tree, NodeIndex parent, const Puct *puct,
                           float *playout_rate);

// Counts so many games of a descent through the node before their results are known,
// to keep other workers away: for tree_select they are virtual losses.
void tree_count_visits(Tree *tree, NodeIndex node, uint32_t games);

// What a simulation came to. Arrays are by Color.
typedef struct TreeOutcome {
    int half_wins[2];
    Bitboard first[2]; // the points that a player was the first to play, after the path
    Bitboard early;    // of these and others, those played soon after
    Color to_play;     // at the root
} TreeOutcome;

// Brings the outcome to the nodes of a path; path[0] is the root. In AMAF a playout
// counts once for a point that was played late, params->amaf_early times for one that
// was played early, and params->amaf_tree times for one on the path.
void tree_backup(Tree *tree, const NodeIndex path[], int path_length,
                 const TreeOutcome *outcome, const Params *params);

// Takes some of these back, from every node of a path.
void tree_discount_visits(Tree *tree, const NodeIndex path[], int path_length,
                          uint32_t games);

// Adds a surplus to every node of a path: the half wins of a playout from its end minus
// those that the network's value predicts, for the player to move at the end. For PUCT.
void tree_add_surplus(Tree *tree, const NodeIndex path[], int path_length, int surplus);

// Brings the results of so many games that are counted already to every node of a path:
// that many half wins of the player to move at its end. For PUCT.
void tree_add_results(Tree *tree, const NodeIndex path[], int path_length,
                      uint32_t games, uint32_t half_wins);

// Makes a node the root and keeps its subtree only. Pre: no worker is running.
void tree_set_root(Tree *tree, NodeIndex root);

// Makes room in a tree, if it is full: at least half of the arena is free afterwards.
// The children of the least visited nodes are forgotten, not what they have taught the
// nodes themselves. Pre: no worker is running.
void tree_prune(Tree *tree);

#endif
