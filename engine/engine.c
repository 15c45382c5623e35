// SPDX-License-Identifier: MIT
#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include "ending.h"
#include "judge.h"
#include "stopwatch.h"

enum { SUGGEST_PLAYOUTS = 10000, SUGGEST_SEED = 1 };

static const double SECONDS_DEFAULT = 5;
// Part of the time and playouts of a move kept back for that search when a pass is in
// question, says the last search.
static const double PASS_SHARE = 0.2;
// To lose by this part of the board, on the average, is a great loss: then so many
// times the chance is low enough to resign.
static const double GREAT_LOSS = 0.3, GREAT_LOSS_FACTOR = 4;

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
    Judge *judge;
    bool is_cleaned_up; // by the last move: whatever is on the board is alive
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
    uint64_t seed = options->seed;
    engine_set_seed(engine, seed != 0 ? seed : stopwatch_seed());
    bool has_game = game_init(&engine->game, &options->rules, options->komi,
                              options->columns, options->rows);
    engine->search = search_new(&options->params, options->lanes, options->threads,
                                options->memory_mib);
    engine->judge = judge_new(&options->params, options->lanes);
    if (!has_game || engine->search == NULL || engine->judge == NULL) {
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
    judge_delete(engine->judge);
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
    engine->is_cleaned_up = false;
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

// The situation of a player who is to move.
static Ending ending_for(Engine *engine, Color player, bool cleanup)
{
    return (Ending){&engine->game, player, engine->judge, cleanup};
}

// Does a search of the position after a pass leave the player this chance?
static bool pass_leaves(Engine *engine, Color player, SearchLimits limits,
                        double chance)
{
    Game *game = &engine->game;
    SearchReport *reply = malloc(sizeof *reply);
    if (reply == NULL)
        return false;
    bool safe = false;
    if (game_play(game, player, PASS) == MOVE_OK) {
        bool searched = think(engine, game, color_other(player), limits, reply);
        safe = searched && 1 - reply->win_rate >= chance;
        game_undo(game);
    }
    free(reply);
    return safe;
}

// Turns what was searched into a move: whether to pass is decided here. `pass_limits`
// is for examining a pass.
static Point decide(Engine *engine, Color player, bool cleanup,
                    SearchLimits pass_limits)
{
    Ending ending = ending_for(engine, player, cleanup);
    EndingAdvice advice = ending_advise(&ending, &engine->report);
    bool passes = advice.pass_chance == ENDING_PASS ||
                  (advice.pass_chance < ENDING_NO_PASS &&
                   pass_leaves(engine, player, pass_limits, advice.pass_chance));
    return passes ? PASS : advice.move;
}

// Does the last search say that the game is lost? A chance to win that few playouts
// leave higher than it is counts as low if they lose by a great deal.
static bool looks_lost(const Engine *engine)
{
    const SearchReport *report = &engine->report;
    const Position *pos = &engine->game.position;
    double threshold = engine->options.params.resign_percent / 100.0;
    if (report->score < -GREAT_LOSS * pos->columns * pos->rows)
        threshold *= GREAT_LOSS_FACTOR;
    return report->win_rate < threshold;
}

// Has the player been losing for long enough to resign, and does the board say so as
// well, once it is half full?
static bool is_lost(Engine *engine, Color player)
{
    const Position *pos = &engine->game.position;
    int *streak = &engine->lost_streak[player];
    int result = game_result(&engine->game);
    bool leads = 2 * pos->empty_count < pos->columns * pos->rows &&
                 (player == BLACK ? result : -result) > 0;
    *streak = looks_lost(engine) && !leads ? *streak + 1 : 0;
    return *streak >= engine->options.params.resign_streak;
}

// Answers a pass with a pass that wins, without thinking.
static Point win_by_pass(Engine *engine, const Ending *ending)
{
    memset(&engine->report, 0, sizeof engine->report);
    engine->report.player = ending->player;
    engine->report.best = PASS;
    engine->report.win_rate = 1;
    engine->report.score = 0.5 * ending_result(ending);
    engine->lost_streak[ending->player] = 0;
    return PASS;
}

// The move, PASS or RESIGN to answer with.
static Point generate(Engine *engine, Color player, bool cleanup)
{
    Ending ending = ending_for(engine, player, cleanup);
    if (ending_wins_by_pass(&ending))
        return win_by_pass(engine, &ending);
    SearchLimits limits = move_limits(engine, player);
    SearchLimits pass_limits = part_of(limits, PASS_SHARE);
    if (ending_is_near(&engine->game.position, &engine->report))
        limits = part_of(limits, 1 - PASS_SHARE);
    if (!think(engine, &engine->game, player, limits, &engine->report))
        return PASS;
    return is_lost(engine, player) && !cleanup
               ? RESIGN
               : decide(engine, player, cleanup, pass_limits);
}

static Point genmove(Engine *engine, Color player, bool cleanup, MoveError *error)
{
    double started = stopwatch_now();
    Rules *rules = &engine->game.rules;
    bool dead_stones = rules->dead_stones;
    atomic_store(&engine->stop, false);
    *error = MOVE_OK;
    rules->dead_stones = dead_stones && !cleanup;
    Point move = generate(engine, player, cleanup);
    rules->dead_stones = dead_stones;
    if (move != RESIGN)
        *error = game_play(&engine->game, player, move);
    time_control_spend(&engine->time_control, player, stopwatch_now() - started);
    return move;
}

Point engine_genmove(Engine *engine, Color player, MoveError *error)
{
    const Game *game = &engine->game;
    engine->is_cleaned_up = false;
    bool goes_on = game_is_over(game) || ending_is_disputed(game);
    return genmove(engine, player, game->rules.dead_stones && goes_on, error);
}

Point engine_genmove_cleanup(Engine *engine, Color player, MoveError *error)
{
    engine->is_cleaned_up = true;
    return genmove(engine, player, true, error);
}

Point engine_suggest(Engine *engine, Color player)
{
    uint64_t playouts = engine->options.playouts;
    SearchLimits limits = {playouts > 0 ? playouts : SUGGEST_PLAYOUTS, 0};
    uint64_t seed = engine->seed, searches = engine->searches;
    atomic_store(&engine->stop, false);
    search_clear(engine->search);
    engine_set_seed(engine, SUGGEST_SEED);
    Point move = PASS;
    if (think(engine, &engine->game, player, limits, &engine->report))
        move = decide(engine, player, false, part_of(limits, PASS_SHARE));
    search_clear(engine->search);
    engine->seed = seed;
    engine->searches = searches;
    return move;
}

// Do dead stones come off the board before it is counted? Not if it has been settled
// by play which they are.
static bool removes_dead_stones(const Engine *engine)
{
    return engine->game.rules.dead_stones && !engine->is_cleaned_up &&
           !ending_is_disputed(&engine->game);
}

FinalStatus engine_final_status(Engine *engine)
{
    FinalStatus status;
    const Position *pos = &engine->game.position;
    Bitboard removed = bitboard_empty();
    if (removes_dead_stones(engine))
        removed = judge_ask(engine->judge, pos)->removed;
    ownership_find(pos, &removed, &status);
    if (!removes_dead_stones(engine)) {
        // Every stone counts, and nothing is asked of it.
        status.alive = bitboard_union(status.alive, status.seki);
        status.seki = bitboard_empty();
    }
    return status;
}

int engine_final_score(Engine *engine)
{
    Bitboard removed = engine_final_status(engine).dead;
    return 2 * ownership_score(&engine->game.position, &removed) - engine->game.komi;
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
