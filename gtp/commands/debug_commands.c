// SPDX-License-Identifier: MIT
//
// Commands for debugging: the board, legal moves, the last search, speed. Source: GTP 2
// draft 2, "Debug commands" and "Regression commands"; is_legal and related commands
// are GNU Go's, gomill-* are gomill's.
#include "commands.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

#include "arguments.h"
#include "bench.h"
#include "bench_speed.h"
#include "diagram.h"
#include "stopwatch.h"

static bool handle_showboard(Session *session, const Command *command, Text *reply)
{
    (void)command;
    const Game *game = engine_game(session->engine);
    Point last =
        game->move_count > 0 ? game->moves[game->move_count - 1].point : NO_POINT;
    text_add_char(reply, '\n');
    diagram_write(&game->position, last == PASS ? NO_POINT : last, reply);
    text_printf(reply, "%s to play, moves %d, captures: black %d, white %d\n",
                color_name((Color)game->position.to_play), game->move_count,
                game->captured[BLACK], game->captured[WHITE]);
    text_printf(reply, "rules %s, komi %.1f\n", game->rules.name, game->komi / 2.0);
    return true;
}

static bool handle_cputime(Session *session, const Command *command, Text *reply)
{
    (void)session, (void)command;
    text_printf(reply, "%.3f", stopwatch_cpu());
    return true;
}

static bool handle_is_legal(Session *session, const Command *command, Text *reply)
{
    Color player;
    Point point = NO_POINT;
    const Game *game = engine_game(session->engine);
    if (!arg_need_color(command->argv[0], &player, reply) ||
        !arg_need_vertex(command->argv[1], &game->position, &point, reply))
        return false;
    text_add(reply, game_check(game, player, point) == MOVE_OK ? "1" : "0");
    return true;
}

static bool handle_all_legal(Session *session, const Command *command, Text *reply)
{
    Color player;
    if (!arg_need_color(command->argv[0], &player, reply))
        return false;
    const Game *game = engine_game(session->engine);
    Bitboard points = position_empty(&game->position);
    Bitboard legal = bitboard_empty();
    for (Point p = bitboard_first(&points); p; p = bitboard_next(&points, p))
        if (game_check(game, player, p) == MOVE_OK)
            bitboard_add(&legal, p);
    command_write_points(&legal, reply);
    return true;
}

static bool handle_list_stones(Session *session, const Command *command, Text *reply)
{
    Color player;
    if (!arg_need_color(command->argv[0], &player, reply))
        return false;
    const Position *pos = &engine_game(session->engine)->position;
    command_write_points(&pos->stones[player], reply);
    return true;
}

static bool handle_explain_last_move(Session *session, const Command *command,
                                     Text *reply)
{
    (void)command;
    const SearchReport *report = engine_last_report(session->engine);
    if (report->playouts == 0)
        return true;
    command_write_report(report, reply);
    return true;
}

static bool handle_describe_engine(Session *session, const Command *command,
                                   Text *reply)
{
    (void)command;
    text_printf(reply, "Ponnuki %s\n", commands_version());
    engine_describe(session->engine, reply);
    return true;
}

static bool handle_clear_cache(Session *session, const Command *command, Text *reply)
{
    (void)command, (void)reply;
    engine_clear_cache(session->engine);
    return true;
}

// Any command interrupts pondering; this one ends it.
static bool handle_stop(Session *session, const Command *command, Text *reply)
{
    (void)command, (void)reply;
    engine_stop_pondering(session->engine);
    return true;
}

static bool handle_ponder(Session *session, const Command *command, Text *reply)
{
    Engine *engine = session->engine;
    const char *word = command->argc > 0 ? command->argv[0] : "";
    bool on = strcmp(word, "on") == 0;
    if (command->argc == 0)
        text_add(reply, engine_options(engine)->ponder ? "on" : "off");
    else if (on || strcmp(word, "off") == 0)
        engine_set_ponder(engine, on);
    else
        return command_fail_usage(command, reply);
    return true;
}

static bool handle_set_random_seed(Session *session, const Command *command,
                                   Text *reply)
{
    uint64_t seed;
    if (!arg_uint64(command->argv[0], &seed))
        return arg_refuse("syntax error", command->argv[0], ARG_UINT64_ALLOWED, reply);
    engine_set_seed(session->engine, seed);
    return true;
}

static bool handle_get_random_seed(Session *session, const Command *command,
                                   Text *reply)
{
    (void)command;
    text_printf(reply, "%" PRIu64, engine_seed(session->engine));
    return true;
}

