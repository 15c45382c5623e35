// SPDX-License-Identifier: MIT
#include "worker.h"

#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "aligned.h"
#include "area.h"
#include "stopwatch.h"
#include "worker_internal.h"

Worker *worker_new(const SearchContext *context)
{
    Worker *worker = aligned_new(_Alignof(Worker), sizeof *worker);
    if (worker == NULL)
        return NULL;
    history_begin(&worker->history);
    pthread_mutex_init(&worker->mutex, NULL);
    bool has_network = context->network != NULL, has_katago = context->katago != NULL;
    worker->memory = has_network ? network_memory_new(context->network) : NULL;
    worker->katago = has_katago ? katago_memory_new(context->katago) : NULL;
    worker->ladders = ladder_reader_new();
    worker->owners = worker->owners_memory = NULL;
    worker->told = NULL;
    if ((has_network && worker->memory == NULL) ||
        (has_katago && worker->katago == NULL) || worker->ladders == NULL) {
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
    ladder_reader_delete(worker->ladders);
    katago_memory_delete(worker->katago);
    move_owners_delete(worker->owners_memory);
    free(worker->told);
    pthread_mutex_destroy(&worker->mutex);
    aligned_delete(worker);
}

// Takes the memory for the owners after each root move, and clears it, if the order
// wants them. Errors: false when memory is exhausted.
static bool prepare_owners(Worker *worker, const SearchOrder *order)
{
    worker->owners = NULL;
    if (!order->counts_move_owners)
        return true;
    if (worker->owners_memory == NULL)
        worker->owners_memory = move_owners_new();
    worker->owners = worker->owners_memory;
    if (worker->owners != NULL)
        move_owners_clear(worker->owners);
    return worker->owners != NULL;
}

bool worker_prepare(Worker *worker, SearchContext *context)
{
    if (!history_copy(&worker->history, &context->game->history) ||
        !prepare_owners(worker, &context->order))
        return false;
    worker->context = context;
    worker->begun = worker->backed_up = 0;
    worker->work = (BatchUsage){0};
    worker->show_at = 0;
    worker->parked_count = 0;
    worker->leaves_wait = false;
    worker->given = NULL;
    finished_lines_clear(&worker->finished);
    memset(&worker->sums, 0, sizeof worker->sums);
    worker->shown = worker->sums;
    return true;
}

// Goes back to the root's position. The history is not touched.
static void go_to_root(Worker *worker)
{
    worker->position = worker->context->root;
    worker->stones_placed = 0;
    worker->button_points = 0;
    worker->first_counted = worker->context->first_counted;
}

static void note_pass(Worker *worker, Color player)
{
    worker->first_counted = worker->history.length; // the entry to come
    if (worker->context->has_button && worker->button_points == 0)
        worker->button_points = player == WHITE ? 1 : -1;
}

// Plays the move of a tree node at the worker's position.
static bool play_node(Worker *worker, NodeIndex node)
{
    Position *pos = &worker->position;
    Color player = (Color)pos->to_play;
    Point move = worker->context->tree->move[node];
    position_play(pos, move);
    if (move != PASS)
        worker->stones_placed += player == BLACK ? 1 : -1;
    else
        note_pass(worker, player);
    return history_push(&worker->history, pos, player);
}

// A node learns from the rest of the tree after 8, 12, 16, 24, 32, 48, ... simulations.
static bool is_time_to_learn(uint32_t simulations)
{
    uint32_t lowest = simulations & -simulations, rest = simulations - lowest;
    return simulations >= 8 && (rest == 0 || rest == 2 * lowest);
}

static NodeIndex select_by_puct(Worker *worker, NodeIndex node, float *playout_rate)
{
    const SearchContext *context = worker->context;
    uint32_t visits = tree_node(context->tree, node).visits;
    if (!context->weighs_children &&
        is_time_to_learn(visits / search_context_visit_steps(context)))
        worker_raise_priors(worker, node);
    const Puct *puct = node == context->node ? &context->root_puct : &context->puct;
    return tree_select_puct(context->tree, node, puct, playout_rate);
}

static NodeIndex select_child(Worker *worker, NodeIndex node, float *playout_rate)
{
    const SearchContext *context = worker->context;
    if (context->is_puct)
        return select_by_puct(worker, node, playout_rate);
    return tree_select(context->tree, node, &context->policy->params,
                       context->root.columns * context->root.rows);
}

// Stores the policy bias bucket of the next move of a path, for worker_add_value.
static void note_bucket(Worker *worker, int ply, NodeIndex node)
{
    const Position *pos = &worker->position;
    if (!worker->context->is_puct)
        return;
    Bitboard atari = position_atari_stones(pos);
    worker->buckets[ply] =
        policy_bias_bucket(pos, &atari, worker->context->tree->move[node]);
}

static bool is_full(const SearchContext *context)
{
    return atomic_load_explicit(&context->tree->is_full, memory_order_relaxed);
}

// Is the leaf to be expanded? Under PUCT every leaf is, for its value. Otherwise a leaf
// with enough visits is, if there is room.
static bool is_ripe(const SearchContext *context, NodeIndex leaf)
{
    int visits = context->policy->params.expand_visits;
    return context->is_puct ||
           (tree_node(context->tree, leaf).visits > (uint32_t)visits &&
            !is_full(context));
}

// Expands the leaf at the end of a path if it is time.
static Descent arrive(Worker *worker, Simulation *simulation)
{
    const SearchContext *context = worker->context;
    NodeIndex leaf = simulation->path[simulation->path_length - 1];
    if (!is_ripe(context, leaf))
        return DESCENT_DONE;
    if (!tree_claim(context->tree, leaf))
        return context->is_puct ? DESCENT_OCCUPIED : DESCENT_DONE;
    if (worker->leaves_wait && simulation->path_length > 1)
        return DESCENT_LEAF;
    simulation->is_valued = worker_expand(worker, simulation);
    return DESCENT_DONE;
}

// Half wins of the player who is ahead by `score`: two for a win, one for a tie.
static int half_wins_of(int score)
{
    return (score > 0) + (score >= 0);
}

// Half points that White is given if the game ends at the worker's position.
static int white_points_at_end(const Worker *worker)
{
    const SearchContext *context = worker->context;
    int stones = context->rules.territory ? worker->stones_placed : 0;
    return context->white_points + 2 * stones + worker->button_points;
}

int worker_white_points(const Worker *worker)
{
    return search_context_white_points(worker->context, worker->stones_placed,
                                       (Color)worker->position.to_play) +
           worker->button_points;
}

// The result in half points, komi included: positive if Black has won, negative if
// White has.
static int outcome_of(const Simulation *simulation)
{
    return simulation->is_void
               ? 0
               : 2 * simulation->result.score - simulation->white_points;
}

// Has the worker's position occurred since the last pass? Then play could go round for
// ever, and end without a result.
static bool is_void(const Worker *worker)
{
    const History *history = &worker->history;
    return worker->context->rules.ko == KO_SIMPLE &&
           history_count_situation(history, worker->first_counted,
                                   history->length - 1) > 1;
}

// Do two passes end the game here? If the rules remove dead stones and there is no
// network, only further play can tell which stones are dead.
static bool is_ended(Worker *worker, const Simulation *simulation)
{
    const SearchContext *context = worker->context;
    if (simulation->is_void)
        return true;
    if (worker->position.passes < 2)
        return false;
    if (!context->rules.dead_stones || context->network != NULL)
        return true;
    worker->position.passes = 0;
    return false;
}

// The value of a game that has ended in the tree, for the player who would be to move.
static Evaluation evaluation_of_end(const Worker *worker, const Simulation *simulation)
{
    int score = outcome_of(simulation);
    if (worker->position.to_play == WHITE)
        score = -score;
    return (Evaluation){0.5f * (float)half_wins_of(score), 0.5f * (float)score, 0, 0};
}

// Fills the result of a game that has ended in the tree.
static void count_end(Worker *worker, Simulation *simulation)
{
    const SearchContext *context = worker->context;
    PlayoutResult *result = &simulation->result;
    *result = (PlayoutResult){.score = 0};
    simulation->is_owned = context->rules.dead_stones && !simulation->is_void;
    simulation->white_points = white_points_at_end(worker);
    if (simulation->is_void)
        return;
    if (context->rules.dead_stones) {
        const FinishedLine *line = worker_count_finished(worker, simulation);
        result->score = line->score;
        memcpy(result->owner, line->owner, sizeof result->owner);
    } else {
        result->score = area_score(&worker->position);
    }
}

// Ends a path on which no leaf is expanded: the game has ended, or the path has its
// greatest length. Under PUCT such a simulation brings a value, too.
static void end_path(Worker *worker, Simulation *simulation)
{
    simulation->ended_in_tree = is_ended(worker, simulation);
    if (simulation->ended_in_tree)
        count_end(worker, simulation);
    if (worker->context->is_puct)
        worker_add_value(worker, simulation,
                         simulation->ended_in_tree
                             ? evaluation_of_end(worker, simulation)
                             : worker_look(worker, simulation));
}

// Goes down the tree to a leaf or the end of the game.
static Descent descend_from_root(Worker *worker, Simulation *simulation)
{
    const SearchContext *context = worker->context;
    Tree *tree = context->tree;
    NodeIndex node = context->node;
    uint32_t steps = search_context_visit_steps(context);
    simulation->path[0] = node;
    simulation->path_length = 1;
    simulation->is_valued = simulation->ended_in_tree = simulation->is_void = false;
    tree_count_visits(tree, node, steps);
    float playout_rate = 0.5f;
    if (context->is_puct) {
        Node root = tree_node(tree, node);
        playout_rate = root_playout_rate(&root, &context->puct);
    }
    while (worker->position.passes < 2 && simulation->path_length < PATH_LIMIT &&
           !simulation->is_void) {
        int count;
        tree_children(tree, node, &count);
        if (count == 0)
            return arrive(worker, simulation);
        node = select_child(worker, node, &playout_rate);
        note_bucket(worker, simulation->path_length, node);
        simulation->path[simulation->path_length++] = node;
        tree_count_visits(tree, node, steps);
        if (!play_node(worker, node))
            return DESCENT_NO_MEMORY;
        simulation->is_void = is_void(worker);
    }
    end_path(worker, simulation);
    return DESCENT_DONE;
}

void worker_rewind(Worker *worker, uint32_t turns)
{
    while (worker->history.length > turns)
        history_pop(&worker->history);
}

Descent worker_descend(Worker *worker, Simulation *simulation)
{
    go_to_root(worker);
    return descend_from_root(worker, simulation);
}

// Can this move come next on a path? Not all rules are asked.
static bool can_follow(const Worker *worker, Point move)
{
    const Position *pos = &worker->position;
    return pos->passes < 2 &&
           (move == PASS || (move < POINT_LIMIT && bitboard_test(&pos->grid, move) &&
                             position_is_empty_at(pos, move)));
}

bool worker_replay(Worker *worker, const Simulation *simulation)
{
    go_to_root(worker);
    for (int ply = 1; ply < simulation->path_length; ply++) {
        if (!can_follow(worker, worker->context->tree->move[simulation->path[ply]]))
            return false;
        note_bucket(worker, ply, simulation->path[ply]);
        if (!play_node(worker, simulation->path[ply]))
            return false;
    }
    return true;
}

bool worker_park(Worker *worker, const Simulation *simulation)
{
    if (worker->parked_count == PARKED_MAX)
        return false;
    Parked *parked = &worker->parked[worker->parked_count++];
    parked->path_length = simulation->path_length;
    memcpy(parked->path, simulation->path,
           (size_t)simulation->path_length * sizeof *parked->path);
    return true;
}

static void discount(const SearchContext *context, const NodeIndex path[], int length)
{
    tree_discount_visits(context->tree, path, length,
                         search_context_visit_steps(context));
}

void worker_unpark(Worker *worker, bool all)
{
    const SearchContext *context = worker->context;
    for (int i = worker->parked_count - 1; i >= 0; i--) {
        Parked *parked = &worker->parked[i];
        NodeIndex leaf = parked->path[parked->path_length - 1];
        if (!all && tree_is_claimed(context->tree, leaf))
            continue;
        discount(context, parked->path, parked->path_length);
        const Parked *last = &worker->parked[--worker->parked_count];
        if (parked != last)
            *parked = *last;
    }
}

// Waits until the leaf that a descent has found occupied is free. With a helper, that
// may take long, and the search may end meanwhile.
static void await_leaf(Worker *worker, const Simulation *simulation)
{
    const SearchContext *context = worker->context;
    NodeIndex leaf = simulation->path[simulation->path_length - 1];
    if (context->has_helper && worker_park(worker, simulation))
        return;
    discount(context, simulation->path, simulation->path_length);
    while (tree_is_claimed(context->tree, leaf) &&
           !(context->has_helper && search_context_is_at_end(context)))
        sched_yield();
}

// Descends from the root's position. If each simulation must bring a value, it may
// reach a leaf about which another worker is asking the network. Such a simulation has
// no value to bring. It waits for the answer, which may lead it elsewhere, and begins
// again. With a helper it need not wait, and DESCENT_OCCUPIED says that the search has
// ended meanwhile.
static Descent descend(Worker *worker, Simulation *simulation)
{
    const SearchContext *context = worker->context;
    uint32_t turns = worker->history.length;
    Descent descent;
    do {
        worker_unpark(worker, false);
        descent = worker_descend(worker, simulation);
        worker_rewind(worker, turns);
        if (descent == DESCENT_OCCUPIED)
            await_leaf(worker, simulation);
    } while (descent == DESCENT_OCCUPIED &&
             !(context->has_helper && search_context_is_at_end(context)));
    return descent;
}

// Adds a simulation's result to the sums.
static void add_up(Worker *worker, const Simulation *simulation, int score)
{
    WorkerSums *sums = &worker->sums;
    Tally more = {.playouts = 1,
                  .score = score,
                  .score_square = (uint64_t)((int64_t)score * score),
                  .half_wins = (uint64_t)half_wins_of(score)};
    worker_count(worker, simulation, &more);
    if (!simulation->is_owned)
        return;
    sums->ownership_playouts++;
    for (Color color = BLACK; color <= WHITE; color++)
        point_counter_add(&sums->owned[color], simulation->result.owner[color]);
    worker_count_owners(worker, simulation);
}

// Pre: the mutex is held.
static void show_sums(Worker *worker)
{
    size_t size = sizeof worker->sums;
    if (worker->context->order.observer == NULL)
        size = offsetof(WorkerSums, by_move);
    memcpy(&worker->shown, &worker->sums, size);
}

void worker_show_sums(Worker *worker)
{
    pthread_mutex_lock(&worker->mutex);
    show_sums(worker);
    pthread_mutex_unlock(&worker->mutex);
}

// Copies the sums to `shown` at intervals, which are short at first. Before the first
// playout there are values of the network, and each is shown. If the copy is being
// read, it does so later.
static void show_sums_at_times(Worker *worker)
{
    uint64_t done = worker->backed_up;
    if (done < worker->show_at || pthread_mutex_trylock(&worker->mutex) != 0)
        return;
    show_sums(worker);
    pthread_mutex_unlock(&worker->mutex);
    worker->show_at =
        done > 0 ? done + (done < SHOW_INTERVAL ? done : SHOW_INTERVAL) : 0;
}

// Adds a game to the tree. Under PUCT only its difference from the network's value
// counts.
static void add_game(const SearchContext *context, const Simulation *simulation,
                     int half_wins)
{
    const PlayoutResult *result = &simulation->result;
    TreeOutcome outcome = {.half_wins = {half_wins, 2 - half_wins}, // Black's, White's
                           .first = {result->first[BLACK], result->first[WHITE]},
                           .early = result->early,
                           .to_play = (Color)context->root.to_play};
    int length = simulation->path_length;
    Color to_play = length % 2 == 1 ? outcome.to_play : color_other(outcome.to_play);
    if (!context->is_puct)
        tree_backup(context->tree, simulation->path, length, &outcome,
                    &context->policy->params);
    else if (simulation->is_valued)
        tree_add_surplus(context->tree, simulation->path, length,
                         VALUE_STEPS * outcome.half_wins[to_play] -
                             (int)simulation->value_half_wins);
}

void worker_back_up(Worker *worker, const Simulation *simulation)
{
    SearchContext *context = worker->context;
    int score = outcome_of(simulation);
    add_game(context, simulation, half_wins_of(score));
    add_up(worker, simulation, score);
    worker->backed_up++;
    show_sums_at_times(worker);
}

// Backs up exactly what must be in the tree before the next leaf is chosen. False: a
// playout that is still running is part of it.
static bool back_up_due(Worker *worker)
{
    while (worker->begun - worker->backed_up >= WINDOW) {
        const Simulation *oldest = &worker->simulations[worker->backed_up % WINDOW];
        if (!oldest->is_done)
            return false;
        worker_back_up(worker, oldest);
    }
    return true;
}

static bool is_time_up(const SearchContext *context, uint64_t playouts_begun)
{
    const SearchLimits *limits = &context->order.limits;
    if (limits->playouts > 0 && playouts_begun >= limits->playouts)
        return true;
    if (atomic_load_explicit(context->order.stop, memory_order_relaxed))
        return true;
    return limits->seconds > 0 && stopwatch_now() - context->started >= limits->seconds;
}

uint64_t worker_seed(const SearchContext *context, uint64_t index)
{
    return rng_mix(context->order.seed ^ rng_mix(index));
}

// Numbers that differ from those of the playout.
void worker_set_rng(Worker *worker, uint64_t index)
{
    worker->rng = rng_seeded(rng_mix(worker_seed(worker->context, index)), index);
}

bool worker_begin(Worker *worker, uint64_t *index)
{
    SearchContext *context = worker->context;
    *index = atomic_fetch_add(&context->next_playout, 1);
    worker_set_rng(worker, *index);
    if (!is_time_up(context, *index))
        return true;
    atomic_store(&context->finished, true);
    return false;
}

// A PlayoutSource's next: begins simulations until one needs a playout, and starts
// that.
static bool next_leaf(void *object, PlayoutStart *start)
{
    Worker *worker = object;
    SearchContext *context = worker->context;
    while (back_up_due(worker) && !search_context_is_at_end(context)) {
        Simulation *simulation = &worker->simulations[worker->begun % WINDOW];
        uint64_t index;
        if (worker->backed_up == 0)
            show_sums_at_times(worker);
        if (!worker_begin(worker, &index))
            return false;
        Descent descent = descend(worker, simulation);
        if (descent == DESCENT_NO_MEMORY)
            atomic_store(&context->finished, true);
        if (descent != DESCENT_DONE)
            return false;
        simulation->is_done = simulation->ended_in_tree;
        if (!simulation->is_done) {
            simulation->white_points = worker_white_points(worker);
            *start =
                (PlayoutStart){.position = &worker->position,
                               .last = worker_recent(worker, simulation, 1),
                               .second_last = worker_recent(worker, simulation, 2),
                               .early_turns = worker->position.empty_count *
                                              context->policy->params.amaf_soon / 100,
                               .seed = worker_seed(context, index),
                               .stream = index,
                               .id = worker->begun++ % WINDOW};
            return true;
        }
        worker->begun++;
    }
    return false;
}

static void take_result(void *object, const PlayoutResult *result)
{
    Worker *worker = object;
    Simulation *simulation = &worker->simulations[result->id];
    simulation->result = *result;
    simulation->is_owned = true;
    simulation->is_done = true;
}

void worker_begin_at_root(Worker *worker)
{
    SearchContext *context = worker->context;
    int count;
    tree_children(context->tree, context->node, &count);
    go_to_root(worker);
    worker->rng = rng_seeded(rng_mix(context->order.seed), UINT64_MAX);
    Simulation *root = &worker->simulations[0];
    root->path[0] = context->node;
    root->path_length = 1;
    if (count > 0) {
        if (context->network != NULL)
            worker_ask_again(worker, root);
        return;
    }
    // A descent would have counted it.
    uint32_t games = context->is_puct ? search_context_visit_steps(context) : 0;
    tree_count_visits(context->tree, context->node, games);
    if (!tree_claim(context->tree, context->node) || !worker_expand(worker, root))
        tree_discount_visits(context->tree, root->path, 1, games);
}

void worker_run(Worker *worker)
{
    const SearchContext *context = worker->context;
    PlayoutSource source = {worker, next_leaf, take_result, NULL, true};
    context->lanes->play(&context->layout, context->policy, &source, &worker->work);
    while (worker->backed_up < worker->begun)
        worker_back_up(worker, &worker->simulations[worker->backed_up % WINDOW]);
    worker_unpark(worker, true);
    worker_show_sums(worker);
}
