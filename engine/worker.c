// SPDX-License-Identifier: MIT
#include "worker.h"

#include <stddef.h>
#include <string.h>

#include "aligned.h"
#include "area.h"
#include "prior.h"
#include "stopwatch.h"

// Meant to set the random numbers of the tree apart from those of the playouts. It does
// not: rng_seeded drops the highest bit. Another bit would change every game.
static const uint64_t TREE_STREAM = (uint64_t)1 << 63;

Worker *worker_new(bool has_network)
{
    Worker *worker = aligned_new(_Alignof(Worker), sizeof *worker);
    if (worker == NULL)
        return NULL;
    history_init(&worker->history);
    pthread_mutex_init(&worker->mutex, NULL);
    worker->memory = has_network ? network_memory_new() : NULL;
    if (has_network && worker->memory == NULL) {
        worker_delete(worker);
        return NULL;
    }
    return worker;
}

void worker_delete(Worker *worker)
{
    if (worker == NULL)
        return;
    history_free(&worker->history);
    network_memory_delete(worker->memory);
    pthread_mutex_destroy(&worker->mutex);
    aligned_delete(worker);
}

bool worker_prepare(Worker *worker, Task *task)
{
    if (!history_copy(&worker->history, &task->game->history))
        return false;
    worker->task = task;
    worker->begun = worker->backed_up = 0;
    worker->work = (LaneWork){0};
    worker->show_at = 1;
    memset(&worker->sums, 0, sizeof worker->sums);
    worker->shown = worker->sums;
    return true;
}

static void shuffle(PointList *moves, Rng *rng)
{
    for (int i = moves->count - 1; i > 0; i--) {
        int j = (int)rng_below(rng, (uint32_t)i + 1);
        Point moved = moves->points[i];
        moves->points[i] = moves->points[j];
        moves->points[j] = moved;
    }
}

// Is a move of that ply part of the search?
static bool is_wanted(const Task *task, Color player, Point move, int ply)
{
    bool is_near =
        move == PASS || !task->is_aimed || bitboard_test(&task->aim.region, move);
    return is_near && !move_bans_has(task->order.bans, player, move, ply);
}

// The move before the end of a path, or (back = 2) the one before that, and so on.
static Point recent(const Worker *worker, const Simulation *simulation, int back)
{
    const Task *task = worker->task;
    int i = simulation->path_length - back;
    return i >= 1 ? task->tree->move[simulation->path[i]] : task->recent[-i];
}

// An integer that is this number on the average.
static uint32_t round_at_random(float number, Rng *rng)
{
    uint32_t whole = (uint32_t)number;
    float rest = number - (float)whole;
    return whole + ((float)rng_below(rng, 1 << 16) < rest * (1 << 16));
}

// The chance to win of the player to move at the end of a path becomes games.
static void add_value(Worker *worker, const Simulation *simulation, float win)
{
    const Task *task = worker->task;
    uint32_t games = (uint32_t)task->value_games;
    uint32_t half_wins = round_at_random(2 * (float)games * win, &worker->rng);
    tree_add_games(task->tree, simulation->path, simulation->path_length, games,
                   half_wins);
}

// Adds to the sums over all and, if somebody looks on, to those of the first move of
// the path.
static void count(Worker *worker, const Simulation *simulation, const Tally *more)
{
    const Task *task = worker->task;
    tally_add(&worker->sums.all, more);
    if (task->order.observer != NULL && simulation->path_length > 1)
        tally_add(&worker->sums.by_move[task->tree->move[simulation->path[1]]], more);
}

// Adds what the network said of the node at the end of a path to the sums.
static void add_evaluation(Worker *worker, const Simulation *simulation,
                           const Features *features, const NetworkOutput *output)
{
    double sign = worker->position.to_play == BLACK ? 1 : -1;
    double points = output->score - 0.5 * features->globals[GLOBAL_KOMI];
    Tally more = {.evaluations = 1, .network_lead = sign * points};
    count(worker, simulation, &more);
    for (Point p = 0; p < POINT_LIMIT; p++)
        worker->sums.network_owner[p] += sign * output->owner[p];
}

// Priors by the network, of moves at the end of a path. Returns the chance to win of
// the player to move.
static float ask_network(Worker *worker, const Simulation *simulation,
                         const PointList *moves, Prior priors[])
{
    const Task *task = worker->task;
    Features features;
    NetworkOutput output;
    FeatureView view = {.pos = &worker->position,
                        .history = &worker->history,
                        .rules = &task->rules,
                        .komi = task->komi + task_given_by_black(task),
                        .komi_known = true};
    for (int i = 0; i < FEATURE_MOVES; i++)
        view.moves[i] = recent(worker, simulation, i + 1);
    net_features_extract(&view, &features);
    network_evaluate(task->network, worker->memory, &features, &output);
    add_evaluation(worker, simulation, &features, &output);
    prior_fill_by_network(&task->policy->params, output.policy, moves, priors);
    return output.win;
}

