// SPDX-License-Identifier: MIT
#include "tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { CAPACITY_MIN = 4096 };

static uint32_t get(const _Atomic uint32_t *number)
{
    return atomic_load_explicit(number, memory_order_relaxed);
}

// Not one atomic step: see the head of tree.h.
static void add(_Atomic uint32_t *number, uint32_t amount)
{
    atomic_store_explicit(number, get(number) + amount, memory_order_relaxed);
}

bool tree_init(Tree *tree, uint64_t bytes)
{
    uint64_t capacity = bytes / (2 * sizeof(Node));
    if (capacity < CAPACITY_MIN)
        capacity = CAPACITY_MIN;
    if (capacity > UINT32_MAX)
        capacity = UINT32_MAX;
    tree->capacity = (NodeIndex)capacity;
    tree->nodes = malloc(capacity * sizeof(Node));
    tree->spare = malloc(capacity * sizeof(Node));
    if (tree->nodes == NULL || tree->spare == NULL) {
        tree_free(tree);
        return false;
    }
    tree_clear(tree);
    return true;
}

void tree_free(Tree *tree)
{
    free(tree->nodes);
    free(tree->spare);
    tree->nodes = tree->spare = NULL;
}

void tree_clear(Tree *tree)
{
    memset(&tree->nodes[TREE_ROOT], 0, sizeof(Node));
    atomic_store(&tree->used, TREE_ROOT + 1);
}

NodeIndex tree_children(const Tree *tree, NodeIndex parent, int *count)
{
    NodeIndex header =
        atomic_load_explicit(&tree->nodes[parent].children, memory_order_acquire);
    if (header == NODE_LEAF || header == NODE_EXPANDING) {
        *count = 0;
        return 0;
    }
    *count = tree->nodes[header].move;
    return header + 1;
}

NodeIndex tree_find_child(const Tree *tree, NodeIndex parent, Point move)
{
    int count;
    NodeIndex first = tree_children(tree, parent, &count);
    for (NodeIndex i = first; i < first + (NodeIndex)count; i++)
        if (tree->nodes[i].move == move)
            return i;
    return 0;
}

uint32_t node_playouts(const Node *node)
{
    return get(&node->visits) - node->prior_visits;
}

double node_win_rate(const Node *node)
{
    uint32_t visits = get(&node->visits);
    return visits == 0 ? 0.5 : get(&node->half_wins) / (2.0 * visits);
}

// Takes `count` consecutive nodes, or returns 0 when the arena is full.
static NodeIndex allocate(Tree *tree, NodeIndex count)
{
    NodeIndex used = atomic_load_explicit(&tree->used, memory_order_relaxed);
    do {
        if (count > tree->capacity - used)
            return 0;
    } while (!atomic_compare_exchange_weak(&tree->used, &used, used + count));
    return used;
}

static void init_child(Node *node, Point move, Prior prior)
{
    atomic_init(&node->visits, (uint32_t)prior.visits);
    atomic_init(&node->half_wins, (uint32_t)prior.half_wins);
    atomic_init(&node->amaf_visits, 0);
    atomic_init(&node->amaf_half_wins, 0);
    atomic_init(&node->children, NODE_LEAF);
    node->move = move;
    node->prior_visits = (uint16_t)prior.visits;
}

bool tree_expand(Tree *tree, NodeIndex parent, const PointList *moves,
                 const Prior priors[])
{
    _Atomic NodeIndex *link = &tree->nodes[parent].children;
    NodeIndex expected = NODE_LEAF;
    if (!atomic_compare_exchange_strong(link, &expected, NODE_EXPANDING))
        return false;
    NodeIndex header = allocate(tree, (NodeIndex)moves->count + 1);
    if (header == 0) {
        atomic_store(link, NODE_LEAF);
        return false;
    }
    tree->nodes[header].move = (Point)moves->count;
    for (int i = 0; i < moves->count; i++)
        init_child(&tree->nodes[header + 1 + (NodeIndex)i], moves->points[i],
                   priors[i]);
    atomic_store_explicit(link, header, memory_order_release);
    return true;
}

