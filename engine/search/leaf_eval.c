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
#include "tree_weigh.h"
#include "worker_internal.h"

// How many points on a board of one row and column change the utility of a score by
// half of what it can be.
static const float WIDE = 2, NARROW = 0.75f;

// The part of the expected score that a search begins from.
static const float EXPECTED_PART = 0.8f;

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

// What a score counts for beside a center, -1..1, if the final score has this standard
// deviation. Points near the center count most. Source: KataGo, "Accelerating
// self-play learning in Go", section 4.3; the mean over all final scores is not that of
// its table, but nearly.
static float score_utility(const Evaluation *evaluation, float center, float width)
{
    const float stdev_part = 1.2f, two_by_pi = 0.63661977f;
    float spread = evaluation->stdev;
    float total = sqrtf(width * width + stdev_part * spread * spread);
    return two_by_pi * atanf((evaluation->points - center) / total);
}

// The same as KataGo has it, as 0..1. Pre: a network of KataGo's is asked.
static float utility_of_katago(const Worker *worker, const Evaluation *evaluation)
{
    const SearchContext *context = worker->context;
    const Params *params = &context->policy->params;
    float board = sqrtf((float)(context->root.columns * context->root.rows));
    float sign = (Color)worker->position.to_play == context->order.player ? 1 : -1;
    float points = 0.01f * (float)params->katago_points *
                   score_utility(evaluation, 0, WIDE * board);
    float more =
        0.01f * (float)params->katago_more_points *
        score_utility(evaluation, sign * context->expected_score, NARROW * board);
    return 0.5f + (2 * evaluation->win - 1 + points + more) / context->puct.range;
}

