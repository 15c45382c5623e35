// SPDX-License-Identifier: MIT
//
// How a worker expands a leaf: its moves, and what the network says.
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

// The least probabilities of the moves of a position, by the policy bias.
static void fill_probabilities(const SearchContext *context, const Position *pos,
                               const Point moves[], int count, float probability[])
{
    const float part = 0.01f * (float)context->policy->params.policy_bias;
    Bitboard atari = position_atari_stones(pos);
    uint64_t buckets[POINT_LIST_MAX];
    // The slots lie far apart in memory, so all are fetched before the first is read.
    for (int i = 0; i < count; i++) {
        buckets[i] = policy_bias_bucket(pos, &atari, moves[i]);
        policy_bias_fetch(context->policy_bias, buckets[i]);
    }
    for (int i = 0; i < count; i++) {
        float better = policy_bias_of(context->policy_bias, buckets[i]);
        probability[i] = policy_bias_probability(better, part);
    }
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
                           const NetworkOutput *output, double seconds)
{
    Color to_play = (Color)worker->position.to_play;
    double sign = to_play == BLACK ? 1 : -1;
    int white_points = worker_white_points(worker);
    double points = output->score - 0.5 * input_features_komi(white_points, to_play);
    int given = white_points - worker->context->white_points;
    double final = sign * (double)output->score_mean,
           stdev = (double)output->score_stdev;
    Tally more = {.evaluations = 1,
                  .final_points = final,
                  .final_square = final * final + stdev * stdev,
                  .network_lead = sign * points - 0.5 * given,
                  .network_seconds = seconds};
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
                             .komi = worker_white_points(worker),
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
    if (context->order.hides_history) {
        view.moves_max = simulation->path_length - 1;
        view.pass_goes_on = simulation->path_length == 1;
    }
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

// Percent of the way to the optimistic policy for the node at the end of a path.
static int optimism_at(const SearchContext *context, const Simulation *simulation)
{
    const Params *params = &context->policy->params;
    return simulation->path_length == 1 ? params->root_policy_optimism
                                        : params->policy_optimism;
}

// Answers of KataGo's networks are stored with their optimism mixed in. Where history
// is hidden, the network may see fewer moves than the features tell.
static uint64_t cache_key(const SearchContext *context, const Simulation *simulation,
                          const InputFeatures *features)
{
    uint64_t key = eval_cache_key(features) ^ context->cache_salt;
    int seen = simulation->path_length - 1;
    if (!context->asks_katago)
        return key;
    key = rng_mix(key + (uint64_t)optimism_at(context, simulation));
    bool sees_less = context->order.hides_history && seen < KATAGO_MOVES;
    return sees_less ? rng_mix(key + (uint64_t)seen) : key;
}

bool worker_recall(const Worker *worker, const Simulation *simulation, uint64_t *key,
                   NetworkOutput *output)
{
    const SearchContext *context = worker->context;
    InputFeatures features;
    see_node(worker, simulation, &features);
    *key = cache_key(context, simulation, &features);
    return eval_cache_find(context->cache, *key, output);
}

void worker_remember(const Worker *worker, uint64_t key, const NetworkOutput *output)
{
    NetworkOutput stored = *output;
    eval_cache_keep(worker->context->cache, key, &stored);
}

// The network's output for an input. The root is evaluated most thoroughly. Other nodes
// are shown in one of eight symmetries. Where the network is wrong, it is then not
// always wrong in the same way.
static void evaluate(Worker *worker, const Simulation *simulation,
                     const InputFeatures *features, NetworkOutput *output)
{
    const SearchContext *context = worker->context;
    bool is_root = simulation->path_length == 1;
    uint64_t key = cache_key(context, simulation, features);
    if (is_root) {
        evaluate_in_all_ways(worker, simulation, features, output);
        utility_expect_score(worker->context, output->score_mean);
    } else {
        int symmetry = (int)rng_below(&worker->rng, SYMMETRY_COUNT);
        if (eval_cache_find(context->cache, key, output))
            return;
        ask_once(worker, simulation, features, symmetry, output);
    }
    if (context->asks_katago)
        network_output_mix(output, 0.01f * (float)optimism_at(context, simulation));
    // The root is never looked up: its output may stay as exact as it is.
    NetworkOutput stored = *output;
    eval_cache_keep(context->cache, key, is_root ? &stored : output);
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

void worker_ask(Worker *worker, const Simulation *simulation, NetworkOutput *output)
{
    InputFeatures features;
    see_node(worker, simulation, &features);
    evaluate(worker, simulation, &features, output);
}

// The network's output for the node at the end of a path, added to the sums.
static void evaluate_leaf(Worker *worker, const Simulation *simulation,
                          NetworkOutput *output)
{
    double started = stopwatch_now();
    if (worker->given != NULL)
        *output = *worker->given;
    else
        worker_ask(worker, simulation, output);
    add_evaluation(worker, simulation, output, stopwatch_now() - started);
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
    if (simulation->path_length == 1)
        begin_with_root(worker, moves, &output);
    const SearchContext *context = worker->context;
    const Params *params = &context->policy->params;
    prior_fill_by_network(params, output.policy, moves, priors);
    if (!context->asks_katago)
        prior_doubt_pass(params, moves, priors);
    if (context->is_puct && !context->weighs_children)
        raise_priors(worker, moves, priors);
    return utility_evaluation(context, &output);
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
    return utility_evaluation(worker->context, &output);
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
        if (context->is_puct)
            value = worker_value_of(worker, &evaluation);
    } else {
        fill_priors(worker, simulation, &moves, priors);
    }
    if (!context->is_puct) {
        tree_expand(context->tree, leaf, &moves, priors);
        return false;
    }
    value.bucket = value_bias_bucket(pos, worker_recent(worker, simulation, 1),
                                     worker_recent(worker, simulation, 2));
    // A thread that sees the children sees the value, too.
    worker_add_node_value(worker, simulation, &value);
    if (tree_expand(context->tree, leaf, &moves, priors))
        tree_keep_value(context->tree, leaf, value);
    return true;
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