// With n games of value w / n, m AMAF games of value a / m and equivalence K, the
// weight of the AMAF value is m / (m + n + n m / K). Multiplied out, one division
// remains.
static double selection_value(const Node *node, double per_equivalence)
{
    double visits = get(&node->visits), wins = get(&node->half_wins);
    double amaf_visits = get(&node->amaf_visits);
    double amaf_wins = get(&node->amaf_half_wins);
    double scale = 1 + amaf_visits * per_equivalence;
    return (amaf_wins + wins * scale) / (amaf_visits + visits * scale);
}

NodeIndex tree_select(const Tree *tree, NodeIndex parent, const Params *params)
{
    int count;
    NodeIndex first = tree_children(tree, parent, &count), best = first;
    assert(count > 0);
    double best_value = -1, per_equivalence = 1.0 / params->rave_equivalence;
    uint64_t spread = (uint64_t)get(&tree->nodes[parent].visits) *
                      (uint64_t)params->exploration / (1000u * (uint64_t)count);
    for (NodeIndex i = first; i < first + (NodeIndex)count; i++) {
        const Node *child = &tree->nodes[i];
        if (node_playouts(child) + 1 < spread)
            return i;
        double value = selection_value(child, per_equivalence);
        if (value > best_value) {
            best_value = value;
            best = i;
        }
    }
    return best;
}

void tree_count_visit(Tree *tree, NodeIndex index)
{
    add(&tree->nodes[index].visits, 1);
}

// Updates the AMAF numbers of the children of a node: the points were first played by
// the player who is to move there.
static void backup_amaf(Tree *tree, NodeIndex parent, const Bitboard *points,
                        uint32_t half_wins)
{
    int count;
    NodeIndex first = tree_children(tree, parent, &count);
    for (NodeIndex i = first; i < first + (NodeIndex)count; i++) {
        Node *child = &tree->nodes[i];
        if (!bitboard_test(points, child->move))
            continue;
        add(&child->amaf_visits, 1);
        add(&child->amaf_half_wins, half_wins);
    }
}

// The move of a node comes before those of the playout: who makes it is the first to
// play there.
static void add_first(Bitboard first[2], Point move, Color player)
{
    if (move == PASS)
        return;
    bitboard_add(&first[player], move);
    bitboard_remove(&first[color_other(player)], move);
}

void tree_backup(Tree *tree, const NodeIndex path[], int path_length, Color to_play,
                 const TreeOutcome *outcome)
{
    Bitboard first[2] = {outcome->first[BLACK], outcome->first[WHITE]};
    for (int i = path_length - 1; i >= 0; i--) {
        Color player = i % 2 == 0 ? to_play : color_other(to_play);
        uint32_t half_wins = (uint32_t)outcome->half_wins[player];
        if (i + 1 < path_length) {
            Node *made = &tree->nodes[path[i + 1]];
            add(&made->half_wins, half_wins);
            add_first(first, made->move, player);
        }
        backup_amaf(tree, path[i], &first[player], half_wins);
    }
    add(&tree->nodes[path[0]].half_wins,
        (uint32_t)outcome->half_wins[color_other(to_play)]);
}

// Copies the children of a node, if any, behind what the other arena already holds, and
// links the copy.
static void copy_children(const Node *from, Node *to, Node *parent, NodeIndex *used)
{
    NodeIndex header = atomic_load(&parent->children);
    if (header == NODE_LEAF || header == NODE_EXPANDING) {
        atomic_store(&parent->children, NODE_LEAF);
        return;
    }
    NodeIndex count = from[header].move + 1u;
    memcpy(&to[*used], &from[header], count * sizeof(Node));
    atomic_store(&parent->children, *used);
    *used += count;
}

void tree_set_root(Tree *tree, NodeIndex root)
{
    Node *from = tree->nodes, *to = tree->spare;
    NodeIndex used = TREE_ROOT + 1;
    to[TREE_ROOT] = from[root];
    copy_children(from, to, &to[TREE_ROOT], &used);
    // Blocks lie one after the other, so the copies themselves are the queue.
    for (NodeIndex header = TREE_ROOT + 1; header < used;) {
        NodeIndex count = to[header].move;
        for (NodeIndex i = header + 1; i <= header + count; i++)
            copy_children(from, to, &to[i], &used);
        header += count + 1;
    }
    tree->nodes = to;
    tree->spare = from;
    atomic_store(&tree->used, used);
}
