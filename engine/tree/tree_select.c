// SPDX-License-Identifier: MIT
#include "tree.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "tree_internal.h"

// The greatest part of the chance to win that the FPU reduction takes.
static const float LOSS_PART = 0.5f;

// Four numbers at a time; every processor that matters has vectors of that size. They
// are read as plain numbers, not as atomics. What another worker writes meanwhile may
// or may not be seen.
typedef float Floats __attribute__((vector_size(16)));
typedef int32_t Ints __attribute__((vector_size(16)));
typedef uint8_t Bytes __attribute__((vector_size(4)));

__attribute__((no_sanitize("thread"))) static Floats
floats_of_counts(const _Atomic uint32_t *numbers)
{
    Ints ints;
    memcpy(&ints, (const void *)numbers, sizeof ints);
    return __builtin_convertvector(ints, Floats);
}

__attribute__((no_sanitize("thread"))) static Floats
floats_of_bytes(const uint8_t *numbers)
{
    Bytes bytes;
    memcpy(&bytes, numbers, sizeof bytes);
    return __builtin_convertvector(__builtin_convertvector(bytes, Ints), Floats);
}

// The first or the second of each pair.
static Floats select_four(Ints is_first, Floats first, Floats second)
{
    return (Floats)((is_first & (Ints)first) | (~is_first & (Ints)second));
}

// What tree_select compares, for four nodes. A node has n games, w of them won, and m
// AMAF games, a of them won. With equivalence K, the weight of the AMAF value is m / (m
// + n + n m / K). Multiplied out, one division remains. Nodes that even spreading owes
// a playout come before all others.
__attribute__((no_sanitize("thread"))) static Floats
value_four(const Tree *tree, NodeIndex first, float spread, float per_equivalence)
{
    Floats visits = floats_of_counts(&tree->visits[first]);
    Floats n = visits + tree->prior_unit * floats_of_bytes(&tree->prior_visits[first]);
    Floats w = 0.5f * floats_of_counts(&tree->half_wins[first]) +
               tree->prior_unit * floats_of_bytes(&tree->prior_wins[first]);
    Floats m = floats_of_counts(&tree->amaf_visits[first]);
    Floats a = 0.5f * floats_of_counts(&tree->amaf_half_wins[first]);
    Floats scale = 1 + m * per_equivalence;
    Floats value = (a + w * scale) / (m + n * scale);
    Ints owed = visits + 1 < spread;
    return select_four(owed, (Floats){2, 2, 2, 2}, value);
}

// The best of nodes seen four at a time, and where the next four are.
typedef struct Best {
    Floats value;
    Ints index, next;
} Best;

static Best no_best(void)
{
    float none = -INFINITY;
    return (Best){.value = {none, none, none, none}, .next = {0, 1, 2, 3}};
}

// Looks at four more nodes, of `count` in all.
static void compare_four(Best *best, Floats value, int count)
{
    Ints better = (value > best->value) & (best->next < count);
    best->value = select_four(better, value, best->value);
    best->index = (better & best->next) | (~better & best->index);
    best->next += 4;
}

// The index of the best, the first of equals.
static NodeIndex index_of_best(const Best *best)
{
    int winner = 0;
    for (int i = 1; i < 4; i++)
        if (best->value[i] > best->value[winner] ||
            (best->value[i] == best->value[winner] &&
             best->index[i] < best->index[winner]))
            winner = i;
    return (NodeIndex)best->index[winner];
}

__attribute__((no_sanitize("thread"))) NodeIndex
tree_select(const Tree *tree, NodeIndex parent, const Params *params, int points)
{
    int count;
    NodeIndex first = tree_children(tree, parent, &count);
    assert(count > 0);
    float spread = (float)slot_get(&tree->visits[parent]) * (float)params->exploration /
                   (1000 * (float)count);
    float per_equivalence = 100 / ((float)params->rave_equivalence * (float)points);
    Best best = no_best();
    for (NodeIndex i = 0; i < (NodeIndex)count; i += 4)
        compare_four(&best, value_four(tree, first + i, spread, per_equivalence),
                     count);
    return first + index_of_best(&best);
}

__attribute__((no_sanitize("thread"))) static Ints moves_are(const Point *moves,
                                                             Point move)
{
    typedef uint16_t Points __attribute__((vector_size(8)));
    Points points;
    memcpy(&points, moves, sizeof points);
    return __builtin_convertvector(points, Ints) == move;
}

// P of four nodes.
static Floats probability_four(const Tree *tree, NodeIndex first, const Puct *puct)
{
    const ProbabilityScale *scale = &tree->probability;
    Floats root =
        (floats_of_bytes(&tree->prior_wins[first]) - scale->none) / scale->sure;
    root = (Floats)((root > 0) & (Ints)root);
    if (puct->pass < 0)
        return root * root;
    Ints passes = moves_are(&tree->move[first], PASS);
    Floats pass = {puct->pass, puct->pass, puct->pass, puct->pass};
    return select_four(passes, pass, root * root);
}

