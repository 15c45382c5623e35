// SPDX-License-Identifier: MIT
//
// What the network alone says, in the words of KataGo, whose tools draw it. What ours
// does not say is left out. Source: KataGo, "GTP Extensions", and its answers.
#include "commands.h"

#include <string.h>
#include <strings.h>

#include "arguments.h"
#include "raw_network.h"
#include "symmetry.h"

enum { ALL_SYMMETRIES = -1 };

static bool read_symmetry(const char *word, int *symmetry)
{
    *symmetry = ALL_SYMMETRIES;
    return strcasecmp(word, "all") == 0 ||
           (arg_int(word, symmetry) && *symmetry < SYMMETRY_COUNT);
}

static void write_policy(const Position *pos, const float policy[], Text *reply)
{
    text_add(reply, "policy\n");
    for (int row = pos->rows; row >= 1; row--)
        for (int column = 0; column < pos->columns; column++) {
            float part = policy[point_at(column, row)];
            text_printf(reply, part < 0 ? "NAN" : "%.6f", (double)part);
            text_add_char(reply, column + 1 < pos->columns ? ' ' : '\n');
        }
    text_printf(reply, "policyPass %.6f\n", (double)policy[PASS]);
}

static void write_ownership(const Position *pos, const float owner[], float sign,
                            Text *reply)
{
    text_add(reply, "whiteOwnership\n");
    for (int row = pos->rows; row >= 1; row--)
        for (int column = 0; column < pos->columns; column++) {
            float white = sign * owner[point_at(column, row)];
            text_printf(reply, "%.7f", (double)white);
            text_add_char(reply, column + 1 < pos->columns ? ' ' : '\n');
        }
}

// All but the policy as White sees it.
static void write_output(const Position *pos, Color player, const NetworkOutput *output,
                         Text *reply)
{
    double win = (double)output->win;
    double white_win = player == WHITE ? win : 1 - win;
    float sign = player == WHITE ? 1 : -1;
    text_printf(reply, "whiteWin %.6f\nwhiteLoss %.6f\nnoResult 0.000000\n", white_win,
                1 - white_win);
    text_printf(reply, "whiteLead %.3f\n", (double)(sign * output->score));
    write_policy(pos, output->policy, reply);
    write_ownership(pos, output->owner, sign, reply);
}

static bool handle_raw_network(Session *session, const Command *command, Text *reply)
{
    const Network *network = engine_options(session->engine)->network;
    const Game *game = engine_game(session->engine);
    Color player = (Color)game->position.to_play;
    int symmetry;
    bool named = command->argc == 2;
    if ((named && !arg_color(command->argv[0], &player)) ||
        !read_symmetry(command->argv[named], &symmetry))
        return command_fail(reply, "syntax error: a color, if any, and a symmetry, 0 "
                                   "to 7 or all");
    if (network == NULL)
        return command_fail(reply,
                            "there is no network: start the engine without --no-net");
    for (int i = 0; i < SYMMETRY_COUNT; i++) {
        NetworkOutput output;
        if (symmetry != ALL_SYMMETRIES && symmetry != i)
            continue;
        if (!raw_network_ask(network, game, player, i, &output)) {
            text_clear(reply);
            return command_fail(reply, "out of memory");
        }
        text_printf(reply, "symmetry %d\n", i);
        write_output(&game->position, player, &output, reply);
    }
    return true;
}

static bool handle_models(Session *session, const Command *command, Text *reply)
{
    (void)command;
    const Network *network = engine_options(session->engine)->network;
    char name[NETWORK_TEXT_SIZE];
    if (network == NULL) {
        text_add(reply, "[]");
        return true;
    }
    network_describe(network, name);
    text_printf(reply, "[{\"name\":\"%s\",\"version\":%d}]", name, NETWORK_VERSION);
    return true;
}

const CommandEntry NETWORK_COMMANDS[] = {
    {"kata-raw-nn", 1, 2, handle_raw_network,
     "[COLOR] 0..7|all: what the network alone says, with the board turned so"},
    {"kata-get-models", 0, 0, handle_models, ": the network, in JSON"},
    {NULL, 0, 0, NULL, NULL},
};
