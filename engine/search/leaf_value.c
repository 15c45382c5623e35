// SPDX-License-Identifier: MIT
//
// How the value at the end of a path gets into the tree, and what the biases learn from
// it.
#include <math.h>

#include "tree_weigh.h"
#include "worker_internal.h"

// An integer that is this number on the average.
static uint32_t round_at_random(float number, Rng *rng)
{
    uint32_t whole = (uint32_t)number;
    float rest = number - (float)whole;
    return whole + ((float)rng_below(rng, 1 << 16) < rest * (1 << 16));
}

// The utility, corrected by a part of the mean error in its bucket. Not by all of it:
// the network is right about some nodes.
static float corrected(const SearchContext *context, NodeValue node_value)
{
    const float part = 0.01f * (float)context->policy->params.value_bias;
    float utility =
        node_value.utility + part * value_bias_of(context->bias, node_value.bucket);
    return utility < 0 ? 0 : utility > 1 ? 1 : utility;
}

// Learns, for each node above the end of a path, how far the value found below is from
// the network's. A node counts with the power 7/8 of its simulations. The more there
// are, the more they repeat what is known.
static void learn_bias(const Worker *worker, const Simulation *simulation,
                       float utility)
{
    const SearchContext *context = worker->context;
    int end = simulation->path_length - 1;
    for (int i = end - 1; i >= 0; i--) {
        NodeIndex node = simulation->path[i];
        NodeValue node_value = tree_value(context->tree, node);
        float found = (end - i) % 2 == 0 ? utility : 1 - utility;
        uint32_t simulations = tree_node(context->tree, node).results / VALUE_STEPS;
        // Square roots are the same on all machines; other powers need not be.
        float weight = 1 / sqrtf(sqrtf(sqrtf((float)simulations + 1)));
        value_bias_learn(context->bias, node_value.bucket, found - node_value.utility,
                         weight);
    }
}

// Learns, for each move of a path, by how much its result now exceeds the results of
// the other moves of its node.
static void learn_moves(const Worker *worker, const Simulation *simulation,
                        float utility)
{
    const SearchContext *context = worker->context;
    int end = simulation->path_length - 1;
    for (int i = end; i >= 1; i--) {
        float found = (end - i) % 2 == 0 ? 1 - utility : utility; // who moved there
        float more = tree_advantage(context->tree, simulation->path[i - 1],
                                    simulation->path[i], found);
        policy_bias_learn(context->policy_bias, worker->buckets[i], more);
    }
}

// Learns about a node's value from its children, or takes back what was learnt.
static void learn_from_children(const SearchContext *context, NodeValue own,
                                const ChildrenResult *children, bool takes_back)
{
    float weight = value_bias_weight(children->simulations);
    value_bias_learn(context->bias, own.bucket, children->rate - own.utility,
                     takes_back ? -weight : weight);
}

// Looks at the children of the nodes of a path before there is another result.
static void look_at_path(Worker *worker, const Simulation *simulation)
{
    const SearchContext *context = worker->context;
    for (int i = 0; i < simulation->path_length - 1; i++)
        worker->children[i] =
            tree_weigh_children(context->tree, simulation->path[i], &context->puct);
}

// Weighs the results of the nodes above the end of a path. Their own values are
// corrected by what is known now.
static void weigh_path(const Worker *worker, const Simulation *simulation)
{
    const SearchContext *context = worker->context;
    for (int i = simulation->path_length - 2; i >= 0; i--) {
        NodeIndex node = simulation->path[i];
        NodeValue own = tree_value(context->tree, node);
        ChildrenResult children =
            tree_weigh_children(context->tree, node, &context->puct);
        if (own.weight == 0 || children.weight <= 0)
            continue;
        learn_from_children(context, own, &worker->children[i], true);
        learn_from_children(context, own, &children, false);
        tree_set_results(context->tree, node, &context->puct, &children,
                         corrected(context, own));
    }
}

static void recall_node(void *object, NodeIndex node)
{
    const SearchContext *context = object;
    NodeValue own = tree_value(context->tree, node);
    ChildrenResult children = tree_weigh_children(context->tree, node, &context->puct);
    if (own.weight > 0 && children.weight > 0)
        learn_from_children(context, own, &children, false);
}

void worker_recall_biases(SearchContext *context)
{
    value_bias_clear(context->bias);
    value_bias_begin(context->bias);
    tree_visit_expanded(context->tree, recall_node, context);
}

// Computes the utilities of a node and of all below anew, and the results that they
// make. Returns whether any has changed.
static bool renew(const SearchContext *context, NodeIndex node, Color to_play)
{
    const float rounding = 2e-4f; // of points that the tree has stored
    int count;
    NodeIndex first = tree_children(context->tree, node, &count);
    bool has_changed = false;
    for (NodeIndex i = first; i < first + (NodeIndex)count; i++)
        if (tree_is_expanded(context->tree, i))
            has_changed = renew(context, i, color_other(to_play)) || has_changed;
    NodeValue own = tree_value(context->tree, node);
    if (own.weight == 0)
        return has_changed;
    const Evaluation evaluation = {own.win, own.points, own.stdev, -1};
    float utility = utility_of(context, to_play, &evaluation);
    if (!has_changed && fabsf(utility - own.utility) < rounding)
        return false;
    own.utility = utility;
    tree_keep_value(context->tree, node, own);
    ChildrenResult children = tree_weigh_children(context->tree, node, &context->puct);
    tree_set_results(context->tree, node, &context->puct, &children,
                     corrected(context, own));
    return true;
}

void worker_renew_values(SearchContext *context)
{
    renew(context, context->node, context->order.player);
    worker_recall_biases(context);
}

void worker_add_node_value(Worker *worker, Simulation *simulation,
                           const NodeValue *value)
{
    Tree *tree = worker->context->tree;
    float steps = 2 * (float)value->weight;
    float utility = corrected(worker->context, *value);
    uint32_t half_wins = round_at_random(steps * utility, &worker->rng);
    TreeResult result = {value->weight, half_wins,
                         (uint32_t)lrintf(steps * value->win)};
    simulation->value_half_wins = half_wins;
    if (worker->context->weighs_children) {
        look_at_path(worker, simulation);
        tree_add_result(tree, simulation->path, simulation->path_length, &result);
        weigh_path(worker, simulation);
        return;
    }
    learn_bias(worker, simulation, utility);
    learn_moves(worker, simulation, utility);
    tree_add_result(tree, simulation->path, simulation->path_length, &result);
}

NodeValue worker_value_of(const Worker *worker, const Evaluation *evaluation)
{
    Color to_play = (Color)worker->position.to_play;
    return (NodeValue){.utility = utility_of(worker->context, to_play, evaluation),
                       .win = evaluation->win,
                       .points = evaluation->points,
                       .stdev = evaluation->stdev,
                       .weight = (uint16_t)utility_weight(worker->context, evaluation),
                       .bucket = VALUE_BIAS_NO_BUCKET};
}

void worker_add_value(Worker *worker, Simulation *simulation, Evaluation evaluation)
{
    NodeValue value = worker_value_of(worker, &evaluation);
    worker_add_node_value(worker, simulation, &value);
}
