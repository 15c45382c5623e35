// SPDX-License-Identifier: MIT
//
// The best moves of a search, as drawings or text, in the formats of GoGui's analyze
// commands. gogui_commands.c lists these commands. Source: GoGui, "Analyze commands".
#include "commands.h"

#include <inttypes.h>
#include <string.h>

#include "arguments.h"
#include "gogui_drawing.h"

enum { LINES_DEFAULT = 10, LINES_MAX = 1000 }; // of ponnuki-searched_lines

// `winrate` or `visits`.
static bool read_label(const Command *command, bool *visits)
{
    const char *word = command->argc > 0 ? command->argv[0] : "winrate";
    *visits = strcmp(word, "visits") == 0;
    return *visits || strcmp(word, "winrate") == 0;
}

static bool handle_candidates(Session *session, const Command *command, Text *reply)
{
    Color player;
    bool visits;
    if (!read_label(command, &visits))
        return command_fail(
            reply, "syntax error: the first argument must be winrate or visits");
    if (!command_read_player(session, command, 1, &player, reply))
        return false;
    const SearchReport *report = engine_look(session->engine, player);
    if (report == NULL)
        return command_fail(reply, "out of memory");
    gogui_drawing_write(report, visits, reply);
    return true;
}

static bool handle_last_candidates(Session *session, const Command *command,
                                   Text *reply)
{
    bool visits;
    const SearchReport *report = engine_last_report(session->engine);
    if (!read_label(command, &visits))
        return command_fail(
            reply, "syntax error: the first argument must be winrate or visits");
    if (report->playouts == 0)
        text_add(reply, "TEXT no search yet");
    else
        gogui_drawing_write(report, visits, reply);
    return true;
}

static bool handle_candidate_list(Session *session, const Command *command, Text *reply)
{
    Color player;
    if (!command_read_player(session, command, 0, &player, reply))
        return false;
    const SearchReport *report = engine_look(session->engine, player);
    if (report == NULL)
        return command_fail(reply, "out of memory");
    text_printf(reply, "%s: ", color_name(player));
    command_write_report(report, reply);
    int count = gogui_drawing_count(report);
    for (int i = 0; i < count; i++) {
        const Candidate *candidate = &report->candidates[i];
        text_add_char(reply, '\n');
        command_write_vertex(candidate->move, reply);
        text_printf(reply, ": %" PRIu32 " visits, %.1f%%",
                    search_report_visits(report, candidate), 100 * candidate->win_rate);
    }
    return true;
}

static void write_line(const Point line[], int length, Text *reply)
{
    for (int i = 0; i < length; i++) {
        text_add(reply, i > 0 ? " " : "");
        command_write_vertex(line[i], reply);
    }
}

static bool handle_variation(Session *session, const Command *command, Text *reply)
{
    Color player;
    if (!command_read_player(session, command, 0, &player, reply))
        return false;
    const SearchReport *report = engine_look(session->engine, player);
    if (report == NULL)
        return command_fail(reply, "out of memory");
    write_line(report->line, report->line_length, reply);
    return true;
}

static void take_line(void *object, const Point line[], int length)
{
    Text *reply = object;
    write_line(line, length, reply);
    text_add_char(reply, '\n');
}

static bool handle_searched_lines(Session *session, const Command *command, Text *reply)
{
    static const ArgRange COUNTS = {1, LINES_MAX, "invalid count"};
    int count = LINES_DEFAULT;
    Color player;
    if ((command->argc > 0 &&
         !arg_need_int(command->argv[0], &COUNTS, &count, reply)) ||
        !command_read_player(session, command, 1, &player, reply))
        return false;
    LineTaker taker = {take_line, reply};
    if (!engine_sample(session->engine, player, count, &taker))
        return command_fail(reply, "out of memory");
    return true;
}

const CommandEntry GOGUI_MOVE_COMMANDS[] = {
    {"ponnuki-candidates", 0, 2, handle_candidates,
     "[winrate|visits] [COLOR]: the best moves, as a drawing (gfx)"},
    {"ponnuki-last_candidates", 0, 1, handle_last_candidates,
     "[winrate|visits]: the best moves in the search for the last move, as a drawing "
     "(gfx)"},
    {"ponnuki-candidate_list", 0, 1, handle_candidate_list,
     "[COLOR]: the best moves in words (hstring)"},
    {"ponnuki-variation", 0, 1, handle_variation,
     "[COLOR]: principal variation from this position (var)"},
    {"ponnuki-searched_lines", 0, 2, handle_searched_lines,
     "[COUNT] [COLOR]: random lines from the search tree, by default 10"},
    {NULL, 0, 0, NULL, NULL},
};
