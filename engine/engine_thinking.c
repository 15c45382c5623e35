// SPDX-License-Identifier: MIT
//
// The searches of an engine, and what follows from them: moves, pondering, analysis.
#include <math.h>
#include <string.h>

#include "engine_internal.h"
#include "pass_decision.h"
#include "stopwatch.h"

enum { SUGGEST_PLAYOUTS = 10000, SUGGEST_SEED = 1 };

// How much of the chance to win a pass may cost. If no other move gains anything, the
// search knows little of what follows each of them, and its values go up and down.
static const double PASS_DROP = 0.25;
// And the part of a search's games that a move must have to stand out.
static const double FAVOURITE_PART = 0.4;

// Longer than any player waits, but not for ever: counters are finite.
static const double PONDER_SECONDS = 3600;

// The seed of the next search.
static uint64_t next_seed(Engine *engine)
{
    return engine->seed + engine->searches++ * 0x9e3779b97f4a7c15u;
}

// The observer of a search for this player's move, or NULL.
static const Analysis *analysis_for(const Engine *engine, Color player)
{
    const Analysis *analysis = engine->analysis;
    return analysis != NULL && analysis->order.player == player ? analysis : NULL;
}

static bool may_play(const Engine *engine, Color player, Point move)
{
    const Analysis *analysis = analysis_for(engine, player);
    return analysis == NULL ||
           !move_filter_has(analysis->order.filter, player, move, 1);
}

// The order of a search of the game.
static SearchOrder order_for(Engine *engine, Color player, SearchLimits limits)
{
    const Analysis *analysis = analysis_for(engine, player);
    SearchOrder order = {
        .player = player,
        .limits = time_manager_in_time(&engine->manager, limits, stopwatch_now()),
        .seed = next_seed(engine),
        .stop = engine->cancel != NULL ? engine->cancel : &engine->stop,
    };
    if (analysis != NULL) {
        order.observer = &analysis->observer;
        order.filter = move_filter_of_search(analysis->order.filter);
    }
    return order;
}

static bool think(Engine *engine, Color player, SearchLimits limits,
                  SearchReport *report)
{
    SearchOrder order = order_for(engine, player, limits);
    return search_run(engine->search, &engine->game, &order, report);
}

void engine_set_ponder(Engine *engine, bool ponder)
{
    engine->options.ponder = ponder;
}

void engine_stop_pondering(Engine *engine)
{
    engine->pondering.is_due = false;
}

// Notes that pondering is due in this position, if the move was played and the game
// goes on.
static void mark_for_pondering(Engine *engine, bool played)
{
    const Game *game = &engine->game;
    engine->pondering.is_due = played && game->position.passes < 2;
    engine->pondering.turns = game->history.length;
    engine->pondering.hash = game->position.hash;
}

static bool may_ponder(const Engine *engine)
{
    const Pondering *pondering = &engine->pondering;
    return engine->options.ponder && pondering->is_due &&
           engine_resigned(engine) == EMPTY &&
           pondering->turns == engine->game.history.length &&
           pondering->hash == engine->game.position.hash;
}

void engine_ponder(Engine *engine, const atomic_bool *stop)
{
    const Game *game = &engine->game;
    if (!may_ponder(engine) || atomic_load(stop))
        return;
    Color player = (Color)game->position.to_play;
    SearchOrder order = {.player = player,
                         .limits = {.seconds = PONDER_SECONDS, .until_full = true},
                         .seed = next_seed(engine),
                         .stop = stop};
    search_run(engine->search, game, &order, &engine->pondering.report);
}

const SearchReport *engine_look_briefly(Engine *engine, Color player, double seconds)
{
    if (game_stamp_is_at(&engine->looked_at, &engine->game, player))
        return &engine->look;
    if (!engine_reserve(engine))
        return NULL;
    engine_enter_game(engine);
    uint64_t playouts = engine->options.playouts;
    if (playouts == 0 || playouts > ENGINE_LOOK_PLAYOUTS)
        playouts = ENGINE_LOOK_PLAYOUTS;
    atomic_store(&engine->stop, false);
    SearchOrder order = {.player = player,
                         .limits = {.playouts = playouts, .seconds = seconds},
                         .seed = engine->seed,
                         .stop = &engine->stop};
    bool searched = search_run(engine->search, &engine->game, &order, &engine->look);
    game_stamp_clear(&engine->looked_at);
    // An interrupted search is not worth remembering.
    if (searched && !atomic_load(&engine->stop))
        game_stamp_take(&engine->looked_at, &engine->game, player);
    return &engine->look;
}

