// SPDX-License-Identifier: MIT
//
// How a worker expands a leaf: its moves, and the network's evaluation.
#include <math.h>
#include <string.h>

#include "eval_cache.h"
#include "eye.h"
#include "prior.h"
#include "stopwatch.h"
#include "symmetry.h"
#include "worker_internal.h"

// The part of a search's time in which the root may be evaluated in all symmetries.
static const double ROOT_PART = 0.1;

static void shuffle(PointList *moves, Rng *rng)
{
    for (int i = moves->count - 1; i > 0; i--) {
        int j = (int)rng_below(rng, (uint32_t)i + 1);
        Point moved = moves->points[i];
        moves->points[i] = moves->points[j];
        moves->points[j] = moved;
    }
}

// Does the move filter allow the move at that ply?
static bool is_wanted(const SearchContext *context, Color player, Point move, int ply)
{
    return !move_filter_has(context->order.filter, player, move, ply);
}

Point worker_recent(const Worker *worker, const Simulation *simulation, int back)
{
    const SearchContext *context = worker->context;
    int i = simulation->path_length - back;
    return i >= 1 ? context->tree->move[simulation->path[i]] : context->recent[-i];
}

// An integer that is this number on the average.
static uint32_t round_at_random(float number, Rng *rng)
{
    uint32_t whole = (uint32_t)number;
    float rest = number - (float)whole;
    return whole + ((float)rng_below(rng, 1 << 16) < rest * (1 << 16));
}