// Gives the leaf at the end of a path, at the worker's position, its children: every
// wanted legal move but the filling of an own eye, in random order so that equals are
// tried in random order.
static void expand(Worker *worker, const Simulation *simulation)
{
    const Task *task = worker->task;
    const Position *pos = &worker->position;
    Color player = (Color)pos->to_play;
    int ply = simulation->path_length;
    PointList moves;
    Prior priors[POINT_LIST_MAX];
    moves.count = 0;
    for (int i = 0; i < pos->empty_count; i++) {
        Point p = pos->empty[i];
        if (is_wanted(task, player, p, ply) && !policy_is_eye(pos, p, player) &&
            rules_check(&task->rules, pos, &worker->history, p) == MOVE_OK)
            point_list_add(&moves, p);
    }
    if (moves.count == 0 || is_wanted(task, player, PASS, ply))
        point_list_add(&moves, PASS);
    shuffle(&moves, &worker->rng);
    float win = 0;
    if (task->network != NULL)
        win = ask_network(worker, simulation, &moves, priors);
    else
        prior_fill(task->policy, pos, recent(worker, simulation, 1), &moves, priors);
    NodeIndex leaf = simulation->path[simulation->path_length - 1];
    bool expanded = tree_expand(task->tree, leaf, &moves, priors);
    if (expanded && task->value_games > 0)
        add_value(worker, simulation, win);
}

// Plays the move of a tree node at the worker's position.
static bool play_node(Worker *worker, NodeIndex node)
{
    Position *pos = &worker->position;
    Color player = (Color)pos->to_play;
    position_play(pos, worker->task->tree->move[node]);
    return history_push(&worker->history, pos, player);
}

// Goes down the tree to a leaf or the end of the game, and expands a leaf that has been
// visited often enough. Errors: false when memory for the history is exhausted.
static bool descend_from_root(Worker *worker, Simulation *simulation)
{
    Tree *tree = worker->task->tree;
    const Params *params = &worker->task->policy->params;
    int points = worker->task->root.columns * worker->task->root.rows;
    NodeIndex node = worker->task->node;
    simulation->path[0] = node;
    simulation->path_length = 1;
    tree_count_visit(tree, node);
    while (worker->position.passes < 2 && simulation->path_length < PATH_LIMIT) {
        int count;
        tree_children(tree, node, &count);
        if (count == 0) {
            if (tree_node(tree, node).visits > (uint32_t)params->expand_visits)
                expand(worker, simulation);
            return true;
        }
        node = tree_select(tree, node, params, points);
        simulation->path[simulation->path_length++] = node;
        tree_count_visit(tree, node);
        if (!play_node(worker, node))
            return false;
    }
    return true;
}

// The same from the root's position, which the history is brought back to.
static bool descend(Worker *worker, Simulation *simulation)
{
    uint32_t turns = worker->history.length;
    worker->position = worker->task->root;
    bool descended = descend_from_root(worker, simulation);
    while (worker->history.length > turns)
        history_pop(&worker->history);
    return descended;
}

// Two for a win of Black, one for a tie.
static int half_wins_of_black(int score)
{
    return (score > 0) + (score >= 0);
}

// Who has won, in half points: positive for Black, negative for White.
static int outcome_of(const Task *task, const LaneResult *result)
{
    if (!task->is_aimed)
        return 2 * result->score - task->komi;
    Bitboard black = bitboard_intersection(task->aim.points, result->owner[BLACK]);
    Bitboard white = bitboard_intersection(task->aim.points, result->owner[WHITE]);
    return bitboard_count(&black) - bitboard_count(&white);
}

// Adds a simulation's result to the sums.
static void add_up(Worker *worker, const Simulation *simulation, int score)
{
    WorkerSums *sums = &worker->sums;
    Tally more = {.playouts = 1,
                  .score = score,
                  .half_wins = (uint64_t)half_wins_of_black(score)};
    count(worker, simulation, &more);
    if (simulation->ended_in_tree)
        return;
    sums->ownership_playouts++;
    for (Color color = BLACK; color <= WHITE; color++)
        point_counter_add(&sums->owned[color], simulation->result.owner[color]);
}

// Pre: the mutex is held.
static void show_sums(Worker *worker)
{
    size_t size = sizeof worker->sums;
    if (worker->task->order.observer == NULL)
        size = offsetof(WorkerSums, by_move);
    memcpy(&worker->shown, &worker->sums, size);
}

// Shows the sums when it is time to, the first ones soon; later if they are being read.
static void show_sums_at_times(Worker *worker)
{
    uint64_t done = worker->backed_up;
    if (done < worker->show_at || pthread_mutex_trylock(&worker->mutex) != 0)
        return;
    show_sums(worker);
    pthread_mutex_unlock(&worker->mutex);
    worker->show_at = done + (done < SHOW_INTERVAL ? done : SHOW_INTERVAL);
}

