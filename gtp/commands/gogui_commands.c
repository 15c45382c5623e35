// SPDX-License-Identifier: MIT
//
// Commands that GoGui sends beyond GTP 2: the title of its window, its dialogs, and the
// list of analyze commands. Other files implement the analyze commands. Source: GoGui,
// "GTP extensions" and "Analyze commands".
#include "commands.h"

#include <inttypes.h>
#include <string.h>

#include "arguments.h"

// An entry of GoGui's menu: how GoGui shows the answer, a label without a slash, and
// the command. The command may contain %m, the player to move, or %c, a player that the
// user chooses. %s is a word that the user types, and %w is a file.
typedef struct AnalyzeCommand {
    const char *type, *label, *command;
} AnalyzeCommand;

static const AnalyzeCommand ANALYZE_COMMANDS[] = {
    {"gfx", "Candidates by win rate", "ponnuki-candidates winrate %m"},
    {"gfx", "Candidates by visits", "ponnuki-candidates visits %m"},
    {"hstring", "Candidates in words", "ponnuki-candidate_list %m"},
    {"var", "Principal variation", "ponnuki-variation %m"},
    {"dboard", "Ownership", "ponnuki-ownership %m"},
    {"cboard", "Ownership heat map", "ponnuki-heat_map %m"},
    {"gfx", "Last search by win rate", "ponnuki-last_candidates winrate"},
    {"gfx", "Last search by visits", "ponnuki-last_candidates visits"},
    {"hstring", "Last search in words", "gomill-explain_last_move"},
    {"varc", "Suggested move", "reg_genmove %c"},
    {"plist", "Legal moves", "all_legal %m"},
    {"string", "Score", "final_score"},
    {"gfx", "Final status", "ponnuki-final_status"},
    {"bwboard", "Final area", "ponnuki-final_area"},
    {"plist", "Dead stones", "final_status_list dead"},
    {"plist", "Living stones", "final_status_list alive"},
    {"plist", "Stones in seki", "final_status_list seki"},
    {"sboard", "Liberties", "ponnuki-liberties"},
    {"dboard", "Prior map", "ponnuki-priors rate %m"},
    {"sboard", "Prior visits", "ponnuki-priors visits %m"},
    {"sboard", "Prior wins", "ponnuki-priors wins %m"},
    {"param", "Rules", "ponnuki-rules"},
    {"param", "Thinking", "ponnuki-thinking"},
    {"param", "Commentary", "ponnuki-commentary"},
    {"param", "Parameters", "ponnuki-params"},
    {"none", "Forget the tree", "clear_cache"},
    {"none", "Set random seed", "set_random_seed %s"},
    {"hstring", "Describe the engine", "gomill-describe_engine"},
    {"string", "Show the board", "showboard"},
    {"none", "Save the game", "printsgf %w"},
};

enum { ANALYZE_COUNT = sizeof ANALYZE_COMMANDS / sizeof ANALYZE_COMMANDS[0] };

static bool handle_analyze_commands(Session *session, const Command *command,
                                    Text *reply)
{
    (void)session, (void)command;
    for (int i = 0; i < ANALYZE_COUNT; i++) {
        const AnalyzeCommand *entry = &ANALYZE_COMMANDS[i];
        text_printf(reply, "%s/%s/%s\n", entry->type, entry->label, entry->command);
    }
    return true;
}

static bool handle_title(Session *session, const Command *command, Text *reply)
{
    (void)command;
    const Game *game = engine_game(session->engine);
    text_printf(reply, "Ponnuki %s, %s rules", commands_version(), game->rules.name);
    return true;
}

// Ignores the version: no version of GoGui can do more here than another.
static bool handle_gogui_version(Session *session, const Command *command, Text *reply)
{
    (void)session, (void)command, (void)reply;
    return true;
}

static bool show_rules(const Game *game, Text *reply)
{
    int count;
    const Rules *presets = rules_presets(&count);
    text_add(reply, "[list");
    for (int i = 0; i < count; i++)
        text_printf(reply, "/%s", presets[i].name);
    if (rules_find(game->rules.name) == NULL) // KataGo's, set by another command
        text_printf(reply, "/%s", game->rules.name);
    text_printf(reply, "] rules %s\n", game->rules.name);
    return true;
}

