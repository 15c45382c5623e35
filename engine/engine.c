// SPDX-License-Identifier: MIT
#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include "area.h"
#include "stopwatch.h"

enum { SUGGEST_PLAYOUTS = 10000, SUGGEST_SEED = 1 };

static const double SECONDS_DEFAULT = 5;
// A pass that the opponent may answer is only made if searching what follows it gives
// at least this chance.
static const double PASS_WIN_RATE = 0.95;
// A settled game that is lost to this degree is ended by a pass, too.
static const double LOST_WIN_RATE = 0.03;
// Part of the time and playouts of a move kept back for that search when a pass is in
// question: when the board is more than half full and won as it stands.
static const double PASS_SHARE = 0.2;

struct Engine {
    Game game;
    Search *search;
    EngineOptions options;
    TimeControl time_control;
    uint64_t seed;
    uint64_t searches;  // with this seed; each gets random numbers of its own
    int lost_streak[2]; // moves in a row below the resignation threshold, by Color
    SearchReport report;
    atomic_bool stop;
    Policy policy; // for judging final positions
};

EngineOptions engine_default_options(void)
{
    int count;
    return (EngineOptions){
        .rules = rules_presets(&count)[RULES_TROMP_TAYLOR],
        .komi = 15,
        .columns = BOARD_SIZE_MAX,
        .rows = BOARD_SIZE_MAX,
        .threads = 1,
        .memory_mib = 512,
        .lanes = lanes_kernel(NULL),
        .params = PARAMS_DEFAULT,
    };
}

