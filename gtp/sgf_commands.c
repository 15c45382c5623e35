// SPDX-License-Identifier: MIT
//
// Game records. Source: GTP 2 draft 2, loadsgf; printsgf is Leela Zero's.
#include "commands.h"

#include <stdio.h>
#include <string.h>

#include "arguments.h"
#include "sgf.h"

// A record brings size and komi with it, but the rules are the user's choice.
static bool handle_loadsgf(Session *session, const Command *command, Text *reply)
{
    int before_move = 0;
    SgfError error;
    Game *game = engine_game(session->engine);
    Rules rules = game->rules;
    if (command->argc > 1 && !arg_int(command->argv[1], &before_move))
        return command_fail(reply, "syntax error");
    bool loaded = sgf_load(game, command->argv[0], before_move, &error);
    game->rules = rules;
    if (!loaded && error.line > 0)
        text_printf(reply, "cannot load file: line %d: %s", error.line, error.text);
    else if (!loaded)
        text_printf(reply, "cannot load file: %s", error.text);
    else
        engine_new_game(session->engine);
    return loaded;
}

static bool save(const char *path, const Text *record)
{
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return false;
    bool written = fwrite(record->bytes, 1, record->length, file) == record->length;
    return fclose(file) == 0 && written;
}

static bool handle_printsgf(Session *session, const Command *command, Text *reply)
{
    sgf_write(engine_game(session->engine), reply);
    if (command->argc == 0 || strcmp(command->argv[0], "-") == 0)
        return true;
    // A record that is cut off must not reach the file.
    bool saved = !reply->truncated && save(command->argv[0], reply);
    text_clear(reply);
    return saved || command_fail(reply, "cannot open file");
}

const CommandEntry SGF_COMMANDS[] = {
    {"loadsgf", 1, 2, handle_loadsgf,
     "FILE [MOVE]: read a game record, up to the position before that move"},
    {"printsgf", 0, 1, handle_printsgf,
     "[FILE]: write the game record, to the file or here"},
    {NULL, 0, 0, NULL, NULL},
};
