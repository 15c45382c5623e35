// SPDX-License-Identifier: MIT
#include "position_search.h"

#include <string.h>

#include "aligned.h"
#include "useful_threads.h"

struct PositionSearch {
    Search *search;
    LifeDeath *judge;
    Params usual_params, params; // the latter are those of the last search
    uint64_t seed;
    bool asks_katago;
    Analysis analysis;
    SearchReport report; // not used
};

PositionSearch *position_search_new(const EngineOptions *options, EvalCache *cache,
                                    int threads, int memory_mib)
{
    PositionSearch *search = aligned_new(_Alignof(PositionSearch), sizeof *search);
    if (search == NULL)
        return NULL;
    memset(search, 0, sizeof *search);
    search->seed = options->seed;
    search->usual_params = search->params = options->params;
    search->search =
        search_new(&options->params, options->isa->lanes, threads, memory_mib);
    search->judge = life_death_new(&options->params, options->isa->lanes);
    if (search->search == NULL || search->judge == NULL ||
        !life_death_use_network(search->judge, options->network)) {
        position_search_delete(search);
        return NULL;
    }
    if (cache != NULL)
        search_share_cache(search->search, cache);
    search_use_network(search->search, options->network, NETWORK_FULL);
    search->asks_katago = options->katago != NULL;
    if (search->asks_katago)
        search_use_katago(search->search, options->katago);
    search_use_helper(search->search, options->helper);
    return search;
}

void position_search_delete(PositionSearch *search)
{
    if (search == NULL)
        return;
    search_delete(search->search);
    life_death_delete(search->judge);
    aligned_delete(search);
}

// Forgets the tree.
static void begin_with(PositionSearch *search, const Params *params)
{
    if (memcmp(params, &search->params, sizeof *params) == 0) {
        search_clear(search->search);
    } else {
        search_set_params(search->search, params);
        search->params = *params;
    }
}

bool position_search_run(PositionSearch *search, const PositionOrder *order)
{
    analysis_begin(&search->analysis, &order->listener, false);
    analysis_judge_end(&search->analysis, order->game, search->judge);
    SearchOrder search_order = analysis_search_order(&search->analysis);
    search_order.player = (Color)order->game->position.to_play;
    search_order.limits = order->limits;
    search_order.seed = search->seed;
    search_order.stop = order->stop;
    search_order.workers =
        useful_threads(&order->limits, search->asks_katago, order->threads);
    search_order.awaits_workers = true;
    search_order.root_temperature = order->root_temperature;
    search_order.profile = order->profile;
    search_order.doubling = order->doubling;
    search_order.hides_history = order->hides_history;
    begin_with(search, order->params != NULL ? order->params : &search->usual_params);
    return search_run(search->search, order->game, &search_order, &search->report);
}