// The children of a node by fours, as tree_select_puct needs to know them.
typedef struct Family {
    NodeIndex first;
    int count;
    Floats probability[(POINT_LIST_MAX + 3) / 4];
    float tried; // sum of the probabilities of those that have been visited
} Family;

static void look_at_family(const Tree *tree, NodeIndex parent, const Puct *puct,
                           Family *family)
{
    Floats tried = {0, 0, 0, 0};
    Ints index = {0, 1, 2, 3};
    family->first = tree_children(tree, parent, &family->count);
    for (int i = 0; i < family->count; i += 4, index += 4) {
        NodeIndex four = family->first + (NodeIndex)i;
        Floats probability = probability_four(tree, four, puct);
        Ints counts =
            (floats_of_counts(&tree->visits[four]) > 0) & (index < family->count);
        tried += (Floats)(counts & (Ints)probability);
        family->probability[i / 4] = probability;
    }
    family->tried = (tried[0] + tried[1]) + (tried[2] + tried[3]);
}

// The assumed chance of a node of which little is known: `playouts` for its playout
// rate, and `fpu_reduction` if there are no results.
typedef struct Guess {
    float playouts, fpu_reduction;
} Guess;

// node_puct_rate of four nodes; `playout_rate` receives node_playout_rate.
static Floats rate_four(const Tree *tree, NodeIndex first, const Puct *puct,
                        const Guess *guess, Floats *playout_rate)
{
    const Floats ones = {1, 1, 1, 1};
    Floats results = floats_of_counts(&tree->results[first]);
    Floats half_wins = floats_of_counts(&tree->half_wins[first]);
    Floats surplus = floats_of_counts(&tree->surplus[first]);
    Ints known = results > 0;
    Floats node_value = half_wins / (2 * select_four(known, results, ones));
    Floats wins = (half_wins + surplus) / (2 * puct->unit);
    *playout_rate = (wins + puct->prior_visits * guess->playouts) /
                    (results / puct->unit + puct->prior_visits);
    Floats playouts = 0.5f + puct->playouts * (*playout_rate - 0.5f);
    Floats both = node_value * playouts;
    return select_four(known, both / (both + (1 - node_value) * (1 - playouts)),
                       guess->fpu_reduction * ones);
}

// The assumed chance of an untried move; `tried` is the probability of the tried moves.
// A losing player has little to lose by it. The same reduction for all chances would
// bring it below 0 there. Then no probability would let the move be tried at all.
static float rate_of_untried(float chance, float tried, const Puct *puct)
{
    float most = LOSS_PART * chance;
    float less = puct->fpu_reduction < most ? puct->fpu_reduction : most;
    return chance - less * sqrtf(tried < 1 ? tried : 1);
}

// The node's chance so far, as the FPU reduction begins from it; `mean` is that of all
// results.
static float chance_so_far(const Tree *tree, NodeIndex parent, float tried, float mean)
{
    NodeValue own = tree_value(tree, parent);
    if (own.weight == 0)
        return mean;
    float weight = tried < 1 ? tried * tried : 1;
    return own.utility + weight * (mean - own.utility);
}

// The constant of PUCT at a node with so many simulations.
static float constant_at(const Tree *tree, NodeIndex parent, const Puct *puct,
                         float simulations)
{
    const float base = 500, usual = USUAL_SPREAD;
    float constant = puct->constant;
    if (puct->growth > 0)
        constant += puct->growth * logf((simulations + base) / base);
    if (puct->spread_part > 0)
        constant *=
            1 + puct->spread_part * (tree_spread(tree, parent, puct) / usual - 1);
    return constant;
}

NodeIndex tree_select_puct(const Tree *tree, NodeIndex parent, const Puct *puct,
                           float *playout_rate)
{
    Family family;
    look_at_family(tree, parent, puct, &family);
    assert(family.count > 0);
    // A node counts the wins of the player who moved there.
    Node node = tree_node(tree, parent);
    float chance = 1 - (float)node_puct_rate(&node, puct, *playout_rate);
    if (puct->fpu_blend)
        chance = chance_so_far(tree, parent, family.tried, chance);
    const Guess guess = {.playouts = 1 - *playout_rate,
                         .fpu_reduction = rate_of_untried(chance, family.tried, puct)};
    Floats playout_rates[(POINT_LIST_MAX + 3) / 4];
    float simulations = (float)node.visits / puct->unit;
    float exploration =
        constant_at(tree, parent, puct, simulations) * sqrtf(simulations);
    Best best = no_best();
    for (int i = 0; i < family.count; i += 4) {
        NodeIndex four = family.first + (NodeIndex)i;
        Floats visits = floats_of_counts(&tree->visits[four]);
        Floats rate = rate_four(tree, four, puct, &guess, &playout_rates[i / 4]);
        Floats share = family.probability[i / 4] / (1 + visits / puct->unit);
        compare_four(&best, rate + exploration * share, family.count);
    }
    NodeIndex index = index_of_best(&best);
    *playout_rate = playout_rates[index / 4][index % 4];
    return family.first + index;
}
