// SPDX-License-Identifier: MIT
#include "worker.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "aligned.h"
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

// Adds a simulation's result to the sums.
static void add_up(Worker *worker, const Simulation *simulation, int score)
{
    WorkerSums *sums = &worker->sums;
    Tally more = {.playouts = 1,
                  .score = score,
                  .score_square = (uint64_t)((int64_t)score * score),
                  .half_wins = (uint64_t)worker_half_wins(score)};
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
    int score = worker_outcome(simulation);
    add_game(context, simulation, worker_half_wins(score));
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
        Descent descent = worker_find_leaf(worker, simulation);
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
    worker_go_to_root(worker);
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
