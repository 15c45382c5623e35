// SPDX-License-Identifier: MIT
//
// Moves. Source: GTP 2 draft 2, "Core Play Commands"; gg-undo is GNU Go's,
// gogui-play_sequence GoGui's.
#include "commands.h"

#include <limits.h>
#include <strings.h>

#include "arguments.h"

static bool handle_play(Session *session, const Command *command, Text *reply)
{
    Color player;
    Point point = NO_POINT;
    if (!arg_need_color(command->argv[0], &player, reply))
        return false;
    if (strcasecmp(command->argv[1], "resign") == 0) {
        engine_resign(session->engine, player); // not GTP, but some controllers send it
        return true;
    }
    const Position *pos = &engine_game(session->engine)->position;
    if (!arg_need_vertex(command->argv[1], pos, &point, reply))
        return false;
    MoveError error = engine_play(session->engine, player, point);
    if (error == MOVE_NO_MEMORY)
        return command_fail(reply, move_error_text(error));
    if (error != MOVE_OK)
        text_printf(reply, "illegal move: %s", move_error_text(error));
    return error == MOVE_OK;
}

// Plays one move of a sequence, or says what is wrong with it.
static bool play_next(Session *session, const char *const words[2], Text *reply)
{
    Color player;
    Point point = NO_POINT;
    const Position *pos = &engine_game(session->engine)->position;
    if (!arg_need_color(words[0], &player, reply) ||
        !arg_need_vertex(words[1], pos, &point, reply))
        return false;
    MoveError error = engine_play(session->engine, player, point);
    if (error == MOVE_NO_MEMORY)
        return command_fail(reply, move_error_text(error));
    if (error != MOVE_OK)
        text_printf(reply, "illegal move: %s %s: %s", words[0], words[1],
                    move_error_text(error));
    return error == MOVE_OK;
}

static bool handle_play_sequence(Session *session, const Command *command, Text *reply)
{
    if (command->argc % 2 != 0)
        return command_fail(reply, "syntax error: the last color has no vertex");
    for (int i = 0; i < command->argc; i += 2) {
        const char *words[2] = {command->argv[i], command->argv[i + 1]};
        if (play_next(session, words, reply))
            continue;
        text_printf(reply, " (move %d)", i / 2 + 1);
        engine_undo(session->engine, i / 2);
        return false;
    }
    return true;
}

static bool handle_genmove(Session *session, const Command *command, Text *reply)
{
    return command_genmove(session, command, MOVE_PLAY, reply);
}

static bool handle_reg_genmove(Session *session, const Command *command, Text *reply)
{
    return command_genmove(session, command, MOVE_REPRODUCE, reply);
}

static bool handle_undo(Session *session, const Command *command, Text *reply)
{
    (void)command;
    if (!engine_undo(session->engine, 1))
        return command_fail(reply, "cannot undo: not enough moves");
    return true;
}

static bool handle_gg_undo(Session *session, const Command *command, Text *reply)
{
    static const ArgRange COUNTS = {0, INT_MAX, NULL};
    int count = 1;
    if (command->argc > 0 && !arg_need_int(command->argv[0], &COUNTS, &count, reply))
        return false;
    return engine_undo(session->engine, count) ||
           command_fail(reply, "cannot undo: not enough moves");
}

const CommandEntry PLAY_COMMANDS[] = {
    {"play", 2, 2, handle_play,
     "COLOR VERTEX: play a move or a pass for either player"},
    {"gogui-play_sequence", 0, ARGS_ANY, handle_play_sequence,
     "[COLOR VERTEX]...: play these moves, or none of them if one is refused"},
    {"genmove", 1, 1, handle_genmove, "COLOR: choose a move, play it and name it"},
    {"reg_genmove", 1, 1, handle_reg_genmove,
     "COLOR: choose a move and do not play it; without a time limit the answer is "
     "repeatable"},
    {"undo", 0, 0, handle_undo, ": take back the last move"},
    {"gg-undo", 0, 1, handle_gg_undo,
     "[MOVES]: take back this many moves, by default 1; if there are fewer, take "
     "back none"},
    {NULL, 0, 0, NULL, NULL},
};