static bool handle_rules(Session *session, const Command *command, Text *reply)
{
    Rules rules;
    if (command->argc == 0)
        return show_rules(engine_game(session->engine), reply);
    if (command->argc == 1 || strcmp(command->argv[0], "rules") != 0)
        return command_fail_usage(command, reply);
    if (strcmp(command->argv[1], engine_game(session->engine)->rules.name) == 0)
        return true; // GoGui sets everything that it shows
    char bytes[ARG_ALLOWED_SIZE];
    Text allowed = text_over(bytes, sizeof bytes);
    if (!arg_rules(command->argv[1], &rules, &allowed))
        return arg_refuse("unknown rules", command->argv[1], bytes, reply);
    engine_set_rules(session->engine, &rules);
    return true;
}

static bool show_thinking(const EngineOptions *options, Text *reply)
{
    text_printf(reply, "[string] playouts %" PRIu64 "\n", options->playouts);
    text_printf(reply, "[string] seconds %g\n", options->seconds);
    text_printf(reply, "[bool] ponder %d\n", options->ponder);
    return true;
}

static bool handle_thinking(Session *session, const Command *command, Text *reply)
{
    Engine *engine = session->engine;
    const EngineOptions *options = engine_options(engine);
    SearchLimits limits = engine_limits(engine);
    int ponder = options->ponder;
    if (command->argc == 0)
        return show_thinking(options, reply);
    if (command->argc == 1)
        return command_fail_usage(command, reply);
    const char *name = command->argv[0], *value = command->argv[1];
    if (strcmp(name, "playouts") == 0) {
        if (!arg_uint64(value, &limits.playouts))
            return command_fail(
                reply,
                "syntax error: playouts must be a whole number, at least 0; 0 means "
                "no limit");
    } else if (strcmp(name, "seconds") == 0) {
        if (!arg_float(value, &limits.seconds) || limits.seconds < 0)
            return command_fail(
                reply,
                "syntax error: seconds must be a number, at least 0; 0 means no limit");
    } else if (strcmp(name, "ponder") == 0) {
        if (!arg_int(value, &ponder) || ponder > 1)
            return command_fail(reply, "syntax error: the value must be 0 or 1");
    } else {
        return command_fail(
            reply, "unknown parameter: the name must be playouts, seconds or ponder");
    }
    engine_set_limits(engine, limits);
    engine_set_ponder(engine, ponder == 1);
    return true;
}

static bool show_commentary(const LiveOutput *live_output, Text *reply)
{
    for (LiveOutputKind kind = 0; kind < LIVE_OUTPUT_KINDS; kind++)
        text_printf(reply, "[bool] %s %d\n", live_output_name(kind),
                    live_output->says[kind]);
    return true;
}

static bool handle_commentary(Session *session, const Command *command, Text *reply)
{
    int value;
    bool *says = session->live_output.says;
    if (command->argc == 0)
        return show_commentary(&session->live_output, reply);
    if (command->argc == 1)
        return command_fail_usage(command, reply);
    if (!arg_int(command->argv[1], &value) || value > 1)
        return command_fail(reply, "syntax error: the value must be 0 or 1");
    for (LiveOutputKind kind = 0; kind < LIVE_OUTPUT_KINDS; kind++)
        if (strcmp(command->argv[0], live_output_name(kind)) == 0) {
            says[kind] = value == 1;
            return true;
        }
    return command_fail(
        reply, "unknown parameter: the name must be live_gfx, pv_lines, malkovich "
               "or discussion");
}

const CommandEntry GOGUI_COMMANDS[] = {
    {"gogui-analyze_commands", 0, ARGS_ANY, handle_analyze_commands,
     ": entries of GoGui's dialog Analyze Commands"},
    {"gogui-title", 0, ARGS_ANY, handle_title, ": title for GoGui's window"},
    {"gogui-version", 0, ARGS_ANY, handle_gogui_version,
     "VERSION: accepted without effect; GoGui tells its version"},
    {"ponnuki-rules", 0, 2, handle_rules,
     "[rules NAME]: set the rules, or show them for GoGui's dialog"},
    {"ponnuki-thinking", 0, 2, handle_thinking,
     "[playouts|seconds|ponder VALUE]: set a limit per move or pondering, or show "
     "them for GoGui's dialog"},
    {"ponnuki-commentary", 0, 2, handle_commentary,
     "[live_gfx|pv_lines|malkovich|discussion 0|1]: switch an output on standard "
     "error off or on, or show all for GoGui's dialog"},
    {NULL, 0, 0, NULL, NULL},
};
