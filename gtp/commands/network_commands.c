// SPDX-License-Identifier: MIT
//
// What the network alone answers, in the format of KataGo. KataGo's tools draw it. What
// our network does not give is left out. Source: KataGo, "GTP Extensions", and its
// answers.
#include "commands.h"

#include <string.h>
#include <strings.h>

#include "arguments.h"
#include "network_query.h"
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

// KataGo's error is that of the chance to win minus the chance to lose. If a network
// does not give it, it is -1.
static void write_errors(const Network *network, const NetworkOutput *output,
                         Text *reply)
{
    bool tells = network_version(network) >= NETWORK_VERSION_ERRORS;
    text_printf(reply, "shorttermWinlossError %.3f\nshorttermScoreError %.3f\n",
                tells ? 2 * (double)output->win_error : -1.0,
                tells ? (double)output->score_error : -1.0);
}

// Everything except the policy is from White's point of view.
static void write_output(const Network *network, const Position *pos, Color player,
                         const NetworkOutput *output, Text *reply)
{
    double win = (double)output->win;
    double white_win = player == WHITE ? win : 1 - win;
    float sign = player == WHITE ? 1 : -1;
    text_printf(reply, "whiteWin %.6f\nwhiteLoss %.6f\nnoResult 0.000000\n", white_win,
                1 - white_win);
    text_printf(reply, "whiteLead %.3f\n", (double)(sign * output->score));
    write_errors(network, output, reply);
    write_policy(pos, output->policy, reply);
    write_ownership(pos, output->owner, sign, reply);
}

static bool read_optimism(const char *word, float *optimism)
{
    double number;
    if (!arg_float(word, &number) || number < 0 || number > 1)
        return false;
    *optimism = (float)number;
    return true;
}

// An optional color, a symmetry, and an optional optimism.
static bool read_query(const Command *command, NetworkQuery *query)
{
    char **words = command->argv, **end = words + command->argc;
    if (arg_color(*words, &query->player))
        words++;
    if (words == end || !read_symmetry(*words++, &query->symmetry))
        return false;
    if (words < end && !read_optimism(*words++, &query->optimism))
        return false;
    return words == end;
}

static bool handle_raw_network(Session *session, const Command *command, Text *reply)
{
    const Network *network = engine_options(session->engine)->network;
    const Game *game = engine_game(session->engine);
    NetworkQuery query = {.player = (Color)game->position.to_play};
    if (!read_query(command, &query))
        return command_fail(
            reply, "syntax error: kata-raw-nn takes [COLOR], a symmetry from 0 to 7 or "
                   "`all`, and [OPTIMISM] from 0 to 1");
    int symmetry = query.symmetry;
    if (network == NULL)
        return command_fail(reply,
                            "no network in use: start the engine without --no-net");
    for (int i = 0; i < SYMMETRY_COUNT; i++) {
        NetworkOutput output;
        if (symmetry != ALL_SYMMETRIES && symmetry != i)
            continue;
        query.symmetry = i;
        if (!network_query_ask(network, game, &query, &output)) {
            text_clear(reply);
            return command_fail(reply, "out of memory");
        }
        text_printf(reply, "symmetry %d\n", i);
        write_output(network, &game->position, query.player, &output, reply);
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
    text_printf(reply, "[{\"name\":\"%s\",\"version\":%d}]", name,
                network_version(network));
    return true;
}

const CommandEntry NETWORK_COMMANDS[] = {
    {"kata-raw-nn", 1, 3, handle_raw_network,
     "[COLOR] 0..7|all [OPTIMISM]: what the network alone says, for one symmetry of "
     "the board or the mean of all"},
    {"kata-get-models", 0, 0, handle_models, ": network in use, as JSON"},
    {NULL, 0, 0, NULL, NULL},
};