const SearchReport *engine_look(Engine *engine, Color player)
{
    return engine_look_briefly(engine, player, 0);
}

bool engine_sample(Engine *engine, Color player, int count, const LineTaker *taker)
{
    Rng rng = rng_seeded(engine->seed, (uint64_t)count);
    game_stamp_clear(&engine->looked_at); // the tree may be elsewhere meanwhile
    if (engine_look(engine, player) == NULL)
        return false;
    search_sample(engine->search, count, &rng, taker);
    return true;
}

// The situation of the player to move.
static PassDecision pass_decision_for(Engine *engine, Color player, bool cleanup)
{
    return (PassDecision){&engine->game, player, engine->judge, cleanup};
}

// The player's chance to win after a pass, by a search of the position after it. The
// search leaves its report in `reply`. 0 if there was none.
static double chance_after_pass(Engine *engine, Search *search, Color player,
                                SearchLimits limits)
{
    Game *game = &engine->game;
    SearchReport *reply = &engine->reply;
    double chance = 0;
    if (game_play(game, player, PASS) == MOVE_OK) {
        SearchOrder order = order_for(engine, color_other(player), limits);
        if (search_run(search, game, &order, reply) && reply->playouts > 0)
            chance = 1 - reply->win_rate;
        game_undo(game);
    }
    return chance;
}

// Has the search of the position after a pass found a reply that stands out, and that
// gains the opponent something? In the opponent's own area nothing is to be gained.
static bool pass_is_refuted(const PassDecision *decision, const SearchReport *reply)
{
    double games = 0;
    Bitboard owner[2];
    for (int i = 0; i < reply->candidate_count; i++)
        games += reply->candidates[i].games;
    if (reply->playouts == 0 || reply->best == PASS ||
        reply->candidates[0].games <= FAVOURITE_PART * games)
        return false;
    pass_decision_owner(decision, owner);
    return !bitboard_test(&owner[color_other(decision->player)], reply->best);
}

// May the player pass? Playouts alone must leave the chance that the advice demands.
// They miss what has to be read. The search that chooses moves knows already which
// replies are better than they look. So it must not find that one of them throws the
// win away. If it doubts the win without knowing why, that does not count.
static bool pass_is_safe(Engine *engine, const PassDecision *decision,
                         SearchLimits limits, double chance)
{
    double least = engine->report.win_rate - PASS_DROP;
    Color player = decision->player;
    search_clear(engine->pass_search); // of what another pass had in it
    return chance_after_pass(engine, engine->pass_search, player, limits) >= chance &&
           (chance_after_pass(engine, engine->search, player, limits) >= least ||
            !pass_is_refuted(decision, &engine->reply));
}

// The time of a playout of the last search on one thread, without the network.
static double playout_seconds(const Engine *engine)
{
    const SearchReport *report = &engine->report;
    double playing =
        report->seconds * engine->options.threads - report->network_seconds;
    return report->playouts > 0 ? playing / (double)report->playouts : INFINITY;
}

// Are `seconds` enough to judge chains? The thread may have to wait for its turn.
static bool can_judge(const Engine *engine, double seconds)
{
    return time_manager_can_judge(&engine->manager, seconds - engine->report.delay,
                                  playout_seconds(engine));
}

// Turns the report of a search into a move, and decides whether to pass. `pass_limits`
// are for examining a pass.
static Point decide(Engine *engine, Color player, bool cleanup,
                    SearchLimits pass_limits)
{
    PassDecision decision = pass_decision_for(engine, player, cleanup);
    if (!can_judge(engine, engine->manager.deadline - stopwatch_now()))
        return pass_decision_unjudged_move(&decision, &engine->report);
    PassAdvice advice = pass_decision_advise(&decision, &engine->report);
    bool passes = advice.pass_chance == ENDING_PASS ||
                  (advice.pass_chance < ENDING_NO_PASS &&
                   pass_is_safe(engine, &decision, pass_limits, advice.pass_chance));
    return passes ? PASS : advice.move;
}

