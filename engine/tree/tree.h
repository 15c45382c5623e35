// SPDX-License-Identifier: MIT
//
// The search tree: moves and numbers, never positions. All of it lies in one arena,
// which is allocated once. A node is the number of its slot, and each field is an array
// over the slots. The children of a node lie side by side, behind a slot that counts
// them. They always lie behind their parent. So one walk through the arena, in order,
// can drop what is no longer needed and close the gaps.
//
// Workers share a tree without locks. Its numbers are atomics with relaxed order.
// Visits and wins are counted exactly, because they are reported and because they
// decide. A playout touches hundreds of AMAF numbers, so these are read and written
// without a locked instruction. If a worker is interrupted between its read and its
// write of an AMAF number, the number may fall back to an old value. The link to the
// children is published with release order.
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
    NODE_EXPANDING = 1, // a worker is expanding the node
    TREE_ROOT = 2,      // index of the root
};

enum {
    TREE_COUNT_MAX = INT32_MAX,       // the greatest value of any number of a node
    PATH_LIMIT = 2 * POINT_COUNT_MAX, // nodes of a path down the tree, at most
};

typedef struct Tree {
    // By slot, 28 bytes in all. The numbers of a move are for the player who makes it.
    _Atomic uint32_t *visits;    // playouts; under PUCT, in steps of values
    _Atomic uint32_t *half_wins; // of the visits: 2 for a win, 1 for a tie
    union {
        // amaf_visits: weight of the playouts in which the same player made the move
        // later. results: for PUCT, which has no AMAF; the visits whose results are
        // known.
        _Atomic uint32_t *amaf_visits, *results;
    };
    union {
        _Atomic uint32_t *amaf_half_wins;
        // surplus: playout wins minus the wins that the network's values predict, over
        // all leaves below. Signed, as two's complement.
        _Atomic uint32_t *surplus;
    };
    // For PUCT: as half_wins, of the chances to win alone. half_wins count utilities,
    // which know of points, too.
    _Atomic uint32_t *chances;
    _Atomic NodeIndex *children; // slot before the first child, or one of the above
    Point *move;
    uint8_t *prior_visits, *prior_wins;

    float prior_unit;             // games that one unit of a prior stands for
    ProbabilityScale probability; // of priors; only with a network
    NodeIndex capacity;           // slots
    _Atomic NodeIndex used;
    atomic_bool is_full; // an expansion found no room
    void *memory;
} Tree;

// A copy of the numbers of a move; the fields are those of Tree.
typedef struct Node {
    Point move;
    uint32_t visits, half_wins, chances;
    union {
        uint32_t amaf_visits, results;
    };
    union {
        uint32_t amaf_half_wins;
        int32_t surplus;
    };
    int prior_visits, prior_wins;
} Node;

// A tree with only a root, in `bytes` bytes of memory. If that is too little to be of
// use, it takes a minimum. Errors: false when memory is exhausted.
bool tree_init(Tree *tree, uint64_t bytes);
void tree_free(Tree *tree);

// Forgets everything but an unvisited root.
void tree_clear(Tree *tree);

// The present numbers of a node.
Node tree_node(const Tree *tree, NodeIndex node);

// The first child; `count` receives their number, 0 for a leaf.
NodeIndex tree_children(const Tree *tree, NodeIndex parent, int *count);

// The child with that move, or 0.
NodeIndex tree_find_child(const Tree *tree, NodeIndex parent, Point move);

// The network's value of an expanded node.
typedef struct NodeValue {
    float utility;   // 0..1, for the player to move there
    float win;       // 0..1, the chance to win in it
    float points;    // the score in it, to 1/64 of a point, below 512
    float stdev;     // of the final score, to 1/64 of a point, below 1024
    uint32_t bucket; // of the node (value_bias_bucket)
    uint16_t weight; // in the visits' unit; 0: no value is stored
} NodeValue;

// Stores a value with the children of a node. For PUCT. Pre: expanded, not long ago.
void tree_keep_value(Tree *tree, NodeIndex node, NodeValue node_value);

