// SPDX-License-Identifier: MIT
#include "gogui_drawing.h"

#include <inttypes.h>

#include "commands.h"

enum {
    CANDIDATES_MAX = 20,   // maximum number shown
    CANDIDATE_PERCENT = 2, // fewer visits, as % of the first one's, are not shown
};

// To the nearest whole number.
static int rounded(double number)
{
    return (int)(number < 0 ? number - 0.5 : number + 0.5);
}

// At most three characters fit a point: 999, 12k, .3M.
static void write_count(uint32_t count, Text *text)
{
    static const char UNITS[] = "kMGT";
    int unit = 0;
    if (count < 1000) {
        text_printf(text, "%" PRIu32, count);
        return;
    }
    for (count /= 1000; count >= 1000; count /= 1000)
        unit++;
    if (count < 100)
        text_printf(text, "%" PRIu32 "%c", count, UNITS[unit]);
    else
        text_printf(text, ".%" PRIu32 "%c", count / 100, UNITS[unit + 1]);
}

int gogui_drawing_count(const SearchReport *report)
{
    int count = 0;
    const Candidate *candidates = report->candidates;
    while (count < report->candidate_count && count < CANDIDATES_MAX &&
           candidates[count].games > 0 &&
           100 * (uint64_t)candidates[count].games >=
               CANDIDATE_PERCENT * (uint64_t)candidates[0].games)
        count++;
    return count;
}

// Darker green for more visits.
static void write_shades(const SearchReport *report, int count, Text *text)
{
    const Candidate *candidates = report->candidates;
    for (int i = 0; i < count; i++) {
        if (candidates[i].move == PASS)
            continue;
        double share = (double)candidates[i].games / (double)candidates[0].games;
        int pale = share < 1 ? rounded(220 * (1 - share)) : 0;
        text_printf(text, "COLOR #%02x%02x%02x ", pale, 200 + pale / 8, pale);
        command_write_vertex(candidates[i].move, text);
        text_add_char(text, '\n');
    }
}

static void write_labels(const SearchReport *report, int count, bool visits, Text *text)
{
    const char *before = "LABEL ", *after = "";
    for (int i = 0; i < count; i++) {
        const Candidate *candidate = &report->candidates[i];
        if (candidate->move == PASS)
            continue;
        text_add(text, before);
        command_write_vertex(candidate->move, text);
        text_add_char(text, ' ');
        if (visits)
            write_count(search_report_visits(report, candidate), text);
        else
            text_printf(text, "%.0f", 100 * candidate->win_rate);
        before = " ";
        after = "\n";
    }
    text_add(text, after);
}

void gogui_drawing_write(const SearchReport *report, bool visits, Text *text)
{
    int count = gogui_drawing_count(report);
    write_shades(report, count, text);
    write_labels(report, count, visits, text);
    if (report->best != PASS) {
        text_add(text, "CIRCLE ");
        command_write_vertex(report->best, text);
        text_add_char(text, '\n');
    }
    text_printf(text, "TEXT %s ", color_name(report->player));
    command_write_report(report, text);
    text_add_char(text, '\n');
}
