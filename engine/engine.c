// SPDX-License-Identifier: MIT
#include "engine.h"

#include <stdlib.h>
#include <string.h>

#include "area.h"
#include "handicap.h"
#include "pace.h"
#include "stopwatch.h"

enum { SUGGEST_PLAYOUTS = 10000, SUGGEST_SEED = 1 };

static const double SECONDS_DEFAULT = 5;
// Longer than anyone wants to wait, but not for ever: counters are finite.
static const double PONDER_SECONDS = 3600;
// A pass that the opponent may answer is only made if searching what follows it gives
// at least this chance.
static const double PASS_WIN_RATE = 0.95;
// A settled game that is lost to this degree is ended by a pass, too.
static const double LOST_WIN_RATE = 0.03;
// Part of the time and playouts of a move kept back for that search when a pass is in
// question: when the board is more than half full and won as it stands.
static const double PASS_SHARE = 0.2;

// Part of a move's time that the judging of dead stones may take, and how many playouts
// of one thread that is about; see ownership.c.
static const double JUDGING_SHARE = 0.3, JUDGING_PLAYOUTS = 2048;

// Where pondering may go on: after a move that this engine has generated.
typedef struct Pondering {
    bool is_due;
    uint32_t turns; // of the history
    uint64_t hash;
    SearchReport report; // of no use
} Pondering;

struct Engine {
    Game game;
    Search *search;
    EngineOptions options;
    Pace pace;
    uint64_t seed;
    uint64_t searches;  // with this seed; each gets random numbers of its own
    int lost_streak[2]; // moves in a row below the resignation threshold, by Color
    SearchReport report;
    Pondering pondering;
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
    pace_init(&engine->pace);
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
    return &engine->pace.clocks;
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
    pace_new_game(&engine->pace);
    search_clear(engine->search);
    memset(&engine->report, 0, sizeof engine->report);
    engine->lost_streak[BLACK] = engine->lost_streak[WHITE] = 0;
    engine->pondering.is_due = false;
}

MoveError engine_play(Engine *engine, Color player, Point point)
{
    return engine->options.accept_illegal
               ? game_play_lenient(&engine->game, player, point)
               : game_play(&engine->game, player, point);
}

static SearchLimits part_of(SearchLimits limits, double share)
{
    if (limits.playouts > 0) {
        double playouts = share * (double)limits.playouts;
        limits.playouts = playouts > 1 ? (uint64_t)playouts : 1;
    }
    limits.seconds *= share;
    limits.plan.seconds *= share;
    return limits;
}

// The seed of the next search.
static uint64_t next_seed(Engine *engine)
{
    return engine->seed + engine->searches++ * 0x9e3779b97f4a7c15u;
}

static bool think(Engine *engine, const Game *game, Color player, SearchLimits limits,
                  SearchReport *report)
{
    limits = pace_in_time(&engine->pace, limits, stopwatch_now());
    SearchOrder order = {player, limits, next_seed(engine), &engine->stop};
    return search_run(engine->search, game, &order, report);
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
           pondering->turns == engine->game.history.length &&
           pondering->hash == engine->game.position.hash;
}

void engine_ponder(Engine *engine, const atomic_bool *stop)
{
    const Game *game = &engine->game;
    if (!may_ponder(engine) || atomic_load(stop))
        return;
    SearchLimits limits = {.seconds = PONDER_SECONDS, .until_full = true};
    SearchOrder order = {(Color)game->position.to_play, limits, next_seed(engine),
                         stop};
    search_run(engine->search, game, &order, &engine->pondering.report);
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

// Is there time to judge dead stones before the search? What it takes is told by how
// fast the last search was.
static bool can_judge(const Engine *engine)
{
    const SearchReport *report = &engine->report;
    if (!engine->game.rules.dead_stones || engine->pace.deadline <= 0)
        return true;
    double rate = report->seconds > 0 ? (double)report->playouts / report->seconds : 0;
    double needed = JUDGING_PLAYOUTS * engine->options.threads;
    return rate <= 0 || needed / rate < JUDGING_SHARE * engine->pace.limits.seconds;
}

// The move, PASS or RESIGN to answer with.
static Point generate(Engine *engine, Color player)
{
    const Game *game = &engine->game;
    bool may_judge = can_judge(engine);
    if (may_judge && pass_ends_game(game, player) && result_for(engine, player) > 0)
        return win_by_pass(engine, player);
    SearchLimits limits = engine->pace.limits;
    SearchLimits pass_limits = part_of(limits, PASS_SHARE);
    bool may_pass = may_judge && may_win_by_pass(engine, player);
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
    const EngineOptions *options = &engine->options;
    SearchLimits asked = {.playouts = options->playouts, .seconds = options->seconds};
    pace_begin(&engine->pace, &engine->game, player, asked, SECONDS_DEFAULT,
               stopwatch_now());
    atomic_store(&engine->stop, false);
    *error = MOVE_OK;
    Point move = generate(engine, player);
    if (move != RESIGN)
        *error = game_play(&engine->game, player, move);
    mark_for_pondering(engine, move != RESIGN && *error == MOVE_OK);
    pace_end(&engine->pace, player, engine->report.win_rate, stopwatch_now());
    return move;
}

Point engine_suggest(Engine *engine, Color player)
{
    uint64_t playouts = engine->options.playouts;
    SearchLimits limits = {.playouts = playouts > 0 ? playouts : SUGGEST_PLAYOUTS};
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

// How well a handicap stone stands: far from the others and from the edge, but not
// beyond the fourth line.
static int handicap_value(const Position *pos, Point p, const Point points[], int count)
{
    int column = point_column(p), row = point_row(p) - 1;
    int edge = pos->columns - 1 - column < column ? pos->columns - 1 - column : column;
    int other_edge = pos->rows - 1 - row < row ? pos->rows - 1 - row : row;
    int nearest = pos->columns + pos->rows;
    for (int i = 0; i < count; i++) {
        int distance =
            abs(point_column(points[i]) - column) + abs(point_row(points[i]) - 1 - row);
        nearest = distance < nearest ? distance : nearest;
    }
    edge = edge < other_edge ? edge : other_edge;
    return 4 * nearest + 3 * (edge < 3 ? edge : 3);
}

// The best place for one more handicap stone.
static Point best_handicap_point(const Position *pos, const Bitboard *free_points,
                                 const Point points[], int count)
{
    Point best = NO_POINT;
    int best_value = -1;
    for (Point p = bitboard_first(free_points); p; p = bitboard_next(free_points, p)) {
        int value = handicap_value(pos, p, points, count);
        if (value > best_value) {
            best_value = value;
            best = p;
        }
    }
    return best;
}

int engine_choose_handicap(Engine *engine, int count, Point points[])
{
    const Position *pos = &engine->game.position;
    Point fixed[HANDICAP_STONES_MAX];
    int limit = handicap_limit(pos->columns, pos->rows);
    int chosen = count < limit ? count : limit;
    if (handicap_points(pos->columns, pos->rows, chosen, fixed))
        memcpy(points, fixed, (size_t)chosen * sizeof *points);
    else
        chosen = 0;
    Bitboard free_points = position_empty(pos);
    for (int i = 0; i < chosen; i++)
        bitboard_remove(&free_points, points[i]);
    while (chosen < count && bitboard_count(&free_points) > 1) {
        Point best = best_handicap_point(pos, &free_points, points, chosen);
        points[chosen++] = best;
        bitboard_remove(&free_points, best);
    }
    return chosen;
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