// The value that was stored. If there is none, its weight is 0 and its bucket is
// VALUE_BIAS_NO_BUCKET.
NodeValue tree_value(const Tree *tree, NodeIndex node);

// Replaces the priors of the children of a node, in the order of the children. Pre: no
// worker is searching.
void tree_set_priors(Tree *tree, NodeIndex parent, const Prior priors[]);

// Raises the priors of the children of a node to at least these probabilities, in the
// order of the children. Workers may search at the same time. For PUCT.
void tree_raise_priors(Tree *tree, NodeIndex parent, const float probability[]);

// By how much a result of a child exceeds what is known of its parent. The result is
// 0..1, for the player who moved to the child. Other results below this child are left
// out of the parent's. For PUCT. Pre: the parent has a result that is not the child's:
// its own value.
float tree_advantage(const Tree *tree, NodeIndex parent, NodeIndex child, float result);

// Share of won playouts. Before the first playout it is the share of won games of the
// prior, or 0.5 without these.
double node_win_rate(const Node *node);

// Is it an expanded node?
bool tree_is_expanded(const Tree *tree, NodeIndex node);

// Calls visit(object, node) for each expanded node, parents before children. Pre: no
// worker is running.
void tree_visit_expanded(const Tree *tree, void (*visit)(void *object, NodeIndex node),
                         void *object);

// Claims a leaf: the caller is the one that expands it. False: the node is no leaf, or
// another worker has claimed it.
bool tree_claim(Tree *tree, NodeIndex leaf);

// Has a worker claimed the node, and not expanded it yet?
bool tree_is_claimed(const Tree *tree, NodeIndex node);

// Gives a claimed leaf back: it is an unclaimed leaf again.
void tree_release(Tree *tree, NodeIndex leaf);

// Expands a leaf that the caller has claimed. False if the arena is full: the node is
// an unclaimed leaf again. Pre: there are moves.
bool tree_expand(Tree *tree, NodeIndex parent, const PointList *moves,
                 const Prior priors[]);

// The child to try next: the best mixture of playout results and AMAF games. The
// playouts include those of the prior. Source: Gelly, Silver 2011; the weights as in
// Silver's thesis, with equivalence parameter K. A part of the playouts,
// params->exploration in 1000, is spread evenly over the moves. Otherwise AMAF games of
// a later time could bury for ever a move that is good only now. Pre: expanded.
NodeIndex tree_select(const Tree *tree, NodeIndex parent, const Params *params,
                      int points);

// The spread of utilities that is usual (Puct), and how many simulations it counts for.
#define USUAL_SPREAD 0.4f
#define USUAL_SPREAD_SIMULATIONS 2.0f

// The parameters of PUCT.
typedef struct Puct {
    // The constant c. It grows by `growth` times log((N + 500) / 500). Then it is
    // multiplied with 1 + `spread_part` * (s / USUAL_SPREAD - 1), where s is the
    // standard deviation of the results below the node, times `range`. Source: KataGo,
    // "Other Methods Implemented in KataGo", dynamic variance-scaled cPUCT.
    float constant, growth, spread_part;
    float range; // of the utilities that results 0..1 stand for
    float unit;  // visits that one simulation counts for
    float pass;  // probability of a pass, or negative: that of its prior
    // FPU reduction: how much lower the chance to win of an untried move is assumed to
    // be than its player's at the node so far. This is the reduction once all other
    // moves have been tried. Before that it is multiplied by the square root of the sum
    // of the probabilities of the tried moves. It is at most half the player's chance.
    // Source: Leela Zero; KataGo, which have no such limit.
    //
    // With fpu_blend, the chance so far is mixed with that of the node's own value. The
    // chance so far counts with the square of that sum.
    float fpu_reduction;
    bool fpu_blend;
    // playouts: the part of the distance of the playout rate from one half that counts,
    // below 1.
    //
    // prior_visits: simulations after which a move's own playout rate counts as much as
    // that of the node above. One playout tells next to nothing.
    //
    // root_prior: simulations, half of which are won, that are added to the playouts of
    // the root.
    float playouts, prior_visits, root_prior;
} Puct;