Engine *engine_new(const EngineOptions *options)
{
    Engine *engine = aligned_alloc(_Alignof(Engine), sizeof *engine);
    if (engine == NULL)
        return NULL;
    memset(engine, 0, sizeof *engine);
    engine->options = *options;
    time_control_init(&engine->time_control);
    policy_init(&engine->policy, &options->params);
    uint64_t seed = options->seed;
    engine_set_seed(engine, seed != 0 ? seed : stopwatch_seed());
    bool has_game = game_init(&engine->game, &options->rules, options->komi,
                              options->columns, options->rows);
    engine->search = search_new(&options->params, options->lanes, options->threads,
                                options->memory_mib);
    if (!has_game || engine->search == NULL) {
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
    game_free(&engine->game);
    free(engine);
}

Game *engine_game(Engine *engine)
{
    return &engine->game;
}

TimeControl *engine_time_control(Engine *engine)
{
    return &engine->time_control;
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

void engine_clear_cache(Engine *engine)
{
    search_clear(engine->search);
}

void engine_set_seed(Engine *engine, uint64_t seed)
{
    engine->seed = seed;
    engine->searches = 0;
}

uint64_t engine_seed(const Engine *engine)
{
    return engine->seed;
}

void engine_new_game(Engine *engine)
{
    time_control_restart(&engine->time_control);
    search_clear(engine->search);
    memset(&engine->report, 0, sizeof engine->report);
    engine->lost_streak[BLACK] = engine->lost_streak[WHITE] = 0;
}

MoveError engine_play(Engine *engine, Color player, Point point)
{
    return engine->options.accept_illegal
               ? game_play_lenient(&engine->game, player, point)
               : game_play(&engine->game, player, point);
}

// The limits of the next move from the options and the clock.
static SearchLimits move_limits(const Engine *engine, Color player)
{
    const EngineOptions *options = &engine->options;
    const Game *game = &engine->game;
    SearchLimits limits = {options->playouts, options->seconds};
    if (time_control_is_limited(&engine->time_control)) {
        int points = game->position.columns * game->position.rows;
        double budget = time_control_budget(&engine->time_control, player, points,
                                            game->move_count);
        if (limits.seconds <= 0 || budget < limits.seconds)
            limits.seconds = budget;
        if (limits.seconds <= 0)
            limits.playouts = 1; // out of time: answer at once
    }
    if (limits.playouts == 0 && limits.seconds <= 0)
        limits.seconds = SECONDS_DEFAULT;
    return limits;
}

static SearchLimits part_of(SearchLimits limits, double share)
{
    if (limits.playouts > 0) {
        double playouts = share * (double)limits.playouts;
        limits.playouts = playouts > 1 ? (uint64_t)playouts : 1;
    }
    limits.seconds *= share;
    return limits;
}

static bool think(Engine *engine, const Game *game, Color player, SearchLimits limits,
                  SearchReport *report)
{
    SearchOrder order = {player, limits,
                         engine->seed + engine->searches++ * 0x9e3779b97f4a7c15u,
                         &engine->stop};
    return search_run(engine->search, game, &order, report);
}

// The result for a player if the game ended as the board stands, in half points: with
// dead stones removed where the rules remove them.
static int result_for(Engine *engine, Color player)
{
    int result = engine_final_score(engine);
    return player == BLACK ? result : -result;
}

// Late enough, and won as it stands, so that a pass is worth examining?
static bool may_win_by_pass(Engine *engine, Color player)
{
    const Position *pos = &engine->game.position;
    return 2 * pos->empty_count < pos->columns * pos->rows &&
           result_for(engine, player) > 0;
}

// Has the opponent just passed, so that a pass ends the game?
static bool pass_ends_game(const Game *game, Color player)
{
    return game->position.passes == 1 && game->move_count > 0 &&
           game->moves[game->move_count - 1].color != player;
}

// Does a search of the position after a pass confirm that passing wins?
static bool pass_is_safe(Engine *engine, Color player, SearchLimits limits)
{
    Game *game = &engine->game;
    SearchReport *reply = malloc(sizeof *reply);
    if (reply == NULL)
        return false;
    bool safe = false;
    if (game_play(game, player, PASS) == MOVE_OK) {
        bool searched = think(engine, game, color_other(player), limits, reply);
        safe = searched && 1 - reply->win_rate >= PASS_WIN_RATE;
        game_undo(game);
    }
    free(reply);
    return safe;
}

// The most visited candidate that is no pass, or NULL.
static const Candidate *best_point(const SearchReport *report)
{
    for (int i = 0; i < report->candidate_count; i++)
        if (report->candidates[i].move != PASS)
            return &report->candidates[i];
    return NULL;
}

// Turns what was searched into a move: whether to pass is decided here. A pass may only
// end a game that is won as it stands, and may begin the end of one only if nothing is
// left to do. `pass_limits` is for examining a pass; NULL if none may win.
static Point decide(Engine *engine, Color player, const SearchLimits *pass_limits)
{
    const Game *game = &engine->game;
    const SearchReport *report = &engine->report;
    const Candidate *point = best_point(report);
    if (point == NULL)
        return PASS;
    bool settled = ownership_is_settled(game, report);
    if (settled && pass_limits != NULL && pass_is_safe(engine, player, *pass_limits))
        return PASS;
    if (settled && point->win_rate < LOST_WIN_RATE)
        return PASS;
    if (report->best == PASS && !game->rules.dead_stones &&
        result_for(engine, player) <= 0)
        return point->move;
    return report->best;
}

// Has the player been losing by the threshold for long enough to resign?
static bool is_lost(Engine *engine, Color player)
{
    const Params *params = &engine->options.params;
    int *streak = &engine->lost_streak[player];
    bool low = engine->report.win_rate < params->resign_percent / 100.0;
    *streak = low ? *streak + 1 : 0;
    return *streak >= params->resign_streak;
}

// Answers a pass with a pass that wins, without thinking.
static Point win_by_pass(Engine *engine, Color player)
{
    memset(&engine->report, 0, sizeof engine->report);
    engine->report.player = player;
    engine->report.best = PASS;
    engine->report.win_rate = 1;
    engine->report.score = 0.5 * result_for(engine, player);
    engine->lost_streak[player] = 0;
    return PASS;
}

// The move, PASS or RESIGN to answer with.
static Point generate(Engine *engine, Color player)
{
    const Game *game = &engine->game;
    if (pass_ends_game(game, player) && result_for(engine, player) > 0)
        return win_by_pass(engine, player);
    SearchLimits limits = move_limits(engine, player);
    SearchLimits pass_limits = part_of(limits, PASS_SHARE);
    bool may_pass = may_win_by_pass(engine, player);
    if (may_pass)
        limits = part_of(limits, 1 - PASS_SHARE);
    if (!think(engine, game, player, limits, &engine->report))
        return PASS;
    return is_lost(engine, player)
               ? RESIGN
               : decide(engine, player, may_pass ? &pass_limits : NULL);
}

Point engine_genmove(Engine *engine, Color player, MoveError *error)
{
    double started = stopwatch_now();
    atomic_store(&engine->stop, false);
    *error = MOVE_OK;
    Point move = generate(engine, player);
    if (move != RESIGN)
        *error = game_play(&engine->game, player, move);
    time_control_spend(&engine->time_control, player, stopwatch_now() - started);
    return move;
}

Point engine_suggest(Engine *engine, Color player)
{
    uint64_t playouts = engine->options.playouts;
    SearchLimits limits = {playouts > 0 ? playouts : SUGGEST_PLAYOUTS, 0};
    SearchLimits pass_limits = part_of(limits, PASS_SHARE);
    uint64_t seed = engine->seed, searches = engine->searches;
    int streak = engine->lost_streak[player];
    atomic_store(&engine->stop, false);
    search_clear(engine->search);
    engine_set_seed(engine, SUGGEST_SEED);
    Point move = PASS;
    if (think(engine, &engine->game, player, limits, &engine->report))
        move = decide(engine, player,
                      may_win_by_pass(engine, player) ? &pass_limits : NULL);
    search_clear(engine->search);
    engine->seed = seed;
    engine->searches = searches;
    engine->lost_streak[player] = streak;
    return move;
}

FinalStatus engine_final_status(Engine *engine)
{
    FinalStatus status;
    ownership_final_status(&engine->game, engine->options.lanes, &engine->policy,
                           &status);
    return status;
}

int engine_final_score(Engine *engine)
{
    FinalStatus status = engine_final_status(engine);
    return ownership_final_score(&engine->game, &status);
}

void engine_describe(const Engine *engine, Text *text)
{
    const EngineOptions *options = &engine->options;
    text_printf(text, "rules %s\n", engine->game.rules.name);
    text_printf(text, "threads %d\nmemory %d MiB\n", options->threads,
                options->memory_mib);
    text_printf(text, "lanes %s\n", options->lanes->isa);
    text_printf(text, "seed %llu\n", (unsigned long long)engine->seed);
    params_write(&options->params, text);
}