// Answers a pass with a pass that wins, without a search.
static Point win_by_pass(Engine *engine, const PassDecision *decision)
{
    memset(&engine->report, 0, sizeof engine->report);
    engine->report.player = decision->player;
    engine->report.best = PASS;
    engine->report.win_rate = engine->report.playout_rate = 1;
    engine->report.score = 0.5 * pass_decision_result(decision);
    // As if the only playout had left everything as it is.
    Bitboard owner[2];
    pass_decision_owner(decision, owner);
    engine->report.ownership_playouts = 1;
    for (Color color = BLACK; color <= WHITE; color++)
        for (Point p = bitboard_first(&owner[color]); p;
             p = bitboard_next(&owner[color], p))
            engine->report.ownership[p] = color == BLACK ? 1 : -1;
    engine->resignation[decision->player].lost_streak = 0;
    return PASS;
}

// The move, PASS or RESIGN to answer with.
static Point generate(Engine *engine, Color player, bool cleanup)
{
    PassDecision decision = pass_decision_for(engine, player, cleanup);
    SearchLimits limits = engine->manager.limits;
    bool is_judged = engine->game.rules.dead_stones || cleanup;
    if (may_play(engine, player, PASS) &&
        (!is_judged ||
         can_judge(engine, TIME_MANAGER_JUDGING_SHARE * limits.seconds)) &&
        pass_decision_wins_by_pass(&decision))
        return win_by_pass(engine, &decision);
    if (pass_decision_may_pass(&engine->game.position, &engine->report))
        limits = time_manager_before_pass(limits, playout_seconds(engine));
    if (!think(engine, player, limits, &engine->report))
        return PASS;
    Resignation *resignation = &engine->resignation[player];
    bool lost = resignation_is_lost(resignation, &engine->game, &engine->options.params,
                                    &engine->report);
    if (lost && !cleanup && may_play(engine, player, RESIGN))
        return RESIGN;
    return decide(engine, player, cleanup,
                  time_manager_for_pass(engine->manager.limits));
}

// Reports the move to the analysis, if there is one.
static void tell_move(Engine *engine, Color player, Point move)
{
    bool is_cancelled = engine->cancel != NULL && atomic_load(engine->cancel);
    if (analysis_for(engine, player) != NULL && !is_cancelled)
        analysis_conclude(engine->analysis, &engine->report, move);
}

// Chooses the move within the limits of a move that was asked for at `asked_at`
// (stopwatch_now's). Pre: what engine_reserve takes is there.
static Point choose(Engine *engine, Color player, bool cleanup, double asked_at)
{
    const EngineOptions *options = &engine->options;
    Rules *rules = &engine->game.rules;
    bool dead_stones = rules->dead_stones;
    SearchLimits asked = {.playouts = options->playouts, .seconds = options->seconds};
    engine_enter_game(engine);
    if (!game_stamp_is_passed(&engine->after_move,
                              &engine->game)) // moves were taken back
        memset(engine->resignation, 0, sizeof engine->resignation);
    time_manager_begin(&engine->manager, &engine->game, player, asked, asked_at);
    atomic_store(&engine->stop, false);
    rules->dead_stones = dead_stones && !cleanup;
    Point move = generate(engine, player, cleanup);
    if (move != RESIGN && !may_play(engine, player, move))
        move = engine->report.best;
    rules->dead_stones = dead_stones;
    tell_move(engine, player, move);
    return move;
}

static Point genmove(Engine *engine, Color player, bool cleanup, MoveError *error)
{
    double asked_at =
        stopwatch_now(); // to reserve can mean to wait for the last search
    *error = MOVE_NO_MEMORY;
    if (!engine_reserve(engine))
        return NO_POINT;
    *error = MOVE_OK;
    Point move = choose(engine, player, cleanup, asked_at);
    engine_resign(engine, move == RESIGN ? player : EMPTY);
    if (move != RESIGN) {
        *error = game_play(&engine->game, player, move);
        game_stamp_take(&engine->after_move, &engine->game, color_other(player));
    }
    mark_for_pondering(engine, move != RESIGN && *error == MOVE_OK);
    time_manager_end(&engine->manager, player, engine->report.win_rate,
                     stopwatch_now());
    return move;
}

// Does the game go on after its end? Then dead stones have to be captured.
static bool is_cleanup(const Game *game)
{
    return game->rules.dead_stones &&
           (game_is_over(game) || pass_decision_is_disputed(game));
}