// Brings the oldest simulation's result to the tree. Dynamic komi is for playouts; how
// a game that has ended in the tree ends is known.
static void back_up(Worker *worker, const Simulation *simulation)
{
    Task *task = worker->task;
    const LaneResult *result = &simulation->result;
    int score = outcome_of(task, result);
    int given = simulation->ended_in_tree ? 0 : task_given_by_black(task);
    int half_wins = half_wins_of_black(score - given);
    TreeOutcome outcome = {.half_wins = {half_wins, 2 - half_wins},
                           .first = {result->first[BLACK], result->first[WHITE]},
                           .early = result->early,
                           .to_play = (Color)task->root.to_play};
    tree_backup(task->tree, simulation->path, simulation->path_length, &outcome,
                &task->policy->params);
    add_up(worker, simulation, score);
    worker->backed_up++;
    show_sums_at_times(worker);
}

// Backs up what has to be in the tree before the next leaf is chosen, and nothing else.
// False: a game that is still being played is part of it.
static bool make_room(Worker *worker)
{
    while (worker->begun - worker->backed_up >= WINDOW) {
        const Simulation *oldest = &worker->simulations[worker->backed_up % WINDOW];
        if (!oldest->is_done)
            return false;
        back_up(worker, oldest);
    }
    return true;
}

static bool is_time_up(const Task *task, uint64_t playouts_begun)
{
    const SearchLimits *limits = &task->order.limits;
    if (limits->playouts > 0 && playouts_begun >= limits->playouts)
        return true;
    if (atomic_load_explicit(task->order.stop, memory_order_relaxed))
        return true;
    return limits->seconds > 0 && stopwatch_now() - task->started >= limits->seconds;
}

// Does the game end here by two passes, with all stones alive? Where dead stones are
// removed only playing on can tell which they are.
static bool is_ended(Worker *worker)
{
    if (worker->position.passes < 2)
        return false;
    if (!worker->task->rules.dead_stones)
        return true;
    worker->position.passes = 0;
    return false;
}

// Begins simulations until one needs a playout, and orders that; a LaneClient's next.
static bool next_leaf(void *object, LaneStart *start)
{
    Worker *worker = object;
    Task *task = worker->task;
    while (make_room(worker) &&
           !atomic_load_explicit(&task->finished, memory_order_relaxed) &&
           !atomic_load_explicit(&task->tree->is_full, memory_order_relaxed)) {
        Simulation *simulation = &worker->simulations[worker->begun % WINDOW];
        uint64_t index = atomic_fetch_add(&task->next_playout, 1);
        uint64_t seed = rng_mix(task->order.seed ^ rng_mix(index));
        worker->rng = rng_seeded(seed, index | TREE_STREAM);
        if (is_time_up(task, index) || !descend(worker, simulation)) {
            atomic_store(&task->finished, true);
            return false;
        }
        simulation->ended_in_tree = simulation->is_done = is_ended(worker);
        if (!simulation->is_done) {
            *start = (LaneStart){.position = &worker->position,
                                 .last = recent(worker, simulation, 1),
                                 .second_last = recent(worker, simulation, 2),
                                 .early_turns = worker->position.empty_count *
                                                task->policy->params.amaf_soon / 100,
                                 .seed = seed,
                                 .stream = index,
                                 .id = worker->begun++ % WINDOW};
            return true;
        }
        simulation->result = (LaneResult){.score = area_score(&worker->position)};
        if (task->is_aimed)
            area_owner(&worker->position, simulation->result.owner);
        worker->begun++;
    }
    return false;
}

static void take_result(void *object, const LaneResult *result)
{
    Worker *worker = object;
    Simulation *simulation = &worker->simulations[result->id];
    simulation->result = *result;
    simulation->is_done = true;
}

void worker_expand_root(Worker *worker)
{
    Task *task = worker->task;
    int count;
    tree_children(task->tree, task->node, &count);
    if (count > 0)
        return;
    worker->position = task->root;
    worker->rng = rng_seeded(rng_mix(task->order.seed), UINT64_MAX);
    Simulation *root = &worker->simulations[0];
    root->path[0] = task->node;
    root->path_length = 1;
    expand(worker, root);
}

void worker_run(Worker *worker)
{
    const Task *task = worker->task;
    LaneClient client = {worker, next_leaf, take_result, NULL, true};
    task->lanes->play(&task->layout, task->policy, &client, &worker->work);
    while (worker->backed_up < worker->begun)
        back_up(worker, &worker->simulations[worker->backed_up % WINDOW]);
    pthread_mutex_lock(&worker->mutex);
    show_sums(worker);
    pthread_mutex_unlock(&worker->mutex);
}
