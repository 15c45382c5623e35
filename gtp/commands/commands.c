// SPDX-License-Identifier: MIT
#include "commands.h"

#include <inttypes.h>
#include <string.h>

#include "arguments.h"
#include "score_estimate.h"

// In the order of list_commands.
static const CommandEntry *const FAMILIES[] = {
    SESSION_COMMANDS, SETUP_COMMANDS,      PLAY_COMMANDS,        SGF_COMMANDS,
    CLOCK_COMMANDS,   SCORE_COMMANDS,      ANALYSIS_COMMANDS,    CGOS_COMMANDS,
    KGS_COMMANDS,     RULES_COMMANDS,      NETWORK_COMMANDS,     PARAM_COMMANDS,
    GOGUI_COMMANDS,   GOGUI_MOVE_COMMANDS, GOGUI_BOARD_COMMANDS, DEBUG_COMMANDS,
};

enum { FAMILY_COUNT = sizeof FAMILIES / sizeof FAMILIES[0] };

static const CommandEntry *find_entry(const char *name)
{
    for (int i = 0; i < FAMILY_COUNT; i++)
        for (const CommandEntry *entry = FAMILIES[i]; entry->name != NULL; entry++)
            if (strcmp(entry->name, name) == 0)
                return entry;
    return NULL;
}

bool commands_run(Session *session, const Command *command, Text *reply)
{
    const CommandEntry *entry = find_entry(command->name);
    if (entry == NULL)
        return command_fail(reply, "unknown command");
    bool too_many = entry->args_max != ARGS_ANY && command->argc > entry->args_max;
    if (command->argc < entry->args_min || too_many)
        return command_fail_usage(command, reply);
    bool done = entry->handler(session, command, reply);
    game_archive_look(session->archive, session->engine);
    return done;
}

bool commands_is_known(const char *name)
{
    return find_entry(name) != NULL;
}

void commands_write_names(Text *text)
{
    for (int i = 0; i < FAMILY_COUNT; i++)
        for (const CommandEntry *entry = FAMILIES[i]; entry->name != NULL; entry++)
            text_printf(text, "%s\n", entry->name);
}

void commands_write_help(Text *text)
{
    for (int i = 0; i < FAMILY_COUNT; i++)
        for (const CommandEntry *entry = FAMILIES[i]; entry->name != NULL; entry++)
            text_printf(text, "%s %s\n", entry->name, entry->help);
}

const char *commands_version(void)
{
    return PONNUKI_VERSION;
}

bool command_fail_usage(const Command *command, Text *reply)
{
    const char *help = find_entry(command->name)->help;
    const char *colon = strstr(help, ": ");
    int length = colon != NULL ? (int)(colon - help) : (int)strlen(help);
    text_printf(reply, "syntax error: %s takes ", command->name);
    if (length == 0)
        text_add(reply, "no arguments");
    else
        text_printf(reply, "%.*s", length, help);
    return false;
}

bool command_read_player(Session *session, const Command *command, int index,
                         Color *player, Text *reply)
{
    *player = (Color)engine_game(session->engine)->position.to_play;
    return command->argc <= index ||
           arg_need_color(command->argv[index], player, reply);
}

void command_write_vertex(Point point, Text *reply)
{
    char vertex[VERTEX_SIZE];
    point_to_vertex(point, vertex);
    text_add(reply, vertex);
}

void command_write_points(const Bitboard *points, Text *reply)
{
    const char *separator = "";
    for (Point p = bitboard_first(points); p; p = bitboard_next(points, p)) {
        text_add(reply, separator);
        command_write_vertex(p, reply);
        separator = " ";
    }
}

bool command_genmove(Session *session, const Command *command, MovePurpose purpose,
                     Text *reply)
{
    LiveReport report;
    MoveResult result;
    MoveRequest request = {.purpose = purpose};
    LiveOutput live_output = session->live_output;
    if (!arg_need_color(command->argv[0], &request.player, reply))
        return false;
    if (purpose == MOVE_REPRODUCE) { // lines are about moves that are played
        live_output = (LiveOutput){.file = live_output.file};
        live_output.says[LIVE_OUTPUT_LIVE_GFX] =
            session->live_output.says[LIVE_OUTPUT_LIVE_GFX];
    }
    request.listener = live_output_begin(&live_output, session->engine, &report);
    MoveError error = engine_genmove(session->engine, &request, &result);
    if (error != MOVE_OK)
        return command_fail(reply, move_error_text(error));
    if (request.listener != NULL)
        live_output_conclude(&report, &result);
    command_write_vertex(result.move, reply);
    return true;
}

void command_write_chances(const SearchReport *report, Text *reply)
{
    text_printf(reply, "%.1f%% %+.1f", 100 * report->win_rate,
                score_estimate_score(report));
}

void command_write_report(const SearchReport *report, Text *reply)
{
    command_write_chances(report, reply);
    text_printf(reply, ", %" PRIu64 " playouts in %.2f s", report->playouts,
                report->seconds);
    for (int i = 0; i < report->line_length; i++) {
        text_add(reply, i == 0 ? ", expects " : " ");
        command_write_vertex(report->line[i], reply);
    }
}

static bool handle_protocol_version(Session *session, const Command *command,
                                    Text *reply)
{
    (void)session, (void)command;
    text_add(reply, "2");
    return true;
}

static bool handle_name(Session *session, const Command *command, Text *reply)
{
    (void)command;
    text_add(reply, session->name != NULL ? session->name : "Ponnuki");
    return true;
}

static bool handle_version(Session *session, const Command *command, Text *reply)
{
    (void)command;
    const char *version = session->version;
    text_add(reply, version != NULL ? version : commands_version());
    return true;
}

static bool handle_known_command(Session *session, const Command *command, Text *reply)
{
    (void)session;
    bool known = command->argc > 0 && commands_is_known(command->argv[0]);
    text_add(reply, known ? "true" : "false");
    return true;
}

static bool handle_list_commands(Session *session, const Command *command, Text *reply)
{
    (void)session, (void)command;
    commands_write_names(reply);
    return true;
}

static bool handle_help(Session *session, const Command *command, Text *reply)
{
    (void)session, (void)command;
    commands_write_help(reply);
    return true;
}

static bool handle_quit(Session *session, const Command *command, Text *reply)
{
    (void)command, (void)reply;
    session->quit = true;
    return true;
}

// The server itself handles this command, because it sees "# interrupt" before any
// handler could.
static bool handle_interrupt(Session *session, const Command *command, Text *reply)
{
    (void)session, (void)command, (void)reply;
    return true;
}

const CommandEntry SESSION_COMMANDS[] = {
    {"protocol_version", 0, ARGS_ANY, handle_protocol_version,
     ": version of GTP, always 2"},
    {"name", 0, ARGS_ANY, handle_name, ": name of the program"},
    {"version", 0, ARGS_ANY, handle_version, ": version of the program"},
    {"known_command", 0, ARGS_ANY, handle_known_command,
     "NAME: `true` if the command exists, else `false`"},
    {"list_commands", 0, ARGS_ANY, handle_list_commands,
     ": names of all commands, one a line"},
    {"help", 0, ARGS_ANY, handle_help, ": all commands with their arguments"},
    {"gogui-interrupt", 0, ARGS_ANY, handle_interrupt,
     ": tells GoGui that the line `# interrupt` ends a search"},
    {"quit", 0, ARGS_ANY, handle_quit, ": end the session"},
    {NULL, 0, 0, NULL, NULL},
};
