// SPDX-License-Identifier: MIT
#include "tree.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "tree_slots.h"

// Four numbers at a time; every processor that matters has vectors of that size. They
// are read as plain numbers, not as atomics: what another worker writes meanwhile is
// seen or not.
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

// What tree_select compares, for four nodes. With n games, w of them won, m AMAF games,
// a of them won, and equivalence K, the weight of the AMAF value is m / (m + n + n m /
// K); multiplied out, one division remains. Nodes that even spreading owes a playout
// come before all others.
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
    Ints value = (Ints)((a + w * scale) / (m + n * scale));
    Ints owed = visits + 1 < spread;
    return (Floats)((owed & (Ints)(Floats){2, 2, 2, 2}) | (~owed & value));
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
    best->value = (Floats)((better & (Ints)value) | (~better & (Ints)best->value));
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
    Ints passes = moves_are(&tree->move[first], PASS);
    Floats pass = {puct->pass, puct->pass, puct->pass, puct->pass};
    return (Floats)((passes & (Ints)pass) | (~passes & (Ints)(root * root)));
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

NodeIndex tree_select_puct(const Tree *tree, NodeIndex parent, const Puct *puct)
{
    static const float A_TRACE =
        1e-6f; // of a game: all that counts where there is none
    Family family;
    look_at_family(tree, parent, puct, &family);
    assert(family.count > 0);
    // A node counts the wins of who has moved there.
    Node node = tree_node(tree, parent);
    float tried = family.tried < 1 ? family.tried : 1;
    float unknown =
        1 - (float)node_puct_rate(&node, puct) - puct->unknown * sqrtf(tried);
    float exploration = puct->constant * sqrtf((float)node.visits / puct->unit);
    Best best = no_best();
    for (int i = 0; i < family.count; i += 4) {
        NodeIndex four = family.first + (NodeIndex)i;
        Floats visits = floats_of_counts(&tree->visits[four]);
        Floats results = floats_of_counts(&tree->results[four]);
        Floats part = puct->playouts * results / (results + puct->slow * puct->unit);
        Floats wins = 0.5f * (floats_of_counts(&tree->half_wins[four]) +
                              part * floats_of_counts(&tree->surplus[four]));
        Floats rate = (wins + A_TRACE * unknown) / (results + A_TRACE);
        Floats share = family.probability[i / 4] / (1 + visits / puct->unit);
        compare_four(&best, rate + exploration * share, family.count);
    }
    return family.first + index_of_best(&best);
}
