// SPDX-License-Identifier: MIT
//
// The way of a simulation from the root down to a leaf or the end of the game.
#include <sched.h>
#include <string.h>

#include "area.h"
#include "worker_internal.h"

void worker_go_to_root(Worker *worker)
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
    int score = worker_outcome(simulation);
    if (worker->position.to_play == WHITE)
        score = -score;
    return (Evaluation){0.5f * (float)worker_half_wins(score), 0.5f * (float)score, 0,
                        0};
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
    worker_go_to_root(worker);
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
    worker_go_to_root(worker);
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

Descent worker_find_leaf(Worker *worker, Simulation *simulation)
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
