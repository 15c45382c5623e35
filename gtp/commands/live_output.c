// SPDX-License-Identifier: MIT
#include "live_output.h"

#include <inttypes.h>

#include "commands.h"
#include "gogui_drawing.h"
#include "output.h"
#include "score_estimate.h"

// Seconds between two pictures.
static const double PICTURE_INTERVAL = 0.5;
// If fewer of the playouts leave a point to one player, minus those that leave it to
// the other, the picture leaves the point out.
static const double OWNED_MIN = 0.15;

const char *live_output_name(LiveOutputKind kind)
{
    static const char *const NAMES[LIVE_OUTPUT_KINDS] = {
        [LIVE_OUTPUT_LIVE_GFX] = "live_gfx",
        [LIVE_OUTPUT_PV_LINES] = "pv_lines",
        [LIVE_OUTPUT_MALKOVICH] = "malkovich",
        [LIVE_OUTPUT_DISCUSSION] = "discussion",
    };
    return NAMES[kind];
}

void live_output_say(const LiveOutput *live_output, const Text *text)
{
    if (live_output->file != NULL && !text->truncated)
        output_offer(fileno(live_output->file), text->bytes, text->length);
}

static void write_moves(const Point line[], int length, Text *text)
{
    for (int i = 0; i < length; i++) {
        text_add_char(text, ' ');
        command_write_vertex(line[i], text);
    }
}

// The principal variation as numbered stones.
static void draw_variation(const SearchReport *found, Text *text)
{
    Color player = found->player;
    text_add(text, "VAR");
    for (int i = 0; i < found->line_length; i++, player = color_other(player)) {
        text_add(text, player == BLACK ? " b" : " w");
        write_moves(&found->line[i], 1, text);
    }
    text_add_char(text, '\n');
}

// Draws the expected owners, from 1 for Black to -1 for White.
static void draw_influence(const SearchReport *found, const Bitboard *grid, Text *text)
{
    if (found->ownership_playouts == 0)
        return;
    text_add(text, "INFLUENCE");
    for (Point p = bitboard_first(grid); p; p = bitboard_next(grid, p)) {
        double share = score_estimate_owner(found, p);
        if (share < OWNED_MIN && share > -OWNED_MIN)
            continue;
        write_moves(&p, 1, text);
        text_printf(text, " %.1f", share);
    }
    text_add_char(text, '\n');
}

// An AnalysisOrder's tell: draws a picture of a running search.
static bool draw(void *object, const Analysis *analysis)
{
    LiveReport *report = object;
    if (analysis->ended || !report->live_output.says[LIVE_OUTPUT_LIVE_GFX])
        return true;
    const SearchReport *found = &analysis->report;
    Text text = text_over(report->bytes, sizeof report->bytes);
    text_add(&text, "gogui-gfx:\n");
    draw_influence(found, &report->grid, &text);
    // The labels come last: if a move is in both, its visits are shown.
    draw_variation(found, &text);
    gogui_drawing_write(found, true, &text);
    text_add_char(&text, '\n');
    live_output_say(&report->live_output, &text);
    report->has_drawn = true;
    return true;
}

// Finds what is known of the move that was made. For a resignation, it is the best
// move. NULL if no search made the move.
static const AnalysisMove *find_move(const Analysis *analysis, Point move)
{
    for (int i = 0; i < analysis->move_count; i++)
        if (move == RESIGN || analysis->moves[i].candidate.move == move)
            return &analysis->moves[i];
    return NULL;
}

// gtp2ogs shows the chance to win, the visits, the playouts and the line. It reads no
// negative numbers.
static void write_pv_lines(const Analysis *analysis, Point move, Text *text)
{
    const AnalysisMove *best = find_move(analysis, move);
    const SearchReport *found = &analysis->report;
    if (best == NULL || found->playouts == 0)
        return;
    double speed = found->seconds > 0 ? (double)found->playouts / found->seconds : 0;
    command_write_vertex(best->candidate.move, text);
    text_printf(text, " -> %7" PRIu32 " (V: %.2f%%) (LCB: %.2f%%) (N: %.2f%%) PV:",
                best->visits, 100 * best->win_rate, 100 * best->low_rate,
                100 * best->prior);
    write_moves(best->line, best->line_length, text);
    // The tree does not tell its number of nodes, and gtp2ogs does not show it. So it
    // is the visits again.
    uint64_t visits = analysis_visits(analysis);
    text_printf(text,
                "\n%" PRIu64 " visits, %" PRIu64 " nodes, %" PRIu64
                " playouts, %.0f n/s\n",
                visits, visits, found->playouts, speed);
}

static void write_chat(const SearchReport *found, Point move, LiveOutputKind kind,
                       Text *text)
{
    bool hidden = kind == LIVE_OUTPUT_MALKOVICH;
    text_add(text, hidden ? "MALKOVICH:" : "DISCUSSION:");
    command_write_vertex(move, text);
    text_add(text, ": ");
    if (hidden)
        command_write_report(found, text);
    else
        command_write_chances(found, text);
    text_add_char(text, '\n');
}

static bool is_silent(const LiveOutput *live_output)
{
    bool silent = true;
    for (LiveOutputKind kind = 0; kind < LIVE_OUTPUT_KINDS; kind++)
        silent = silent && !live_output->says[kind];
    return silent || live_output->file == NULL;
}

const AnalysisOrder *live_output_begin(const LiveOutput *live_output,
                                       const Engine *engine, LiveReport *report)
{
    bool draws = live_output->says[LIVE_OUTPUT_LIVE_GFX];
    if (is_silent(live_output))
        return NULL;
    report->live_output = *live_output;
    report->grid = engine_game(engine)->position.grid;
    report->has_drawn = false;
    report->listener = (AnalysisOrder){.interval = draws ? PICTURE_INTERVAL : 0,
                                       .moves_max = POINT_LIST_MAX,
                                       .tell = draw,
                                       .object = report};
    return &report->listener;
}

// gtp2ogs looks for lines about a move only until it has the answer.
void live_output_conclude(LiveReport *report, const MoveResult *result)
{
    const bool *says = report->live_output.says;
    Text text = text_over(report->bytes, sizeof report->bytes);
    if (report->has_drawn)
        text_add(&text, "gogui-gfx: CLEAR\n");
    if (says[LIVE_OUTPUT_PV_LINES])
        write_pv_lines(result->analysis, result->move, &text);
    for (LiveOutputKind kind = LIVE_OUTPUT_MALKOVICH; kind < LIVE_OUTPUT_KINDS; kind++)
        if (says[kind])
            write_chat(result->report, result->move, kind, &text);
    live_output_say(&report->live_output, &text);
}
