// SPDX-License-Identifier: MIT
//
// The best moves of a search, drawn or told, in the formats of GoGui's analyze
// commands, which gogui_commands.c lists. Source: GoGui, "Analyze commands".
#include "commands.h"

#include <inttypes.h>
#include <string.h>

#include "arguments.h"

enum {
    CANDIDATES_MAX = 20,   // shown
    CANDIDATE_PERCENT = 2, // of the visits of the first one, or more, are worth showing
};

// To the nearest whole number.
static int rounded(double number)
{
    return (int)(number < 0 ? number - 0.5 : number + 0.5);
}

// Three characters, no more fit a point: 999, 12k, .3M.
static void write_count(uint32_t count, Text *reply)
{
    static const char UNITS[] = "kMGT";
    int unit = 0;
    if (count < 1000) {
        text_printf(reply, "%" PRIu32, count);
        return;
    }
    for (count /= 1000; count >= 1000; count /= 1000)
        unit++;
    if (count < 100)
        text_printf(reply, "%" PRIu32 "%c", count, UNITS[unit]);
    else
        text_printf(reply, ".%" PRIu32 "%c", count / 100, UNITS[unit + 1]);
}

// How many candidates, which are in order, have a fair share of the visits.
static int count_shown(const SearchReport *report)
{
    int count = 0;
    const Candidate *candidates = report->candidates;
    while (count < report->candidate_count && count < CANDIDATES_MAX &&
           candidates[count].visits > 0 &&
           100 * (uint64_t)candidates[count].visits >=
               CANDIDATE_PERCENT * (uint64_t)candidates[0].visits)
        count++;
    return count;
}

// Darker green for more visits.
static void write_shades(const SearchReport *report, int count, Text *reply)
{
    const Candidate *candidates = report->candidates;
    for (int i = 0; i < count; i++) {
        if (candidates[i].move == PASS)
            continue;
        double share = (double)candidates[i].visits / (double)candidates[0].visits;
        int pale = rounded(220 * (1 - share));
        text_printf(reply, "COLOR #%02x%02x%02x ", pale, 200 + pale / 8, pale);
        command_write_vertex(candidates[i].move, reply);
        text_add_char(reply, '\n');
    }
}

static void write_labels(const SearchReport *report, int count, bool visits,
                         Text *reply)
{
    const char *before = "LABEL ", *after = "";
    for (int i = 0; i < count; i++) {
        const Candidate *candidate = &report->candidates[i];
        if (candidate->move == PASS)
            continue;
        text_add(reply, before);
        command_write_vertex(candidate->move, reply);
        text_add_char(reply, ' ');
        if (visits)
            write_count(candidate->visits, reply);
        else
            text_printf(reply, "%.0f", 100 * candidate->win_rate);
        before = " ";
        after = "\n";
    }
    text_add(reply, after);
}

// A gfx drawing: every candidate labelled, the best one in a circle, and the rest as a
// line of text.
static void draw_candidates(const SearchReport *report, bool visits, Text *reply)
{
    int count = count_shown(report);
    write_shades(report, count, reply);
    write_labels(report, count, visits, reply);
    if (report->best != PASS) {
        text_add(reply, "CIRCLE ");
        command_write_vertex(report->best, reply);
        text_add_char(reply, '\n');
    }
    text_printf(reply, "TEXT %s ", color_name(report->player));
    command_write_report(report, reply);
    text_add_char(reply, '\n');
}

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
        return command_fail(reply, "syntax error: winrate or visits");
    if (!command_read_player(session, command, 1, &player))
        return command_fail(reply, "syntax error: black or white");
    const SearchReport *report = engine_look(session->engine, player);
    if (report == NULL)
        return command_fail(reply, "out of memory");
    draw_candidates(report, visits, reply);
    return true;
}

static bool handle_last_candidates(Session *session, const Command *command,
                                   Text *reply)
{
    bool visits;
    const SearchReport *report = engine_last_report(session->engine);
    if (!read_label(command, &visits))
        return command_fail(reply, "syntax error: winrate or visits");
    if (report->playouts == 0)
        text_add(reply, "TEXT no move has been searched yet");
    else
        draw_candidates(report, visits, reply);
    return true;
}

static bool handle_candidate_list(Session *session, const Command *command, Text *reply)
{
    Color player;
    if (!command_read_player(session, command, 0, &player))
        return command_fail(reply, "syntax error: black or white");
    const SearchReport *report = engine_look(session->engine, player);
    if (report == NULL)
        return command_fail(reply, "out of memory");
    text_printf(reply, "%s: ", color_name(player));
    command_write_report(report, reply);
    int count = count_shown(report);
    for (int i = 0; i < count; i++) {
        const Candidate *candidate = &report->candidates[i];
        text_add_char(reply, '\n');
        command_write_vertex(candidate->move, reply);
        text_printf(reply, ": %" PRIu32 " visits, %.1f%%", candidate->visits,
                    100 * candidate->win_rate);
    }
    return true;
}

static bool handle_variation(Session *session, const Command *command, Text *reply)
{
    Color player;
    if (!command_read_player(session, command, 0, &player))
        return command_fail(reply, "syntax error: black or white");
    const SearchReport *report = engine_look(session->engine, player);
    if (report == NULL)
        return command_fail(reply, "out of memory");
    for (int i = 0; i < report->line_length; i++) {
        text_add(reply, i > 0 ? " " : "");
        command_write_vertex(report->line[i], reply);
    }
    return true;
}

const CommandEntry CANDIDATE_COMMANDS[] = {
    {"ponnuki-candidates", 0, 2, handle_candidates,
     "[winrate|visits] [COLOR]: the best moves as a drawing (gfx)"},
    {"ponnuki-last_candidates", 0, 1, handle_last_candidates,
     "[winrate|visits]: the same of the search that made the last move (gfx)"},
    {"ponnuki-candidate_list", 0, 1, handle_candidate_list,
     "[COLOR]: the best moves in words (hstring)"},
    {"ponnuki-variation", 0, 1, handle_variation,
     "[COLOR]: the best moves of both players from here (var)"},
    {NULL, 0, 0, NULL, NULL},
};
