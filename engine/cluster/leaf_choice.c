// SPDX-License-Identifier: MIT
#include "leaf_choice.h"

// Expands the leaf at which the worker is.
static void expand_here(const LeafChooser *chooser, Flight *flight,
                        const NetworkOutput *output)
{
    Worker *worker = chooser->worker;
    Simulation *simulation = &flight->simulation;
    worker->given = output;
    simulation->is_valued = worker_expand(worker, simulation);
    worker->given = NULL;
    simulation->white_points = worker_white_points(worker);
}

bool leaf_expand(const LeafChooser *chooser, Flight *flight,
                 const NetworkOutput *output)
{
    Worker *worker = chooser->worker;
    uint32_t turns = worker->history.length;
    worker_set_rng(worker, flight->index);
    bool is_there = worker_replay(worker, &flight->simulation);
    if (is_there)
        expand_here(chooser, flight, output);
    worker_rewind(worker, turns);
    return is_there;
}

static void discount_visits(const LeafChooser *chooser, const Simulation *simulation)
{
    const SearchContext *context = chooser->context;
    tree_discount_visits(context->tree, simulation->path, simulation->path_length,
                         search_context_visit_steps(context));
}

void leaf_take_back(const LeafChooser *chooser, const Flight *flight)
{
    const Simulation *simulation = &flight->simulation;
    if (flight->is_known)
        return;
    discount_visits(chooser, simulation);
    tree_release(chooser->context->tree, simulation->path[simulation->path_length - 1]);
}

// Waits no longer for an occupied leaf than until the next descent.
static Choice leave_leaf(const LeafChooser *chooser, const Simulation *simulation)
{
    if (worker_park(chooser->worker, simulation))
        return CHOICE_ENDED; // the simulation begins again elsewhere
    discount_visits(chooser, simulation);
    return CHOICE_NOTHING;
}

static Descent descend(const LeafChooser *chooser, Flight *flight)
{
    Worker *worker = chooser->worker;
    Simulation *simulation = &flight->simulation;
    NetworkOutput output;
    uint32_t turns = worker->history.length;
    worker_set_rng(worker, chooser->index);
    flight->is_known = false;
    Descent descent = worker_descend(worker, simulation);
    if (descent == DESCENT_LEAF &&
        worker_recall(worker, simulation, &flight->key, &output)) {
        expand_here(chooser, flight, &output);
        flight->is_known = true;
    }
    worker_rewind(worker, turns);
    return descent;
}

Choice leaf_choose(LeafChooser *chooser, Flight *flight)
{
    Worker *worker = chooser->worker;
    Simulation *simulation = &flight->simulation;
    if (!chooser->has_index && !worker_begin(worker, &chooser->index)) {
        chooser->has_ended = true;
        return CHOICE_NOTHING;
    }
    chooser->has_index = true;
    worker_unpark(worker, false);
    Descent descent = descend(chooser, flight);
    if (descent == DESCENT_OCCUPIED)
        return leave_leaf(chooser, simulation);
    chooser->has_index = false;
    if (descent == DESCENT_NO_MEMORY) {
        atomic_store(&chooser->context->finished, true);
        return CHOICE_NOTHING;
    }
    flight->index = chooser->index;
    if (descent == DESCENT_LEAF)
        return CHOICE_LEAF;
    if (simulation->ended_in_tree)
        worker_back_up(worker, simulation);
    return CHOICE_ENDED;
}