// The utility of an evaluation, 0..1. Each further point counts less: as many points as
// the board has rows count for half of what the most points could.
static float utility_of(const SearchContext *context, Evaluation evaluation)
{
    const float part = 0.01f * (float)context->policy->params.value_points;
    float share =
        evaluation.points / ((float)context->root.rows + fabsf(evaluation.points));
    return (1 - part) * evaluation.win + part * 0.5f * (1 + share);
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

// The least probabilities of the moves of a position, by the policy bias.
static void fill_probabilities(const SearchContext *context, const Position *pos,
                               const Point moves[], int count, float probability[])
{
    const float part = 0.01f * (float)context->policy->params.policy_bias;
    Bitboard atari = position_atari_stones(pos);
    for (int i = 0; i < count; i++) {
        uint64_t bucket = policy_bias_bucket(pos, &atari, moves[i]);
        float better = policy_bias_of(context->policy_bias, bucket);
        probability[i] = policy_bias_probability(better, part);
    }
}

// Counts the utility of the end of a path along the path. For PUCT.
static void add_value(Worker *worker, Simulation *simulation, float utility)
{
    uint32_t half_wins = round_at_random(2 * VALUE_STEPS * utility, &worker->rng);
    simulation->value_half_wins = half_wins;
    learn_bias(worker, simulation, utility);
    learn_moves(worker, simulation, utility);
    tree_add_results(worker->context->tree, simulation->path, simulation->path_length,
                     VALUE_STEPS, half_wins);
}

void worker_add_value(Worker *worker, Simulation *simulation, Evaluation evaluation)
{
    add_value(worker, simulation, utility_of(worker->context, evaluation));
}

void worker_count(Worker *worker, const Simulation *simulation, const Tally *more)
{
    const SearchContext *context = worker->context;
    tally_add(&worker->sums.all, more);
    if (context->order.observer != NULL && simulation->path_length > 1)
        tally_add(&worker->sums.by_move[context->tree->move[simulation->path[1]]],
                  more);
}

// Adds the network's output for the node at the end of a path to the sums.
static void add_evaluation(Worker *worker, const Simulation *simulation,
                           const InputFeatures *features, const NetworkOutput *output,
                           double seconds)
{
    double sign = worker->position.to_play == BLACK ? 1 : -1;
    double points = output->score - 0.5 * features->globals[GLOBAL_KOMI];
    Tally more = {
        .evaluations = 1, .network_lead = sign * points, .network_seconds = seconds};
    worker_count(worker, simulation, &more);
    for (Point p = 0; p < POINT_LIMIT; p++)
        worker->sums.network_owner[p] += sign * output->owner[p];
}

// The network's input for the node at the end of a path.
static void see_node(const Worker *worker, const Simulation *simulation,
                     InputFeatures *features)
{
    const SearchContext *context = worker->context;
    InputFeatureView view = {.pos = &worker->position,
                             .history = &worker->history,
                             .rules = &context->rules,
                             .komi = context->komi,
                             .komi_known = true,
                             .ladders = worker->ladders};
    for (int i = 0; i < FEATURE_MOVES; i++)
        view.moves[i] = worker_recent(worker, simulation, i + 1);
    input_features_extract(&view, features);
}

// The view that KataGo's networks have of the node at the end of a path.
static KatagoView view_node(const Worker *worker, const Simulation *simulation)
{
    const SearchContext *context = worker->context;
    KatagoView view = context->katago_root;
    Position pos = context->root;
    uint32_t entry = worker->history.length - (uint32_t)simulation->path_length;
    view.history = &worker->history;
    for (int i = 1; i < simulation->path_length; i++, entry++) {
        Point move = context->tree->move[simulation->path[i]];
        katago_view_play(&view, &pos, entry, move);
        position_play(&pos, move);
    }
    view.pos = &worker->position;
    return view;
}

// Asks the network about the node at the end of a path.
static void ask_once(const Worker *worker, const Simulation *simulation,
                     const InputFeatures *features, int symmetry, NetworkOutput *output)
{
    const SearchContext *context = worker->context;
    if (context->asks_katago) {
        KatagoView view = view_node(worker, simulation);
        katago_network_ask(context->katago, worker->katago, &view, symmetry);
        katago_memory_read(worker->katago, output);
    } else {
        network_evaluate(context->network, worker->memory, features, symmetry, output);
    }
}

// Is there time to evaluate the root in another symmetry? If a search is told to stop,
// or has little time, it cannot wait for eight evaluations.
static bool may_look_again(const SearchContext *context)
{
    const SearchLimits *limits = &context->order.limits;
    if (atomic_load_explicit(context->order.stop, memory_order_relaxed))
        return false;
    return limits->seconds <= 0 ||
           stopwatch_now() - context->started < ROOT_PART * limits->seconds;
}

// The mean output of the network over all symmetries, or over as many as there is time
// for.
static void evaluate_in_all_ways(const Worker *worker, const Simulation *simulation,
                                 const InputFeatures *features, NetworkOutput *mean)
{
    const SearchContext *context = worker->context;
    int most = context->asks_katago ? context->policy->params.katago_symmetries
                                    : SYMMETRY_COUNT;
    NetworkOutput sum = {.win = 0}, output;
    int ways = 0;
    do {
        ask_once(worker, simulation, features, ways, &output);
        network_add_output(&sum, &output, 1);
    } while (++ways < most && may_look_again(context));
    memset(mean, 0, sizeof *mean);
    network_add_output(mean, &sum, 1 / (float)ways);
}

// The network's output for an input. The root is evaluated most thoroughly. Other nodes
// are shown in one of eight symmetries. Where the network is wrong, it is then not
// always wrong in the same way.
static void evaluate(Worker *worker, const Simulation *simulation,
                     const InputFeatures *features, NetworkOutput *output)
{
    const SearchContext *context = worker->context;
    const Params *params = &context->policy->params;
    bool is_root = simulation->path_length == 1;
    int optimism = is_root ? params->root_policy_optimism : params->policy_optimism;
    uint64_t key = eval_cache_key(features);
    if (is_root) {
        evaluate_in_all_ways(worker, simulation, features, output);
    } else {
        int symmetry = (int)rng_below(&worker->rng, SYMMETRY_COUNT);
        if (eval_cache_find(context->cache, key, output))
            return;
        ask_once(worker, simulation, features, symmetry, output);
    }
    if (context->asks_katago)
        network_output_mix(output, 0.01f * (float)optimism);
    eval_cache_keep(context->cache, key, output);
}

// The network's output for the node at the end of a path.
static void evaluate_leaf(Worker *worker, const Simulation *simulation,
                          NetworkOutput *output)
{
    double started = stopwatch_now();
    InputFeatures features;
    see_node(worker, simulation, &features);
    evaluate(worker, simulation, &features, output);
    add_evaluation(worker, simulation, &features, output, stopwatch_now() - started);
}

// Raises the priors to the probabilities that the policy bias has learnt.
static void raise_priors(const Worker *worker, const PointList *moves, Prior priors[])
{
    const SearchContext *context = worker->context;
    float probability[POINT_LIST_MAX];
    fill_probabilities(context, &worker->position, moves->points, moves->count,
                       probability);
    for (int i = 0; i < moves->count; i++)
        prior_raise(&context->tree->probability, &priors[i], probability[i]);
}

// The network's priors of the moves at the end of a path. Returns its evaluation.
static Evaluation ask_for_priors(Worker *worker, const Simulation *simulation,
                                 const PointList *moves, Prior priors[])
{
    NetworkOutput output;
    evaluate_leaf(worker, simulation, &output);
    prior_fill_by_network(&worker->context->policy->params, output.policy, moves,
                          priors);
    if (worker->context->is_puct)
        raise_priors(worker, moves, priors);
    return (Evaluation){output.win, output.score};
}

// The hand-made priors of the moves at the end of a path.
static void fill_priors(const Worker *worker, const Simulation *simulation,
                        const PointList *moves, Prior priors[])
{
    PriorView view = {.policy = worker->context->policy,
                      .ladders = worker->ladders,
                      .pos = &worker->position,
                      .last = worker_recent(worker, simulation, 1)};
    prior_fill(&view, moves, priors);
}

Evaluation worker_look(Worker *worker, const Simulation *simulation)
{
    NetworkOutput output;
    evaluate_leaf(worker, simulation, &output);
    return (Evaluation){output.win, output.score};
}

const FinishedLine *worker_count_finished(Worker *worker, const Simulation *simulation)
{
    FinishedLine *line = finished_lines_find(&worker->finished, &worker->position);
    if (!line->is_known) {
        NetworkOutput output;
        evaluate_leaf(worker, simulation, &output);
        finished_line_count(line, &worker->position, output.owner);
    }
    return line;
}

bool worker_expand(Worker *worker, Simulation *simulation)
{
    const SearchContext *context = worker->context;
    const Position *pos = &worker->position;
    Color player = (Color)pos->to_play;
    int ply = simulation->path_length;
    NodeIndex leaf = simulation->path[simulation->path_length - 1];
    PointList moves;
    Prior priors[POINT_LIST_MAX];
    moves.count = 0;
    for (int i = 0; i < pos->empty_count; i++) {
        Point p = pos->empty[i];
        if (is_wanted(context, player, p, ply) && !eye_is_single(pos, p, player) &&
            rules_check(&context->rules, pos, &worker->history, p) == MOVE_OK)
            point_list_add(&moves, p);
    }
    if (moves.count == 0 || is_wanted(context, player, PASS, ply))
        point_list_add(&moves, PASS);
    shuffle(&moves, &worker->rng);
    NodeValue node_value = {.utility = 0.5f, .bucket = VALUE_BIAS_NO_BUCKET};
    if (context->is_puct)
        node_value.bucket = value_bias_bucket(pos, worker_recent(worker, simulation, 1),
                                              worker_recent(worker, simulation, 2));
    if (context->network != NULL)
        node_value.utility =
            utility_of(context, ask_for_priors(worker, simulation, &moves, priors));
    else
        fill_priors(worker, simulation, &moves, priors);
    // A thread that sees the children sees the value, too.
    if (context->is_puct)
        add_value(worker, simulation, corrected(context, node_value));
    if (tree_expand(context->tree, leaf, &moves, priors) && context->is_puct)
        tree_keep_value(context->tree, leaf, node_value);
    return context->is_puct;
}

void worker_ask_again(Worker *worker, const Simulation *simulation)
{
    Tree *tree = worker->context->tree;
    NodeIndex node = simulation->path[simulation->path_length - 1];
    PointList moves;
    Prior priors[POINT_LIST_MAX];
    NodeIndex first = tree_children(tree, node, &moves.count);
    for (int i = 0; i < moves.count; i++)
        moves.points[i] = tree->move[first + (NodeIndex)i];
    ask_for_priors(worker, simulation, &moves, priors);
    tree_set_priors(tree, node, priors);
}

void worker_raise_priors(Worker *worker, NodeIndex node)
{
    const SearchContext *context = worker->context;
    int count;
    float probability[POINT_LIST_MAX];
    NodeIndex first = tree_children(context->tree, node, &count);
    fill_probabilities(context, &worker->position, &context->tree->move[first], count,
                       probability);
    tree_raise_priors(context->tree, node, probability);
}
