// SPDX-License-Identifier: MIT
#include "bench_search.h"

#include <stdlib.h>

#include "bench_game.h"
#include "search.h"

enum { SEED = 1 };

static Search *new_search(const BenchSearchOrder *order)
{
    Search *search =
        search_new(order->params, order->isa->lanes, order->threads, order->memory_mib);
    if (search != NULL && order->network != NULL)
        search_use_network(search, order->network, NETWORK_FULL);
    if (search != NULL && order->katago != NULL)
        search_use_katago(search, order->katago);
    return search;
}

// Searches one position and adds up what it took.
static bool search_position(const BenchSearchOrder *order, Search *search,
                            const Game *game, SearchReport *report,
                            BenchSearchResult *result)
{
    static const atomic_bool NEVER = false;
    const SearchOrder search_order = {.player = (Color)game->position.to_play,
                                      .limits = {.visits = order->visits},
                                      .seed = SEED,
                                      .stop = &NEVER};
    search_clear(search);
    if (!search_run(search, game, &search_order, report))
        return false;
    result->visits += report->visits;
    result->evaluations += report->evaluations;
    result->seconds += report->seconds;
    return true;
}

// The moves before a position: evenly spread.
static int moves_before(const BenchSearchOrder *order, int index)
{
    int most = order->size * order->size / 3;
    return order->positions > 1 ? index * most / (order->positions - 1) : most;
}

bool bench_search_run(const BenchSearchOrder *order, BenchSearchResult *result)
{
    Search *search = new_search(order);
    SearchReport *report = malloc(sizeof *report);
    bool done = search != NULL && report != NULL;
    *result = (BenchSearchResult){0};
    for (int i = 0; done && i < order->positions; i++) {
        Game game = {0};
        done = bench_game_init(&game, order->size, moves_before(order, i)) &&
               search_position(order, search, &game, report, result);
        game_free(&game);
    }
    search_delete(search);
    free(report);
    return done;
}
