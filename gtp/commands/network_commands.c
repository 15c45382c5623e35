// SPDX-License-Identifier: MIT
//
// What the network alone answers, in the format of KataGo. KataGo's tools draw it. A
// network of KataGo's gives all that there is; what ours does not give is left out.
// Source: KataGo, "GTP Extensions", and its answers.
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

// A policy under its name.
static void write_policy(const Position *pos, const char *name, const float policy[],
                         Text *reply)
{
    text_printf(reply, "%s\n", name);
    for (int row = pos->rows; row >= 1; row--)
        for (int column = 0; column < pos->columns; column++) {
            float part = policy[point_at(column, row)];
            text_printf(reply, part < 0 ? "NAN" : "%.6f", (double)part);
            text_add_char(reply, column + 1 < pos->columns ? ' ' : '\n');
        }
    text_printf(reply, "%sPass %.6f\n", name, (double)policy[PASS]);
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

// A question about the board, and how it is answered.
typedef struct RawQuestion {
    NetworkQuery query;
    bool tells_more; // than KataGo does: both policies, for one
    bool asks_human; // the network that imitates people
} RawQuestion;

// Everything except the policies is from White's point of view.
static void write_output(const Network *network, const Position *pos,
                         const RawQuestion *question, const NetworkOutput *output,
                         Text *reply)
{
    Color player = question->query.player;
    double win = (double)output->win;
    double white_win = player == WHITE ? win : 1 - win;
    float sign = player == WHITE ? 1 : -1;
    text_printf(reply, "whiteWin %.6f\nwhiteLoss %.6f\nnoResult 0.000000\n", white_win,
                1 - white_win);
    text_printf(reply, "whiteLead %.3f\n", (double)(sign * output->score));
    write_errors(network, output, reply);
    write_policy(pos, "policy", output->policy, reply);
    if (question->tells_more && network_version(network) >= NETWORK_VERSION_ERRORS)
        write_policy(pos, "optimisticPolicy", output->optimistic, reply);
    write_ownership(pos, output->owner, sign, reply);
}

// An answer as White sees it, from that of the player to move.
typedef struct WhiteView {
    float win, loss, sign;
} WhiteView;

static WhiteView white_view(Color player, const KatagoOutput *output)
{
    return player == WHITE ? (WhiteView){output->win, output->loss, 1}
                           : (WhiteView){output->loss, output->win, -1};
}

// The score squared is the mean of its squares. People do not play on until the end as
// a network does, so there the score has other names, and the rest is left out.
static void write_katago_numbers(const RawQuestion *question,
                                 const KatagoOutput *output, Text *reply)
{
    WhiteView view = white_view(question->query.player, output);
    double mean = (double)output->score_mean, stdev = (double)output->score_stdev;
    text_printf(reply, "whiteWin %.6f\nwhiteLoss %.6f\nnoResult %.6f\n",
                (double)view.win, (double)view.loss, (double)output->no_result);
    if (!question->asks_human)
        text_printf(reply, "whiteLead %.3f\n", (double)(view.sign * output->lead));
    const char *name = question->asks_human ? "whiteScore" : "whiteScoreSelfplay";
    text_printf(reply, "%s %.3f\n%sSq %.3f\n", name, (double)view.sign * mean, name,
                mean * mean + stdev * stdev);
    if (!question->asks_human)
        text_printf(reply, "varTimeLeft %.3f\n", (double)output->variance_time);
    text_printf(reply, "shorttermWinlossError %.3f\nshorttermScoreError %.3f\n",
                (double)output->win_error, (double)output->score_error);
}

// What may follow a symmetry.
typedef bool ReadMore(const char *word, NetworkQuery *query);

static bool read_optimism(const char *word, NetworkQuery *query)
{
    double number;
    if (!arg_float(word, &number) || number < 0 || number > 1)
        return false;
    query->optimism = (float)number;
    return true;
}

static bool read_root(const char *word, NetworkQuery *query)
{
    query->as_root = strcasecmp(word, "root") == 0;
    return query->as_root;
}

// An optional color, a symmetry, and an optional word.
static bool read_query(const Command *command, ReadMore *read_more, NetworkQuery *query)
{
    char **words = command->argv, **end = words + command->argc;
    if (arg_color(*words, &query->player))
        words++;
    if (words == end || !read_symmetry(*words++, &query->symmetry))
        return false;
    if (words < end && !read_more(*words++, query))
        return false;
    return words == end;
}

// Adds the answer for one symmetry. Errors: false when memory is exhausted.
static bool add_own_answer(const Network *network, const Game *game,
                           const RawQuestion *question, Text *reply)
{
    NetworkOutput output;
    if (!network_query_ask(network, game, &question->query, &output))
        return false;
    write_output(network, &game->position, question, &output, reply);
    return true;
}

// The standard deviation of the score would be lost in the digits of its square.
static void write_more(const KatagoNetwork *network, const Position *pos,
                       const KatagoAnswer *answer, Text *reply)
{
    if (katago_output_is_optimistic(katago_network_model(network)))
        write_policy(pos, "optimisticPolicy", answer->optimistic, reply);
    text_printf(reply, "scoreStdev %.3f\n", (double)answer->output.score_stdev);
}

// The same of a network of KataGo's.
static bool add_katago_answer(const Engine *engine, const RawQuestion *question,
                              Text *reply)
{
    const Game *game = engine_game(engine);
    const EngineOptions *options = engine_options(engine);
    const KatagoNetwork *network =
        question->asks_human ? options->human : options->katago;
    const NetworkQuery *query = &question->query;
    KatagoAnswer answer;
    if (!network_query_ask_katago(network, game, query, &answer))
        return false;
    write_katago_numbers(question, &answer.output, reply);
    write_policy(&game->position, "policy", answer.policy, reply);
    if (question->tells_more)
        write_more(network, &game->position, &answer, reply);
    write_ownership(&game->position, answer.output.ownership,
                    white_view(query->player, &answer.output).sign, reply);
    return true;
}

static bool add_answer(const Engine *engine, const RawQuestion *question, Text *reply)
{
    const EngineOptions *options = engine_options(engine);
    text_printf(reply, "symmetry %d\n", question->query.symmetry);
    return question->asks_human || options->katago != NULL
               ? add_katago_answer(engine, question, reply)
               : add_own_answer(options->network, engine_game(engine), question, reply);
}

// Is there a network that can be asked about the board?
static bool has_network(const Engine *engine, bool asks_human, Text *reply)
{
    const EngineOptions *options = engine_options(engine);
    const Position *pos = &engine_game(engine)->position;
    if (asks_human && options->human == NULL)
        return command_fail(reply, "no network that imitates people in use: start the "
                                   "engine with -human-model FILE");
    if (!asks_human && options->network == NULL)
        return command_fail(reply,
                            "no network in use: start the engine without --no-net");
    if ((asks_human || options->katago != NULL) &&
        !katago_network_takes(pos->columns, pos->rows))
        return command_fail(reply, "the board is too small: networks of KataGo's take "
                                   "no board with a side of 1");
    return true;
}

// As in KataGo, the optimism of the search's root is used if none is given. A network
// of ours is then asked without.
static float usual_optimism(const EngineOptions *options)
{
    return options->katago != NULL ? 0.01f * (float)options->params.root_policy_optimism
                                   : 0;
}

// Answers for one symmetry or for all.
static bool answer_question(const Engine *engine, const RawQuestion *question,
                            Text *reply)
{
    int symmetry = question->query.symmetry;
    RawQuestion single = *question;
    single.query.profile = engine_options(engine)->profile;
    single.query.doubling = (float)doubling_of_white(&engine_options(engine)->doubling,
                                                     single.query.player);
    if (!has_network(engine, question->asks_human, reply))
        return false;
    for (int i = 0; i < SYMMETRY_COUNT; i++) {
        if (symmetry != ALL_SYMMETRIES && symmetry != i)
            continue;
        single.query.symmetry = i;
        if (!add_answer(engine, &single, reply)) {
            text_clear(reply);
            return command_fail(reply, "out of memory");
        }
    }
    return true;
}

static Color player_to_move(const Engine *engine)
{
    return (Color)engine_game(engine)->position.to_play;
}

static bool handle_raw_network(Session *session, const Command *command, Text *reply)
{
    const Engine *engine = session->engine;
    RawQuestion question = {
        .query = {.player = player_to_move(engine),
                  .optimism = usual_optimism(engine_options(engine))}};
    if (!read_query(command, read_optimism, &question.query))
        return command_fail(
            reply, "syntax error: kata-raw-nn takes [COLOR], a symmetry from 0 to 7 or "
                   "`all`, and [OPTIMISM] from 0 to 1");
    return answer_question(engine, &question, reply);
}

static bool read_nothing(const char *word, NetworkQuery *query)
{
    (void)word, (void)query;
    return false;
}

static bool handle_human_network(Session *session, const Command *command, Text *reply)
{
    const Engine *engine = session->engine;
    RawQuestion question = {.query = {.player = player_to_move(engine)},
                            .asks_human = true};
    if (!read_query(command, read_nothing, &question.query))
        return command_fail(reply,
                            "syntax error: kata-raw-human-nn takes [COLOR] and a "
                            "symmetry from 0 to 7 or `all`");
    return answer_question(engine, &question, reply);
}

static bool handle_full_network(Session *session, const Command *command, Text *reply)
{
    const Engine *engine = session->engine;
    RawQuestion question = {.query = {.player = player_to_move(engine)},
                            .tells_more = true};
    if (!read_query(command, read_root, &question.query))
        return command_fail(reply,
                            "syntax error: ponnuki-raw-nn takes [COLOR], a symmetry "
                            "from 0 to 7 or `all`, and [root]");
    return answer_question(engine, &question, reply);
}

// Uses the networks of a file, or those in the program. Errors: false, with a message.
static bool change_networks(Session *session, const char *path, Text *reply)
{
    char error[NETWORK_ERROR_SIZE];
    NetworkSet set;
    if (!network_set_open(path, session->means, &set, error)) {
        text_printf(reply, "cannot load network: %s", error);
        return false;
    }
    if (!engine_use_networks(session->engine, set.network, set.katago)) {
        network_set_close(&set);
        return command_fail(reply, "cannot load network: out of memory");
    }
    set.human = session->networks->human; // these stay
    set.people = session->networks->people;
    session->networks->human = NULL;
    session->networks->people = NULL;
    network_set_close(session->networks);
    *session->networks = set;
    return true;
}

static bool handle_load_network(Session *session, const Command *command, Text *reply)
{
    const char *path = command->argc > 0 ? command->argv[0] : NULL;
    if (session->networks == NULL)
        return command_fail(reply, "cannot load network: it cannot be changed here");
    if (path != NULL && session->records == RECORDS_NOWHERE)
        return command_fail(reply, "cannot load network: " COMMAND_NO_FILES);
    return change_networks(session, path, reply);
}

// Adds a string of JSON.
static void add_json_string(const char *string, Text *reply)
{
    text_add_char(reply, '"');
    for (; *string != '\0'; string++) {
        unsigned char byte = (unsigned char)*string;
        if (byte < ' ')
            text_printf(reply, "\\u%04x", byte);
        else
            text_printf(reply, byte == '"' || byte == '\\' ? "\\%c" : "%c", byte);
    }
    text_add_char(reply, '"');
}

// As KataGo writes it. This engine asks about one position at a time, in numbers that
// are no halves.
static void write_katago_model(const KatagoNetwork *network, Text *reply)
{
    const KatagoModel *model = katago_network_model(network);
    text_printf(reply,
                "{\"internalName\":\"%s\",\"maxBatchSize\":1,\"name\":", model->name);
    add_json_string(katago_network_path(network), reply);
    text_printf(reply,
                ",\"usesHumanSLProfile\":%s,\"usingFP16\":\"false\",\"version\":%d}",
                katago_network_imitates(network) ? "true" : "false", model->version);
}

static bool handle_models(Session *session, const Command *command, Text *reply)
{
    (void)command;
    const EngineOptions *options = engine_options(session->engine);
    char name[NETWORK_TEXT_SIZE];
    text_add_char(reply, '[');
    if (options->katago != NULL) {
        write_katago_model(options->katago, reply);
    } else if (options->network != NULL) {
        network_describe(options->network, name);
        text_printf(reply, "{\"name\":\"%s\",\"version\":%d}", name,
                    network_version(options->network));
    }
    if (options->human != NULL) {
        text_add(reply, options->network != NULL ? "," : "");
        write_katago_model(options->human, reply);
    }
    text_add_char(reply, ']');
    return true;
}

const CommandEntry NETWORK_COMMANDS[] = {
    {"kata-raw-nn", 1, 3, handle_raw_network,
     "[COLOR] 0..7|all [OPTIMISM]: what the network alone says, for one symmetry of "
     "the board or for each"},
    {"ponnuki-raw-nn", 1, 3, handle_full_network,
     "[COLOR] 0..7|all [root]: what the network alone says, with both policies; as "
     "`root` "
     "it is not shown the last moves"},
    {"kata-raw-human-nn", 1, 2, handle_human_network,
     "[COLOR] 0..7|all: what the network of -human-model alone says"},
    {"kata-get-models", 0, 0, handle_models, ": networks in use, as JSON"},
    {"ponnuki-load_network", 0, 1, handle_load_network,
     "[FILE]: use the network in FILE from now on, without FILE that of the program; "
     "the "
     "search tree is discarded"},
    {NULL, 0, 0, NULL, NULL},
};
