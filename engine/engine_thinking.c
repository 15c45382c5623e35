// SPDX-License-Identifier: MIT
//
// The searches of an engine that choose no move: pondering, analysis, looks.
#include <string.h>

#include "engine_internal.h"
#include "useful_threads.h"

// Longer than any player waits, but not for ever: counters are finite.
static const double PONDER_SECONDS = 3600;

uint64_t engine_next_seed(SearchSeeds *seeds)
{
    return seeds->seed + seeds->searches++ * 0x9e3779b97f4a7c15u;
}

int engine_workers(const Engine *engine, const SearchLimits *limits, int most)
{
    const EngineOptions *options = &engine->options;
    if (options->threads_chosen)
        return options->threads;
    return useful_threads(limits, options->katago != NULL, most);
}

void engine_set_ponder(Engine *engine, bool ponder)
{
    engine->options.ponder = ponder;
}

void engine_stop_pondering(Engine *engine)
{
    engine->pondering.is_due = false;
}

void engine_mark_for_pondering(Engine *engine, bool played)
{
    const Game *game = &engine->game;
    engine->pondering.is_due = played && game->position.passes < 2;
    engine->pondering.turns = game->history.length;
    engine->pondering.hash = game->position.hash;
}

static bool may_ponder(const Engine *engine)
{
    const Pondering *pondering = &engine->pondering;
    return engine->options.ponder && engine->options.rank == RANK_UNKNOWN &&
           pondering->is_due && engine_resigned(engine) == EMPTY &&
           pondering->turns == engine->game.history.length &&
           pondering->hash == engine->game.position.hash;
}

static SearchLimits limits_of_pondering(const EngineOptions *options)
{
    SearchLimits limits = options->ponder_limits;
    if (limits.seconds <= 0 || limits.seconds > PONDER_SECONDS)
        limits.seconds = PONDER_SECONDS;
    limits.until_full = true;
    return limits;
}

void engine_ponder(Engine *engine, const atomic_bool *stop)
{
    const Game *game = &engine->game;
    if (!may_ponder(engine) || atomic_load(stop))
        return;
    Color player = (Color)game->position.to_play;
    SearchLimits limits = limits_of_pondering(&engine->options);
    // The opponent may need the other half of the machine.
    int half = (engine->options.threads + 1) / 2;
    SearchOrder order = {.player = player,
                         .profile = engine->options.profile,
                         .doubling =
                             (float)engine->white_doubling, // of the move before
                         .limits = limits,
                         .seed = engine_next_seed(&engine->seeds),
                         .stop = stop,
                         .workers = engine_workers(engine, &limits, half)};
    search_run(engine->search, game, &order, &engine->pondering.report);
}

static float doubling_in_analysis(const Engine *engine, Color player)
{
    return (float)doubling_of_white(&engine->options.doubling, player);
}

// A look always adds playouts, however many visits the position has. So a limit of
// visits is one of playouts here.
static uint64_t playouts_of_look(const EngineOptions *options)
{
    return search_limits_lower(ENGINE_LOOK_PLAYOUTS,
                               search_limits_lower(options->playouts, options->visits));
}

const SearchReport *engine_look_briefly(Engine *engine, Color player, double seconds)
{
    if (game_stamp_is_at(&engine->looked_at, &engine->game, player))
        return &engine->look;
    if (!engine_reserve(engine))
        return NULL;
    engine_enter_game(engine);
    atomic_store(&engine->stop, false);
    SearchLimits limits = {.playouts = playouts_of_look(&engine->options),
                           .seconds = seconds};
    SearchOrder order = {.player = player,
                         .profile = engine->options.profile,
                         .doubling = doubling_in_analysis(engine, player),
                         .limits = limits,
                         .seed = engine->seeds.seed,
                         .stop = &engine->stop,
                         .workers =
                             engine_workers(engine, &limits, engine->options.threads)};
    bool searched = search_run(engine->search, &engine->game, &order, &engine->look);
    game_stamp_clear(&engine->looked_at);
    // An interrupted search is not worth remembering.
    if (searched && !atomic_load(&engine->stop))
        game_stamp_take(&engine->looked_at, &engine->game, player);
    return &engine->look;
}

const SearchReport *engine_look(Engine *engine, Color player)
{
    // One evaluation of a large network takes as long as a look with the small one.
    bool is_slow = engine->options.katago != NULL;
    return engine_look_briefly(engine, player,
                               is_slow ? TIME_MANAGER_SECONDS_DEFAULT : 0);
}

bool engine_sample(Engine *engine, Color player, int count, const LineTaker *taker)
{
    Rng rng = rng_seeded(engine->seeds.seed, (uint64_t)count);
    game_stamp_clear(&engine->looked_at); // the tree may be elsewhere meanwhile
    if (engine_look(engine, player) == NULL)
        return false;
    search_sample(engine->search, count, &rng, taker);
    return true;
}

bool engine_analyze(Engine *engine, Color player, const AnalysisOrder *listener,
                    const atomic_bool *stop)
{
    if (!engine_reserve(engine))
        return false;
    Analysis *analysis = &engine->analysis;
    analysis_begin(analysis, listener, false);
    analysis_judge_end(analysis, &engine->game, engine->judge);
    SearchOrder order = analysis_search_order(analysis);
    order.player = player;
    order.profile = engine->options.profile;
    order.doubling = doubling_in_analysis(engine, player);
    order.root_temperature = analysis_root_temperature(engine->options.analysis_noise);
    order.hides_history = engine->options.analysis_hides_history;
    order.seed = engine_next_seed(&engine->seeds);
    order.stop = stop;
    engine_enter_game(engine);
    return search_run(engine->search, &engine->game, &order, &analysis->report);
}