// The utility of an evaluation, 0..1. Each further point counts less: as many points as
// the board has rows count for half of what the most points could.
static float utility_of(const Worker *worker, const Evaluation *evaluation)
{
    const SearchContext *context = worker->context;
    if (context->asks_katago)
        return utility_of_katago(worker, evaluation);
    const float part = 0.01f * (float)context->policy->params.value_points;
    float share =
        evaluation->points / ((float)context->root.rows + fabsf(evaluation->points));
    return (1 - part) * evaluation->win + part * 0.5f * (1 + share);
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

// What a result counts for, in steps of visits. The surer the network is of a value,
// the more it counts. Where playouts count, a value must weigh as much as its playout.
// Source: KataGo, "Other Methods Implemented in KataGo", uncertainty-weighted playouts.
static uint32_t weight_of(const SearchContext *context, const Evaluation *evaluation)
{
    const Params *params = &context->policy->params;
    if (!context->weighs_children || params->katago_errors == 0 ||
        evaluation->error < 0)
        return VALUE_STEPS;
    float sure = 0.01f * (float)params->katago_errors;
    float weight = sure / (evaluation->error + sure / WEIGHT_MAX);
    uint32_t steps = (uint32_t)lrintf(VALUE_STEPS * weight);
    return steps > 0 ? steps : 1;
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

// Counts the utility of the end of a path along the path. For PUCT.
static void add_value(Worker *worker, Simulation *simulation, const NodeValue *found)
{
    Tree *tree = worker->context->tree;
    float steps = 2 * (float)found->weight;
    uint32_t half_wins = round_at_random(steps * found->utility, &worker->rng);
    TreeResult result = {found->weight, half_wins,
                         (uint32_t)lrintf(steps * found->win)};
    simulation->value_half_wins = half_wins;
    if (worker->context->weighs_children) {
        look_at_path(worker, simulation);
        tree_add_result(tree, simulation->path, simulation->path_length, &result);
        weigh_path(worker, simulation);
        return;
    }
    learn_bias(worker, simulation, found->utility);
    learn_moves(worker, simulation, found->utility);
    tree_add_result(tree, simulation->path, simulation->path_length, &result);
}

// What an evaluation is worth to the tree.
static NodeValue value_of(const Worker *worker, const Evaluation *evaluation)
{
    return (NodeValue){.utility = utility_of(worker, evaluation),
                       .win = evaluation->win,
                       .weight = (uint16_t)weight_of(worker->context, evaluation),
                       .bucket = VALUE_BIAS_NO_BUCKET};
}

void worker_add_value(Worker *worker, Simulation *simulation, Evaluation evaluation)
{
    NodeValue found = value_of(worker, &evaluation);
    add_value(worker, simulation, &found);
}

void worker_count(Worker *worker, const Simulation *simulation, const Tally *more)
{
    const SearchContext *context = worker->context;
    tally_add(&worker->sums.all, more);
    if (context->order.observer != NULL && simulation->path_length > 1)
        tally_add(&worker->sums.by_move[context->tree->move[simulation->path[1]]],
                  more);
}

// The first move of a path, if the owners after it are wanted; else NO_POINT.
static Point owners_move(const Worker *worker, const Simulation *simulation)
{
    if (worker->owners == NULL || simulation->path_length <= 1)
        return NO_POINT;
    return worker->context->tree->move[simulation->path[1]];
}

void worker_count_owners(Worker *worker, const Simulation *simulation)
{
    Point move = owners_move(worker, simulation);
    if (move == NO_POINT)
        return;
    pthread_mutex_lock(&worker->mutex);
    OwnerSums *sums = move_owners_of(worker->owners, move);
    sums->playouts++;
    for (Color color = BLACK; color <= WHITE; color++)
        point_counter_add(&sums->owned[color], simulation->result.owner[color]);
    pthread_mutex_unlock(&worker->mutex);
}

// Adds the network's owners of the node at the end of a path to those after its first
// move. `sign` is 1 if Black is to move there, else -1.
static void add_owners(Worker *worker, const Simulation *simulation, double sign,
                       const float owner[])
{
    Point move = owners_move(worker, simulation);
    if (move == NO_POINT)
        return;
    pthread_mutex_lock(&worker->mutex);
    OwnerSums *sums = move_owners_of(worker->owners, move);
    sums->evaluations++;
    for (Point p = 0; p < POINT_LIMIT; p++) {
        sums->network[p] += sign * owner[p];
        sums->network_square[p] += (double)owner[p] * owner[p];
    }
    pthread_mutex_unlock(&worker->mutex);
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
    for (Point p = 0; p < POINT_LIMIT; p++) {
        worker->sums.network_owner[p] += sign * output->owner[p];
        worker->sums.network_owner_square[p] +=
            (double)output->owner[p] * output->owner[p];
    }
    add_owners(worker, simulation, sign, output->owner);
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

// Sets the score that a search begins from. It is nearer to 0 than the network's, but
// not by far: the points beyond it shall not count too little. Source: KataGo.
static void expect_score(SearchContext *context, float score)
{
    float board = sqrtf((float)(context->root.columns * context->root.rows));
    float less = (1 - EXPECTED_PART) * score, most = NARROW * board;
    less = less > most ? most : less < -most ? -most : less;
    context->expected_score = score - less;
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
    uint64_t key = eval_cache_key(features) ^ context->cache_salt;
    if (is_root) {
        evaluate_in_all_ways(worker, simulation, features, output);
        expect_score(worker->context, output->score);
    } else {
        int symmetry = (int)rng_below(&worker->rng, SYMMETRY_COUNT);
        if (eval_cache_find(context->cache, key, output))
            return;
        ask_once(worker, simulation, features, symmetry, output);
    }
    if (context->asks_katago)
        network_output_mix(output, 0.01f * (float)optimism);
    // The root is never looked up: its output may stay as exact as it is.
    NetworkOutput stored = *output;
    eval_cache_keep(context->cache, key, is_root ? &stored : output);
    if (context->shares_cache && !is_root) // it may be there next time, but rounded
        eval_cache_find(context->cache, key, output);
}

// Notes what the network says of the root, and flattens its policy if the search is to
// look around.
static void begin_with_root(const Worker *worker, const PointList *moves,
                            NetworkOutput *output)
{
    SearchContext *context = worker->context;
    double temperature = context->order.root_temperature, sum = 0;
    context->root_output = *output;
    context->has_root_output = true;
    if (temperature <= 0)
        return;
    for (int i = 0; i < moves->count; i++) {
        float *probability = &output->policy[moves->points[i]];
        *probability = powf(*probability, (float)(1 / temperature));
        sum += *probability;
    }
    for (int i = 0; i < moves->count && sum > 0; i++)
        output->policy[moves->points[i]] /= (float)sum;
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

// How fast the utility of KataGo's networks changes with the points, at most.
static float points_slope(const SearchContext *context, const Evaluation *evaluation)
{
    const Params *params = &context->policy->params;
    float step = 0.5f, sum = 0;
    float board = sqrtf((float)(context->root.columns * context->root.rows));
    Evaluation more = *evaluation;
    more.points += step;
    sum += 0.01f * (float)params->katago_points *
           (score_utility(&more, 0, WIDE * board) -
            score_utility(evaluation, 0, WIDE * board));
    sum += 0.01f * (float)params->katago_more_points *
           (score_utility(&more, evaluation->points, NARROW * board) -
            score_utility(evaluation, evaluation->points, NARROW * board));
    return sum / step;
}

// What a network's output says about the game.
static Evaluation evaluation_of(const SearchContext *context,
                                const NetworkOutput *output)
{
    Evaluation evaluation = {output->win, output->score, output->score_stdev, -1};
    if (!context->asks_katago || output->win_error <= 0)
        return evaluation; // the network does not tell how wrong it may be
    evaluation.error = 2 * output->win_error +
                       points_slope(context, &evaluation) * output->score_error;
    return evaluation;
}

// The network's priors of the moves at the end of a path. Returns its evaluation.
static Evaluation ask_for_priors(Worker *worker, const Simulation *simulation,
                                 const PointList *moves, Prior priors[])
{
    NetworkOutput output;
    evaluate_leaf(worker, simulation, &output);
    if (simulation->path_length == 1)
        begin_with_root(worker, moves, &output);
    const SearchContext *context = worker->context;
    const Params *params = &context->policy->params;
    prior_fill_by_network(params, output.policy, moves, priors);
    if (!context->asks_katago)
        prior_doubt_pass(params, moves, priors);
    if (context->is_puct && !context->weighs_children)
        raise_priors(worker, moves, priors);
    return evaluation_of(context, &output);
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
    return evaluation_of(worker->context, &output);
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
    NodeValue value = {.utility = 0.5f, .win = 0.5f, .weight = VALUE_STEPS};
    if (context->network != NULL) {
        Evaluation evaluation = ask_for_priors(worker, simulation, &moves, priors);
        value = value_of(worker, &evaluation);
    } else {
        fill_priors(worker, simulation, &moves, priors);
    }
    if (context->is_puct)
        value.bucket = value_bias_bucket(pos, worker_recent(worker, simulation, 1),
                                         worker_recent(worker, simulation, 2));
    NodeValue found = value;
    found.utility = corrected(context, value);
    // A thread that sees the children sees the value, too.
    if (context->is_puct)
        add_value(worker, simulation, &found);
    if (tree_expand(context->tree, leaf, &moves, priors) && context->is_puct)
        tree_keep_value(context->tree, leaf, value);
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
