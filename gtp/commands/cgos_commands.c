// SPDX-License-Identifier: MIT
//
// Commands that the client of the Computer Go Server sends beyond GTP 2. Source: its
// Python client.
#include "analyze_format.h"
#include "arguments.h"
#include "commands.h"

// The reply, and the position that it is about.
typedef struct Report {
    Position pos;
    Text *reply;
} Report;

// An AnalysisOrder's tell.
static bool write_report(void *object, const Analysis *analysis)
{
    Report *report = object;
    text_clear(report->reply);
    text_add_char(report->reply, '\n'); // the line must stand alone
    analyze_write_cgos(analysis, &report->pos, report->reply);
    return true;
}

static bool handle_genmove(Session *session, const Command *command, Text *reply)
{
    MoveResult result;
    Report report = {engine_game(session->engine)->position, reply};
    AnalysisOrder listener = {
        .moves_max = POINT_LIST_MAX, .tell = write_report, .object = &report};
    MoveRequest request = {.purpose = MOVE_PLAY, .listener = &listener};
    if (!arg_need_color(command->argv[0], &request.player, reply))
        return false;
    MoveError error = engine_genmove(session->engine, &request, &result);
    if (error != MOVE_OK) {
        text_clear(reply);
        return command_fail(reply, move_error_text(error));
    }
    char vertex[VERTEX_SIZE];
    point_to_vertex(result.move, vertex);
    text_printf(reply, "play %s", vertex);
    return true;
}

// The engine plays all opponents alike.
static bool handle_opponent(Session *session, const Command *command, Text *reply)
{
    (void)session, (void)command, (void)reply;
    return true;
}

static bool handle_game_over(Session *session, const Command *command, Text *reply)
{
    (void)command, (void)reply;
    engine_stop_pondering(session->engine);
    return true;
}

const CommandEntry CGOS_COMMANDS[] = {
    {"cgos-genmove_analyze", 1, 1, handle_genmove,
     "COLOR: choose a move and play it; the answer holds the analysis as a line of "
     "JSON"},
    {"cgos-opponent_name", 0, ARGS_ANY, handle_opponent,
     "NAME: accepted without effect; CGOS tells the name of the opponent"},
    {"cgos-opponent_rating", 0, ARGS_ANY, handle_opponent,
     "RATING: accepted without effect; CGOS tells the rating of the opponent"},
    {"cgos-gameover", 0, ARGS_ANY, handle_game_over,
     "RESULT: the game has ended, so pondering stops"},
    {NULL, 0, 0, NULL, NULL},
};
