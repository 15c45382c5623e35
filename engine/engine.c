// SPDX-License-Identifier: MIT
#include "engine.h"

#include <string.h>

#include "aligned.h"
#include "engine_internal.h"
#include "isa.h"
#include "pass_decision.h"
#include "stopwatch.h"

// The part of the memory for trees that the tree of examined passes gets, and its
// maximum.
enum { PASS_MEMORY_PART = 16, PASS_MEMORY_MIB_MAX = 16 };

EngineOptions engine_default_options(void)
{
    return (EngineOptions){
        .rules = *rules_default(),
        .komi = 15,
        .columns = BOARD_SIZE_MAX,
        .rows = BOARD_SIZE_MAX,
        .threads = 1,
        .memory_mib = 512,
        .isa = isa_best(),
        .imitation = imitation_default(),
        .delay = move_delay_default(),
        .analysis_hides_history = true,
        .doubling = doubling_default(),
        .factors = search_factors_default(),
        .rank = RANK_UNKNOWN,
        .params = PARAMS_DEFAULT,
    };
}

const HumanNetwork *engine_options_own_people(const EngineOptions *options)
{
    bool katago_does =
        options->human != NULL ||
        (options->katago != NULL && katago_network_imitates(options->katago));
    return katago_does ? NULL : options->people;
}

bool engine_options_have_levels(const EngineOptions *options)
{
    return options->network != NULL && options->people != NULL;
}

// Creates the searches, and shares out the memory for trees. Errors: false when memory
// is exhausted.
static bool take_search_memory(Engine *engine)
{
    const EngineOptions *options = &engine->options;
    int pass_mib = options->memory_mib / PASS_MEMORY_PART;
    pass_mib = pass_mib > PASS_MEMORY_MIB_MAX ? PASS_MEMORY_MIB_MAX : pass_mib;
    pass_mib = pass_mib > 1 ? pass_mib : 1;
    int rest_mib = options->memory_mib > 1 ? options->memory_mib - pass_mib : 1;
    engine->search =
        search_new(&options->params, options->isa->lanes, options->threads, rest_mib);
    engine->pass_search =
        search_new(&options->params, options->isa->lanes, options->threads, pass_mib);
    if (engine->search == NULL || engine->pass_search == NULL)
        return false;
    search_use_network(engine->search, options->network, NETWORK_FULL);
    if (options->katago != NULL)
        search_use_katago(engine->search, options->katago);
    search_use_helper(engine->search, options->helper);
    search_use_network(engine->pass_search, options->network, NETWORK_MOVES);
    return true;
}

Engine *engine_new(const EngineOptions *options)
{
    Engine *engine = aligned_new(_Alignof(Engine), sizeof *engine);
    if (engine == NULL)
        return NULL;
    memset(engine, 0, sizeof *engine);
    engine->options = *options;
    time_manager_init(&engine->manager);
    uint64_t seed = options->seed;
    engine_set_seed(engine, seed != 0 ? seed : stopwatch_seed());
    bool has_game = game_init(&engine->game, &options->rules, options->komi,
                              options->columns, options->rows);
    bool has_memory = has_game && take_search_memory(engine) && engine_reserve(engine);
    engine->judge = life_death_new(&options->params, options->isa->lanes);
    if (!has_memory || engine->judge == NULL ||
        !life_death_use_network(engine->judge, options->network)) {
        engine_delete(engine);
        return NULL;
    }
    return engine;
}

void engine_delete(Engine *engine)
{
    if (engine == NULL)
        return;
    search_delete(engine->search);
    search_delete(engine->pass_search);
    life_death_delete(engine->judge);
    game_free(&engine->game);
    game_free(&engine->scratch);
    aligned_delete(engine);
}

void engine_rest(Engine *engine)
{
    search_rest(engine->search);
    search_rest(engine->pass_search);
}

bool engine_reserve(Engine *engine)
{
    enum { TURNS = 2 }; // one is a pass, the other one the answer to it
    uint32_t turns = engine->game.history.length + TURNS;
    return game_reserve(&engine->game, TURNS) &&
           game_copy(&engine->scratch, &engine->game) &&
           game_reserve(&engine->scratch, TURNS) &&
           search_reserve(engine->search, turns) &&
           search_reserve(engine->pass_search, turns);
}

const Game *engine_game(const Engine *engine)
{
    return &engine->game;
}

const TimeControl *engine_time_control(const Engine *engine)
{
    return &engine->manager.clocks;
}

const EngineOptions *engine_options(const Engine *engine)
{
    return &engine->options;
}

const SearchReport *engine_last_report(const Engine *engine)
{
    return &engine->report;
}

void engine_interrupt(Engine *engine)
{
    atomic_store(&engine->stop, true);
}

SearchLimits engine_limits(const Engine *engine)
{
    const EngineOptions *options = &engine->options;
    return (SearchLimits){.playouts = options->playouts,
                          .visits = options->visits,
                          .seconds = options->seconds};
}

void engine_set_limits(Engine *engine, SearchLimits limits)
{
    engine->options.playouts = limits.playouts;
    engine->options.visits = limits.visits;
    engine->options.seconds = limits.seconds;
}

void engine_clear_cache(Engine *engine)
{
    game_stamp_clear(&engine->looked_at);
    search_clear(engine->search);
}

// Tells everything of the parameters in the options.
static void spread_params(Engine *engine)
{
    const Params *params = &engine->options.params;
    game_stamp_clear(&engine->looked_at);
    search_set_params(engine->search, params);
    search_set_params(engine->pass_search, params);
    life_death_set_params(engine->judge, params);
}

