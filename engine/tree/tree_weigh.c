// SPDX-License-Identifier: MIT
#include "tree_weigh.h"

#include <math.h>

#include "tree_internal.h"

// The excess of a move that is worse by this much utility keeps 1 / e of its weight. It
// loses at most so many simulations.
static const float NOISE_UTILITY = 0.15f, NOISE_MOST = 50;

// A move may weigh this many times as much as its probability asks for.
static const float NOISE_LENIENCE = 2;

// How sure a move's mean is with one simulation, as 1 / variance of its utility.
static const float PRECISION = 1.5f;

// The lower end of an interval is so many standard errors below the mean. The greatest
// distance of a result from the middle of all results.
static const double LOW_ERRORS = 5, GREATEST = 0.5;

// What is known of a child, for the player to move at the parent. Results are 0..1.
typedef struct Share {
    float probability, rate, square, chance;
    float weight; // in simulations
} Share;

static Share share_of(const Tree *tree, NodeIndex child, const Puct *puct)
{
    Node node = tree_node(tree, child);
    float rate = (float)node.half_wins / (2 * (float)node.results);
    float probability = node.move == PASS && puct->pass >= 0
                            ? puct->pass
                            : prior_probability(&tree->probability, node.prior_wins);
    return (Share){probability, rate, tree_mean_square(tree, child),
                   (float)node_chance(&node), (float)node.results / puct->unit};
}

// The children with results, the most probable first. Returns their number.
static int find_shares(const Tree *tree, NodeIndex parent, const Puct *puct,
                       Share shares[])
{
    int children, count = 0;
    NodeIndex first = tree_children(tree, parent, &children);
    for (NodeIndex i = first; i < first + (NodeIndex)children; i++) {
        if (slot_get(&tree->results[i]) == 0)
            continue;
        Share share = share_of(tree, i, puct);
        int at = count++;
        for (; at > 0 && shares[at - 1].probability < share.probability; at--)
            shares[at] = shares[at - 1];
        shares[at] = share;
    }
    return count;
}

// The moves that are more probable than another one.
typedef struct Better {
    float weight, rates, probability; // their sums
} Better;

// What a move is to lose of its weight.
static float noise_of(const Share *share, const Better *before, float range)
{
    float worse = range * (before->rates / before->weight - share->rate);
    if (worse <= 0 || before->probability <= 0)
        return 0;
    float lenient =
        NOISE_LENIENCE * before->weight * share->probability / before->probability;
    float excess = share->weight - lenient;
    if (excess <= 0)
        return 0;
    float less = excess * (1 - expf(-worse / NOISE_UTILITY));
    return less < NOISE_MOST ? less : NOISE_MOST;
}

// Returns the weight of all that is left.
static float prune_noise(Share shares[], int count, float range)
{
    Better before = {0};
    for (int i = 0; i < count; i++) {
        if (before.weight > 0)
            shares[i].weight -= noise_of(&shares[i], &before, range);
        before.weight += shares[i].weight;
        before.rates += shares[i].weight * shares[i].rate;
        before.probability += shares[i].probability;
    }
    return before.weight;
}

// The distribution function of Student's t with three degrees of freedom.
static float student(float t)
{
    const float pi = 3.14159265f, root = 1.7320508f; // of 3
    float x = t / root;
    return 0.5f + (x / (1 + x * x) + atanf(x)) / pi;
}

// Moves weight from bad moves to good ones; the sum stays `weight`.
static void favor_good(Share shares[], int count, float weight, float range)
{
    float mean = 0, sum = 0;
    for (int i = 0; i < count; i++)
        mean += shares[i].weight * shares[i].rate / weight;
    for (int i = 0; i < count; i++) {
        float deviation = 1 / sqrtf(PRECISION * sqrtf(shares[i].weight));
        float better = range * (shares[i].rate - mean) / deviation;
        // The fourth root: KataGo's valueWeightExponent 0.25.
        shares[i].weight *= sqrtf(sqrtf(student(better) + 0.0001f));
        sum += shares[i].weight;
    }
    for (int i = 0; i < count; i++)
        shares[i].weight *= weight / sum;
}

ChildrenResult tree_weigh_children(const Tree *tree, NodeIndex node, const Puct *puct)
{
    Share shares[POINT_LIST_MAX];
    int count = find_shares(tree, node, puct, shares);
    ChildrenResult result = {0};
    if (count == 0)
        return result;
    for (int i = 0; i < count; i++)
        result.simulations += shares[i].weight;
    result.weight = prune_noise(shares, count, puct->range);
    favor_good(shares, count, result.weight, puct->range);
    for (int i = 0; i < count; i++) {
        float part = shares[i].weight / result.weight;
        result.rate += part * shares[i].rate;
        result.square += part * shares[i].square;
        result.chance += part * shares[i].chance;
    }
    return result;
}

void tree_set_results(Tree *tree, NodeIndex node, const Puct *puct,
                      const ChildrenResult *children, float utility)
{
    NodeValue own = tree_value(tree, node);
    float own_weight = own.weight / puct->unit, weight = children->weight + own_weight;
    float part = children->weight / weight, rest = 1 - part;
    float rate = part * children->rate + rest * utility;
    float square = part * children->square + rest * utility * utility;
    float chance = part * children->chance + rest * own.win;
    // A node counts for the player who moved there.
    TreeMean mean = {weight * puct->unit, 1 - rate, 1 - 2 * rate + square, 1 - chance};
    tree_set_mean(tree, node, mean);
}

double tree_low_rate(const Tree *tree, NodeIndex index, const Puct *puct)
{
    Node node = tree_node(tree, index);
    double mean = node.half_wins / (2.0 * node.results);
    double variance = (double)tree_mean_square(tree, index) - mean * mean;
    double simulations = node.visits / (double)puct->unit;
    double one = 1 / (simulations * simulations * simulations);
    double spread =
        (variance > 0 ? variance : 0) + GREATEST * GREATEST * one / (1 + one);
    double known = (1 + one) * (1 + one) / (1 / simulations + one * one);
    return mean - LOW_ERRORS * sqrt(spread / known);
}