Point engine_genmove(Engine *engine, Color player, MoveError *error)
{
    game_stamp_clear(&engine->cleaned_up);
    return genmove(engine, player, is_cleanup(&engine->game), error);
}

Point engine_genmove_cleanup(Engine *engine, Color player, MoveError *error)
{
    Point move = genmove(engine, player, true, error);
    if (*error == MOVE_OK)
        game_stamp_take(&engine->cleaned_up, &engine->game, color_other(player));
    return move;
}

void engine_set_analysis(Engine *engine, Analysis *analysis)
{
    engine->analysis = analysis;
    if (analysis != NULL)
        analysis->awaits_move = true;
}

Point engine_genmove_analyzed(Engine *engine, Analysis *analysis, MoveError *error)
{
    engine_set_analysis(engine, analysis);
    Point move = engine_genmove(engine, analysis->order.player, error);
    engine_set_analysis(engine, NULL);
    return move;
}

Point engine_search(Engine *engine, Color player, Analysis *analysis,
                    const atomic_bool *cancel, MoveError *error)
{
    double asked_at = stopwatch_now();
    *error = MOVE_NO_MEMORY;
    if (!engine_reserve(engine))
        return NO_POINT;
    *error = MOVE_OK;
    engine_enter_game(engine);
    TimeManager manager = engine->manager;
    Resignation resignation[2] = {engine->resignation[BLACK],
                                  engine->resignation[WHITE]};
    engine->cancel = cancel;
    engine_set_analysis(engine, analysis);
    Point move = choose(engine, player, is_cleanup(&engine->game), asked_at);
    engine_set_analysis(engine, NULL);
    engine->cancel = NULL;
    memcpy(engine->resignation, resignation, sizeof resignation);
    engine->manager = manager;
    return cancel != NULL && atomic_load(cancel) ? NO_POINT : move;
}

bool engine_analyze(Engine *engine, Analysis *analysis, const atomic_bool *stop)
{
    SearchOrder order = {.player = analysis->order.player,
                         .seed = next_seed(engine),
                         .stop = stop,
                         .observer = &analysis->observer,
                         .filter = move_filter_of_search(analysis->order.filter)};
    engine_enter_game(engine);
    return search_run(engine->search, &engine->game, &order, &analysis->report);
}

// The limits of a suggestion: those of a move. Without these, a fixed number of
// playouts, so that it does not depend on the speed of the machine.
static SearchLimits limits_of_suggestion(const Engine *engine)
{
    const EngineOptions *options = &engine->options;
    SearchLimits limits = {.playouts = options->playouts, .seconds = options->seconds};
    bool is_timed =
        limits.seconds > 0 || time_control_is_limited(&engine->manager.clocks);
    if (limits.playouts == 0 && !is_timed)
        limits.playouts = SUGGEST_PLAYOUTS;
    return limits;
}

// Searches with an empty tree within the limits of the manager, and decides.
static Point suggest(Engine *engine, Color player)
{
    SearchLimits limits = engine->manager.limits;
    bool is_timed = engine->manager.deadline > 0;
    if (is_timed && pass_decision_may_pass(&engine->game.position, &engine->report))
        limits = time_manager_before_pass(limits, playout_seconds(engine));
    atomic_store(&engine->stop, false);
    search_clear(engine->search);
    Point move = PASS;
    if (think(engine, player, limits, &engine->report))
        move = decide(engine, player, false,
                      time_manager_for_pass(engine->manager.limits));
    tell_move(engine, player, move);
    search_clear(engine->search);
    return move;
}

Point engine_suggest(Engine *engine, Color player)
{
    double asked_at = stopwatch_now();
    if (!engine_reserve(engine))
        return NO_POINT;
    engine_enter_game(engine);
    uint64_t seed = engine->seed, searches = engine->searches;
    Resignation resignation[2] = {engine->resignation[BLACK],
                                  engine->resignation[WHITE]};
    TimeManager manager = engine->manager;
    memset(engine->resignation, 0, sizeof engine->resignation);
    engine_set_seed(engine, SUGGEST_SEED);
    time_manager_begin(&engine->manager, &engine->game, player,
                       limits_of_suggestion(engine), asked_at);
    Point move = suggest(engine, player);
    engine->manager = manager;
    engine->seed = seed;
    engine->searches = searches;
    memcpy(engine->resignation, resignation, sizeof resignation);
    return move;
}