// For PUCT: the share of the playouts below the node that the player who moved there
// wins, 0..1. `above` is the rate to expect from the node above: 1 minus the rate of
// that node.
float node_playout_rate(const Node *node, const Puct *puct, float above);

// For PUCT: the standard deviation of the results below a node, times the range of
// utilities. Pre: expanded.
float tree_spread(const Tree *tree, NodeIndex node, const Puct *puct);

// For PUCT: the mean chance to win of the player who moved to the node, 0..1. It is 0.5
// where there is no result.
double node_chance(const Node *node);

// The playout rate of a root, which has no node above it: one half is expected.
float root_playout_rate(const Node *root, const Puct *puct);

// For PUCT: the chance to win of the player who moved to the node, 0..1. It is 0.5
// where there is no result. The mean of the network's values of all leaves below and
// the playout rate are treated as independent evidence: their odds are multiplied. If
// the network is wrong about a group, it is wrong at all these leaves. Playouts are
// wrong about other things, so they correct that.
double node_puct_rate(const Node *node, const Puct *puct, float playout_rate);

// The child to try next: the one with the greatest Q + c P sqrt(N) / (1 + n). P is the
// network's probability of the move. n and N are the simulations through the move and
// through its parent. Source: Rosin 2011, "Multi-armed bandits with episode context";
// in the form of Silver et al. 2017, "Mastering the game of Go without human
// knowledge".
//
// Simulations in flight count in n and N, which keeps other workers away. They do not
// count in Q as losses. Source: Liu et al. 2020, "Watch the unobserved".
//
// `playout_rate` is that of the parent on entry, and that of the child on return. Pre:
// expanded; the priors are a network's.
NodeIndex tree_select_puct(const Tree *tree, NodeIndex parent, const Puct *puct,
                           float *playout_rate);

// Adds `games` visits of a descent to the node, before their results are known. This
// keeps other workers away: for tree_select they are virtual losses.
void tree_count_visits(Tree *tree, NodeIndex node, uint32_t games);

// The result of a simulation. Arrays are by Color.
typedef struct TreeOutcome {
    int half_wins[2];
    Bitboard first[2]; // the points that a player was the first to play, after the path
    Bitboard early;    // of all points, those that were played soon after the path
    Color to_play;     // at the root
} TreeOutcome;

// Adds the outcome to the nodes of a path; path[0] is the root. The AMAF weight of a
// point that a playout played late is 1. A point played early has weight
// params->amaf_early, and a point on the path params->amaf_tree.
void tree_backup(Tree *tree, const NodeIndex path[], int path_length,
                 const TreeOutcome *outcome, const Params *params);

// Takes back, from every node of a path, `games` visits that tree_count_visits has
// added.
void tree_discount_visits(Tree *tree, const NodeIndex path[], int path_length,
                          uint32_t games);

// Adds a surplus to every node of a path. It is the half wins of a playout from the end
// of the path minus those that the network's value predicts. Both are for the player to
// move at the end. For PUCT.
void tree_add_surplus(Tree *tree, const NodeIndex path[], int path_length, int surplus);

// The result of visits that are counted already, for the player to move at the end of a
// path. It may weigh more or less than the visits that brought it. For PUCT.
typedef struct TreeResult {
    uint32_t games; // its weight, in the unit of visits
    uint32_t half_wins, chances;
} TreeResult;

// Adds a result to every node of a path. For PUCT.
void tree_add_result(Tree *tree, const NodeIndex path[], int path_length,
                     const TreeResult *result);

// Makes a node the root, and keeps only its subtree. Pre: no worker is running.
void tree_set_root(Tree *tree, NodeIndex root);

// If the tree is full, makes room: at least half of the arena is free afterwards. The
// children of the least visited nodes are dropped. The results that these children
// brought stay, in the nodes above, too. Where results are weighed by children
// (tree_set_results), a node's stay until it has children with results again. Pre: no
// worker is running.
void tree_prune(Tree *tree);

#endif