// Replaces the searches by others with the options, of which `before` are those up to
// now. The judge uses the network of the options, too. Errors: false, with the options
// before, when memory is exhausted.
static bool renew_searches(Engine *engine, const EngineOptions *before)
{
    Search *search = engine->search, *pass_search = engine->pass_search;
    engine->search = engine->pass_search = NULL;
    bool done = take_search_memory(engine) && engine_reserve(engine) &&
                life_death_use_network(engine->judge, engine->options.network);
    if (!done) {
        engine->options = *before;
        search_delete(engine->search);
        search_delete(engine->pass_search);
        engine->search = search;
        engine->pass_search = pass_search;
        return false;
    }
    search_delete(search);
    search_delete(pass_search);
    game_stamp_clear(&engine->looked_at);
    return true;
}

// Errors: false, nothing changed, when memory is exhausted.
static bool set_threads(Engine *engine, int threads)
{
    EngineOptions before = engine->options;
    engine->options.threads = threads;
    return renew_searches(engine, &before);
}

bool engine_use_networks(Engine *engine, const Network *network,
                         const KatagoNetwork *katago)
{
    EngineOptions before = engine->options;
    engine->options.network = network;
    engine->options.katago = katago;
    return renew_searches(engine, &before);
}

bool engine_set_options(Engine *engine, const EngineOptions *options)
{
    EngineOptions *mine = &engine->options;
    if (options->threads != mine->threads && !set_threads(engine, options->threads))
        return false;
    mine->threads_chosen = options->threads_chosen;
    if (memcmp(&options->params, &mine->params, sizeof mine->params) != 0) {
        mine->params = options->params;
        spread_params(engine);
    }
    if (!katago_profile_is_same(&options->profile, &mine->profile)) {
        mine->profile = options->profile;
        engine_clear_cache(engine);
    }
    if (!doubling_is_same(&options->doubling, &mine->doubling)) {
        mine->doubling = options->doubling;
        game_stamp_clear(&engine->looked_at);
    }
    mine->factors = options->factors;
    mine->delay = options->delay;
    mine->analysis_noise = options->analysis_noise;
    mine->analysis_hides_history = options->analysis_hides_history;
    mine->imitation = options->imitation;
    mine->rank = options->rank;
    mine->playouts = options->playouts;
    mine->visits = options->visits;
    mine->seconds = options->seconds;
    mine->ponder = options->ponder;
    mine->ponder_limits = options->ponder_limits;
    return true;
}

void engine_set_seed(Engine *engine, uint64_t seed)
{
    engine->seeds = (SearchSeeds){seed, 0};
}

uint64_t engine_seed(const Engine *engine)
{
    return engine->seeds.seed;
}

void engine_forget_course(Engine *engine)
{
    memset(engine->resignation, 0, sizeof engine->resignation);
    engine->recent.count = 0;
    engine->white_doubling = 0;
}

void engine_enter_game(Engine *engine)
{
    if (engine->is_new_game &&
        !game_stamp_is_passed(&engine->after_move, &engine->game)) {
        engine_clear_cache(engine);
        engine_forget_course(engine);
        game_stamp_clear(&engine->after_move);
    }
    engine->is_new_game = false;
}

// Do dead stones come off the board before it is counted? Not if play has settled which
// stones are dead.
static bool removes_dead_stones(const Engine *engine)
{
    return engine->game.rules.dead_stones &&
           !game_stamp_is_passed(&engine->cleaned_up, &engine->game) &&
           !pass_decision_is_disputed(&engine->game);
}

FinalStatus engine_final_status(Engine *engine)
{
    FinalStatus status;
    const Position *pos = &engine->game.position;
    Bitboard removed = bitboard_empty();
    bool removes = removes_dead_stones(engine);
    if (removes)
        removed = life_death_ask(engine->judge, pos, (Color)pos->to_play)->removed;
    bool loses_ko = removes && engine->game.rules.territory;
    for (Color color = BLACK; color <= WHITE && loses_ko; color++)
        removed = bitboard_union(removed, final_status_ko_stones(pos, &removed, color));
    final_status_find(pos, &removed, &status);
    if (!removes) {
        // Every stone counts as alive.
        status.alive = bitboard_union(status.alive, status.seki);
        status.seki = bitboard_empty();
    }
    return status;
}

int engine_final_score(Engine *engine)
{
    Bitboard removed = engine_final_status(engine).dead;
    return final_status_result(&engine->game, &removed);
}

static void describe_network(const EngineOptions *options, Text *text)
{
    char network[NETWORK_TEXT_SIZE] = "none";
    text_add(text, "network ");
    if (options->network != NULL)
        network_describe(options->network, network);
    if (options->katago != NULL)
        katago_network_describe(options->katago, text);
    else
        text_add(text, network);
    text_add_char(text, '\n');
}

void engine_describe(const Engine *engine, Text *text)
{
    const EngineOptions *options = &engine->options;
    text_printf(text, "rules %s\n", engine->game.rules.name);
    text_printf(text, "threads %d\nmemory %d MiB\n", options->threads,
                options->memory_mib);
    text_printf(text, "isa %s\n", options->isa->name);
    describe_network(options, text);
    text_printf(text, "seed %llu\n", (unsigned long long)engine->seeds.seed);
    params_write(&options->params, text);
}