// Measures the speed of the playouts or of the network.
static void write_speed(const EngineOptions *options, bool of_network, int size,
                        Text *reply)
{
    const Isa *isa = options->isa_chosen ? options->isa : NULL;
    if (of_network && options->katago != NULL)
        speed_of_katago(size, options->katago, reply);
    else if (of_network)
        speed_of_network(size, isa, options->network, reply);
    else
        speed_of_playouts(size, isa, reply);
}

static bool handle_bench(Session *session, const Command *command, Text *reply)
{
    static const int SIZES[] = {9, 13, 19};
    const EngineOptions *options = engine_options(session->engine);
    int size = 0;
    if (command->argc == 0)
        return bench_run(options->isa->lanes, options->network, reply);
    bool of_network = strcmp(command->argv[0], "network") == 0;
    if (!of_network && strcmp(command->argv[0], "playouts") != 0)
        return command_fail_usage(command, reply);
    if (of_network && options->network == NULL)
        return command_fail(reply,
                            "no network in use: start the engine without --no-net");
    if (command->argc > 1) {
        if (!arg_need_size(command->argv[1], &size, reply))
            return false;
        write_speed(options, of_network, size, reply);
        return true;
    }
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++)
        write_speed(options, of_network, SIZES[i], reply);
    return true;
}

// Counts for every depth up to the one asked for, one line each.
static bool write_perft(Game *game, int depth, Text *reply)
{
    for (int d = 1; d <= depth && !reply->truncated; d++) {
        uint64_t count = game_perft(game, d);
        if (count == UINT64_MAX) {
            text_clear(reply);
            return command_fail(reply, "out of memory");
        }
        text_printf(reply, "%d %" PRIu64 "\n", d, count);
    }
    return true;
}

static bool handle_perft(Session *session, const Command *command, Text *reply)
{
    (void)session;
    static const ArgRange DEPTHS = {1, INT_MAX, "syntax error"};
    int depth, columns, rows;
    if (!arg_need_int(command->argv[0], &DEPTHS, &depth, reply) ||
        !arg_need_size(command->argv[1], &columns, reply) ||
        !arg_need_size(command->argv[2], &rows, reply))
        return false;
    Game game;
    if (!game_init(&game, rules_default(), 0, columns, rows))
        return command_fail(reply, "out of memory");
    bool done = write_perft(&game, depth, reply);
    game_free(&game);
    return done;
}

const CommandEntry DEBUG_COMMANDS[] = {
    {"showboard", 0, ARGS_ANY, handle_showboard, ": diagram of the board"},
    {"is_legal", 2, 2, handle_is_legal, "COLOR VERTEX: 1 if the move is legal, else 0"},
    {"all_legal", 1, 1, handle_all_legal, "COLOR: points where this player may play"},
    {"list_stones", 1, 1, handle_list_stones,
     "COLOR: points with stones of this color"},
    {"gomill-explain_last_move", 0, ARGS_ANY, handle_explain_last_move,
     ": win rate, lead, playouts and expected line of the last search"},
    {"gomill-describe_engine", 0, ARGS_ANY, handle_describe_engine,
     ": version, parameters and seed"},
    {"gomill-cpu_time", 0, ARGS_ANY, handle_cputime,
     ": processor time used so far, in seconds"},
    {"cputime", 0, ARGS_ANY, handle_cputime,
     ": processor time used so far, in seconds"},
    {"clear_cache", 0, ARGS_ANY, handle_clear_cache, ": discard the search tree"},
    {"stop", 0, ARGS_ANY, handle_stop, ": stop pondering until the next genmove"},
    {"ponnuki-ponder", 0, 1, handle_ponder,
     "[on|off]: switch pondering on or off, or tell which it is"},
    {"set_random_seed", 1, 1, handle_set_random_seed,
     "NUMBER: set the seed; with one thread and a playout limit, the same seed gives "
     "the same moves"},
    {"get_random_seed", 0, ARGS_ANY, handle_get_random_seed, ": seed in use"},
    {"bench", 0, 2, handle_bench,
     "[playouts|network [SIZE]]: bench signature and speed, or the speed of the "
     "playouts or the network alone"},
    {"perft", 3, 3, handle_perft,
     "DEPTH COLUMNS ROWS: number of legal sequences of DEPTH moves from the empty "
     "board"},
    {NULL, 0, 0, NULL, NULL},
};
