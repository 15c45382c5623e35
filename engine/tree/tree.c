// SPDX-License-Identifier: MIT
#include "tree.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "aligned.h"
#include "tree_internal.h"

enum {
    CAPACITY_MIN = 4096,
    SLOT_BYTES = 5 * sizeof(uint32_t) + sizeof(NodeIndex) + sizeof(Point) + 2,
    ALIGNMENT = 64, // bytes
};

// Takes the next array of `bytes` bytes out of the arena.
static void *take_array(unsigned char **memory, size_t bytes)
{
    void *array = *memory;
    *memory += bytes;
    return array;
}

bool tree_init(Tree *tree, uint64_t bytes)
{
    uint64_t capacity = bytes / SLOT_BYTES;
    if (capacity < CAPACITY_MIN)
        capacity = CAPACITY_MIN;
    if (capacity > UINT32_MAX)
        capacity = UINT32_MAX;
    capacity = capacity / 4 * 4; // nodes are also read four at a time
    // The last children may not begin at a multiple of four, and the last array is of
    // bytes.
    uint64_t needed = capacity * SLOT_BYTES + 3;
    uint64_t rounded = (needed + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    memset(tree, 0, sizeof *tree);
    tree->memory = aligned_new(ALIGNMENT, rounded);
    if (tree->memory == NULL)
        return false;
    unsigned char *rest = tree->memory;
    tree->visits = take_array(&rest, capacity * sizeof *tree->visits);
    tree->half_wins = take_array(&rest, capacity * sizeof *tree->half_wins);
    tree->amaf_visits = take_array(&rest, capacity * sizeof *tree->amaf_visits);
    tree->amaf_half_wins = take_array(&rest, capacity * sizeof *tree->amaf_half_wins);
    tree->chances = take_array(&rest, capacity * sizeof *tree->chances);
    tree->children = take_array(&rest, capacity * sizeof *tree->children);
    tree->move = take_array(&rest, capacity * sizeof *tree->move);
    tree->prior_visits = take_array(&rest, capacity);
    tree->prior_wins = take_array(&rest, capacity);
    tree->capacity = (NodeIndex)capacity;
    tree->prior_unit = 1;
    tree_clear(tree);
    return true;
}

void tree_free(Tree *tree)
{
    aligned_delete(tree->memory);
    tree->memory = NULL;
}

static void init_node(Tree *tree, NodeIndex node, Point move, Prior prior)
{
    slot_set(&tree->visits[node], 0);
    slot_set(&tree->half_wins[node], 0);
    slot_set(&tree->chances[node], 0);
    slot_set(&tree->amaf_visits[node], 0);
    slot_set(&tree->amaf_half_wins[node], 0);
    slot_set(&tree->children[node], NODE_LEAF);
    tree->move[node] = move;
    tree->prior_visits[node] = prior.visits;
    tree->prior_wins[node] = prior.wins;
}

void tree_clear(Tree *tree)
{
    init_node(tree, TREE_ROOT, NO_POINT, (Prior){0});
    atomic_store(&tree->used, TREE_ROOT + 1);
    atomic_store(&tree->is_full, false);
}

Node tree_node(const Tree *tree, NodeIndex node)
{
    return (Node){
        .move = tree->move[node],
        .visits = slot_get(&tree->visits[node]),
        .half_wins = slot_get(&tree->half_wins[node]),
        .chances = slot_get(&tree->chances[node]),
        .amaf_visits = slot_get(&tree->amaf_visits[node]),
        .amaf_half_wins = slot_get(&tree->amaf_half_wins[node]),
        .prior_visits = tree->prior_visits[node],
        .prior_wins = tree->prior_wins[node],
    };
}

NodeIndex tree_children(const Tree *tree, NodeIndex parent, int *count)
{
    NodeIndex header =
        atomic_load_explicit(&tree->children[parent], memory_order_acquire);
    if (!slot_is_header(header)) {
        *count = 0;
        return 0;
    }
    *count = tree->move[header];
    return header + 1;
}

NodeIndex tree_find_child(const Tree *tree, NodeIndex parent, Point move)
{
    int count;
    NodeIndex first = tree_children(tree, parent, &count);
    for (NodeIndex i = first; i < first + (NodeIndex)count; i++)
        if (tree->move[i] == move)
            return i;
    return 0;
}

// A header has no use for the numbers of a node. These hold the parent's NodeValue, of
// which the prior holds the weight. The last one holds the sum of the squares of its
// results, in half wins. tree_compact.c needs the visits.
static _Atomic uint32_t *utility_slot(const Tree *tree, NodeIndex header)
{
    return &tree->results[header];
}

static _Atomic uint32_t *win_slot(const Tree *tree, NodeIndex header)
{
    return &tree->chances[header];
}

// The points as an int16_t in the upper half, the deviation as an uint16_t in the
// lower.
static _Atomic uint32_t *score_slot(const Tree *tree, NodeIndex header)
{
    return &tree->half_wins[header];
}

static _Atomic uint32_t *bias_slot(const Tree *tree, NodeIndex header)
{
    return &tree->surplus[header];
}

static _Atomic uint32_t *squares_slot(const Tree *tree, NodeIndex header)
{
    return &tree->children[header];
}

// The square of the mean result, times the results, to the nearest half win.
static uint32_t square_of_results(uint32_t results, uint32_t half_wins)
{
    if (results == 0)
        return 0;
    uint64_t square = (uint64_t)half_wins * half_wins;
    return (uint32_t)((square + results) / (2 * (uint64_t)results));
}

static void set_float(_Atomic uint32_t *slot, float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    slot_set(slot, bits);
}

static float get_float(const _Atomic uint32_t *slot)
{
    uint32_t bits = slot_get(slot);
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static const float SCORE_STEPS = 64; // of a point

static uint32_t score_bits(const NodeValue *node_value)
{
    float points = fmaxf(INT16_MIN, fminf(INT16_MAX, SCORE_STEPS * node_value->points));
    float stdev = fmaxf(0, fminf(UINT16_MAX, SCORE_STEPS * node_value->stdev));
    return (uint32_t)(uint16_t)lrintf(points) << 16 | (uint32_t)lrintf(stdev);
}

// A worker that reads the weight meanwhile sees 0, or a part of it.
__attribute__((no_sanitize("thread"))) void tree_keep_value(Tree *tree, NodeIndex node,
                                                            NodeValue node_value)
{
    NodeIndex header = slot_get(&tree->children[node]);
    set_float(utility_slot(tree, header), node_value.utility);
    set_float(win_slot(tree, header), node_value.win);
    slot_set(score_slot(tree, header), score_bits(&node_value));
    tree->prior_visits[header] = (uint8_t)(node_value.weight >> 8);
    tree->prior_wins[header] = (uint8_t)node_value.weight;
    // A thread that sees the bucket sees the utility, too.
    atomic_store_explicit(bias_slot(tree, header), node_value.bucket,
                          memory_order_release);
}

__attribute__((no_sanitize("thread"))) NodeValue tree_value(const Tree *tree,
                                                            NodeIndex node)
{
    NodeIndex header =
        atomic_load_explicit(&tree->children[node], memory_order_acquire);
    NodeValue node_value = {.bucket = VALUE_BIAS_NO_BUCKET};
    if (!slot_is_header(header))
        return node_value;
    node_value.bucket =
        atomic_load_explicit(bias_slot(tree, header), memory_order_acquire);
    node_value.utility = get_float(utility_slot(tree, header));
    node_value.win = get_float(win_slot(tree, header));
    uint32_t score = slot_get(score_slot(tree, header));
    node_value.points = (float)(int16_t)(score >> 16) / SCORE_STEPS;
    node_value.stdev = (float)(score & UINT16_MAX) / SCORE_STEPS;
    int weight = tree->prior_visits[header] << 8 | tree->prior_wins[header];
    node_value.weight = (uint16_t)weight;
    return node_value;
}

void tree_set_priors(Tree *tree, NodeIndex parent, const Prior priors[])
{
    int count;
    NodeIndex first = tree_children(tree, parent, &count);
    for (int i = 0; i < count; i++) {
        tree->prior_visits[first + (NodeIndex)i] = priors[i].visits;
        tree->prior_wins[first + (NodeIndex)i] = priors[i].wins;
    }
}

// Another worker that reads a prior meanwhile sees the old wins or the new ones.
__attribute__((no_sanitize("thread"))) void
tree_raise_priors(Tree *tree, NodeIndex parent, const float probability[])
{
    int count;
    NodeIndex first = tree_children(tree, parent, &count);
    for (int i = 0; i < count; i++) {
        NodeIndex child = first + (NodeIndex)i;
        Prior prior = {tree->prior_visits[child], tree->prior_wins[child]};
        prior_raise(&tree->probability, &prior, probability[i]);
        tree->prior_visits[child] = prior.visits;
        tree->prior_wins[child] = prior.wins;
    }
}

float tree_advantage(const Tree *tree, NodeIndex parent, NodeIndex child, float result)
{
    Node above = tree_node(tree, parent), node = tree_node(tree, child);
    float half_wins = 2 * (float)above.results - (float)above.half_wins;
    float others = (float)above.results - (float)node.results;
    if (others < 1)
        return 0; // another worker has counted only one of them
    return result - (half_wins - (float)node.half_wins) / (2 * others);
}

double node_win_rate(const Node *node)
{
    if (node->visits > 0)
        return node->half_wins / (2.0 * node->visits);
    return node->prior_visits > 0 ? (double)node->prior_wins / node->prior_visits : 0.5;
}

// The playout rate of a node, mixed with the expected rate, which counts as much as
// `weight` simulations.
static float blend_playouts(const Node *node, float unit, float expected, float weight)
{
    float wins = ((float)node->half_wins + (float)node->surplus) / (2 * unit);
    return (wins + weight * expected) / ((float)node->results / unit + weight);
}

float node_playout_rate(const Node *node, const Puct *puct, float above)
{
    return blend_playouts(node, puct->unit, above, puct->prior_visits);
}

float root_playout_rate(const Node *root, const Puct *puct)
{
    return blend_playouts(root, puct->unit, 0.5f, puct->root_prior);
}

float tree_mean_square(const Tree *tree, NodeIndex node)
{
    NodeIndex header =
        atomic_load_explicit(&tree->children[node], memory_order_acquire);
    float games = 2 * (float)slot_get(&tree->results[node]);
    if (slot_is_header(header))
        return (float)slot_get(squares_slot(tree, header)) / games;
    float mean = (float)slot_get(&tree->half_wins[node]) / games;
    return mean * mean;
}

void tree_set_mean(Tree *tree, NodeIndex node, TreeMean mean)
{
    uint32_t games = (uint32_t)lrintf(mean.games);
    slot_set(&tree->results[node], games);
    slot_set(&tree->half_wins[node], (uint32_t)lrintf(2 * (float)games * mean.rate));
    slot_set(&tree->chances[node], (uint32_t)lrintf(2 * (float)games * mean.chance));
    slot_set(squares_slot(tree, slot_get(&tree->children[node])),
             (uint32_t)lrintf(2 * (float)games * mean.square));
}

float tree_spread(const Tree *tree, NodeIndex node, const Puct *puct)
{
    const float usual = USUAL_SPREAD, simulations = USUAL_SPREAD_SIMULATIONS;
    Node at = tree_node(tree, node);
    if ((float)at.results <= puct->unit)
        return usual;
    float games = (float)at.results / puct->unit;
    float mean = (float)at.half_wins / (2 * (float)at.results);
    float variance = tree_mean_square(tree, node) - mean * mean;
    variance = variance > 0 ? puct->range * puct->range * variance : 0;
    return sqrtf((usual * usual * simulations + variance * games) /
                 (simulations + games - 1));
}

double node_chance(const Node *node)
{
    return node->results > 0 ? node->chances / (2.0 * node->results) : 0.5;
}

double node_puct_rate(const Node *node, const Puct *puct, float playout_rate)
{
    if (node->results == 0)
        return 0.5;
    double node_value = node->half_wins / (2.0 * node->results);
    double playouts = 0.5 + (double)puct->playouts * ((double)playout_rate - 0.5);
    double both = node_value * playouts;
    return both / (both + (1 - node_value) * (1 - playouts));
}

bool tree_is_expanded(const Tree *tree, NodeIndex node)
{
    return slot_is_header(slot_get(&tree->children[node]));
}

void tree_visit_expanded(const Tree *tree, void (*visit)(void *object, NodeIndex node),
                         void *object)
{
    NodeIndex used = atomic_load(&tree->used);
    if (slot_is_header(slot_get(&tree->children[TREE_ROOT])))
        visit(object, TREE_ROOT);
    for (NodeIndex header = TREE_ROOT + 1; header < used;) {
        NodeIndex end = header + tree->move[header];
        for (NodeIndex node = header + 1; node <= end; node++)
            if (slot_is_header(slot_get(&tree->children[node])))
                visit(object, node);
        header = end + 1;
    }
}

// Takes `count` consecutive slots, or returns 0 when the arena is full.
static NodeIndex allocate(Tree *tree, NodeIndex count)
{
    NodeIndex used = atomic_load_explicit(&tree->used, memory_order_relaxed);
    do {
        if (count > tree->capacity - used) {
            atomic_store_explicit(&tree->is_full, true, memory_order_relaxed);
            return 0;
        }
    } while (!atomic_compare_exchange_weak(&tree->used, &used, used + count));
    return used;
}

bool tree_claim(Tree *tree, NodeIndex leaf)
{
    NodeIndex expected = NODE_LEAF;
    return atomic_compare_exchange_strong(&tree->children[leaf], &expected,
                                          NODE_EXPANDING);
}

bool tree_is_claimed(const Tree *tree, NodeIndex node)
{
    return atomic_load_explicit(&tree->children[node], memory_order_acquire) ==
           NODE_EXPANDING;
}

void tree_release(Tree *tree, NodeIndex leaf)
{
    atomic_store(&tree->children[leaf], NODE_LEAF);
}

bool tree_expand(Tree *tree, NodeIndex parent, const PointList *moves,
                 const Prior priors[])
{
    _Atomic NodeIndex *link = &tree->children[parent];
    NodeIndex header = allocate(tree, (NodeIndex)moves->count + 1);
    if (header == 0) {
        tree_release(tree, parent);
        return false;
    }
    init_node(tree, header, (Point)moves->count, (Prior){0});
    // A leaf has one result. If it once had children, their spread is not known.
    slot_set(squares_slot(tree, header),
             square_of_results(slot_get(&tree->results[parent]),
                               slot_get(&tree->half_wins[parent])));
    for (int i = 0; i < moves->count; i++)
        init_node(tree, header + 1 + (NodeIndex)i, moves->points[i], priors[i]);
    atomic_store_explicit(link, header, memory_order_release);
    return true;
}

void tree_count_visits(Tree *tree, NodeIndex node, uint32_t games)
{
    slot_count(&tree->visits[node], games);
}

void tree_discount_visits(Tree *tree, const NodeIndex path[], int path_length,
                          uint32_t games)
{
    for (int i = 0; i < path_length; i++)
        atomic_fetch_sub_explicit(&tree->visits[path[i]], games, memory_order_relaxed);
}

// By point: the AMAF weight of a playout, for one player.
typedef struct Credit {
    uint8_t of[POINT_LIMIT];
} Credit;

static void give_credit(const Bitboard *first, const Bitboard *early, int early_weight,
                        Credit *credit)
{
    memset(credit, 0, sizeof *credit);
    for (Point p = bitboard_first(first); p; p = bitboard_next(first, p))
        credit->of[p] = bitboard_test(early, p) ? (uint8_t)early_weight : 1;
}

// Updates the AMAF numbers of the children of a node. No branch: about every second
// point gets credit, in no order.
static void backup_amaf(Tree *tree, NodeIndex parent, const Credit *credit,
                        uint32_t half_wins)
{
    int count;
    NodeIndex first = tree_children(tree, parent, &count);
    for (NodeIndex i = first; i < first + (NodeIndex)count; i++) {
        uint32_t weight = credit->of[tree->move[i]];
        slot_add(&tree->amaf_visits[i], weight);
        slot_add(&tree->amaf_half_wins[i], weight * half_wins);
    }
}

void tree_backup(Tree *tree, const NodeIndex path[], int path_length,
                 const TreeOutcome *outcome, const Params *params)
{
    Credit credit[2];
    Color to_play = outcome->to_play;
    for (Color player = BLACK; player <= WHITE; player++)
        give_credit(&outcome->first[player], &outcome->early, params->amaf_early,
                    &credit[player]);
    for (int i = path_length - 1; i >= 0; i--) {
        Color player = i % 2 == 0 ? to_play : color_other(to_play);
        uint32_t half_wins = (uint32_t)outcome->half_wins[player];
        if (i + 1 < path_length) {
            // The move of a node comes before those of the playout: its player is the
            // first to play there.
            Point move = tree->move[path[i + 1]];
            slot_count(&tree->half_wins[path[i + 1]], half_wins);
            credit[player].of[move] = move == PASS ? 0 : (uint8_t)params->amaf_tree;
            credit[color_other(player)].of[move] = 0;
        }
        backup_amaf(tree, path[i], &credit[player], half_wins);
    }
    slot_count(&tree->half_wins[path[0]],
               (uint32_t)outcome->half_wins[color_other(to_play)]);
}

void tree_add_surplus(Tree *tree, const NodeIndex path[], int path_length, int surplus)
{
    int of_mover = -surplus; // for the player who moved to the end
    for (int i = path_length - 1; i >= 0; i--) {
        slot_count(&tree->surplus[path[i]], (uint32_t)of_mover);
        of_mover = -of_mover;
    }
}

void tree_add_result(Tree *tree, const NodeIndex path[], int path_length,
                     const TreeResult *result)
{
    // Of the player who moved to a node.
    uint32_t all = 2 * result->games;
    uint32_t half_wins = all - result->half_wins, chances = all - result->chances;
    for (int i = path_length - 1; i >= 0; i--) {
        NodeIndex header = slot_get(&tree->children[path[i]]);
        slot_count(&tree->results[path[i]], result->games);
        slot_count(&tree->half_wins[path[i]], half_wins);
        slot_count(&tree->chances[path[i]], chances);
        if (slot_is_header(header))
            slot_count(squares_slot(tree, header),
                       square_of_results(result->games, half_wins));
        half_wins = all - half_wins;
        chances = all - chances;
    }
}
