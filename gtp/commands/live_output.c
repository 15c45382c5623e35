// SPDX-License-Identifier: MIT
#include "live_output.h"

#include <inttypes.h>

#include "commands.h"
#include "gogui_drawing.h"
#include "output.h"
#include "score_estimate.h"

enum { MESSAGE_CAPACITY = 1 << 13 }; // bytes; a full board is about 4,300

// Seconds between two pictures.
static const double PICTURE_INTERVAL = 0.5;
// If fewer of the playouts leave a point to one player, minus those that leave it to
// the other, the picture leaves the point out.
static const double OWNED_MIN = 0.15;

// The output about a move that is being made.
typedef struct Report {
    const LiveOutput *live_output;
    Bitboard grid; // all points of the board
    bool has_drawn;
    char bytes[MESSAGE_CAPACITY];
} Report;

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
    Report *report = object;
    if (analysis->ended || !report->live_output->says[LIVE_OUTPUT_LIVE_GFX])
        return true;
    const SearchReport *found = &analysis->report;
    Text text = text_over(report->bytes, sizeof report->bytes);
    text_add(&text, "gogui-gfx:\n");
    draw_influence(found, &report->grid, &text);
    // The labels come last: if a move is in both, its visits are shown.
    draw_variation(found, &text);
    gogui_drawing_write(found, true, &text);
    text_add_char(&text, '\n');
    live_output_say(report->live_output, &text);
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

// Writes the output after the move. gtp2ogs looks for lines about a move only until it
// has the answer.
static void conclude(Report *report, const Analysis *analysis,
                     const SearchReport *found, Point move)
{
    const bool *says = report->live_output->says;
    Text text = text_over(report->bytes, sizeof report->bytes);
    if (report->has_drawn)
        text_add(&text, "gogui-gfx: CLEAR\n");
    if (says[LIVE_OUTPUT_PV_LINES])
        write_pv_lines(analysis, move, &text);
    for (LiveOutputKind kind = LIVE_OUTPUT_MALKOVICH; kind < LIVE_OUTPUT_KINDS; kind++)
        if (says[kind])
            write_chat(found, move, kind, &text);
    live_output_say(report->live_output, &text);
}

static bool is_silent(const LiveOutput *live_output)
{
    bool silent = true;
    for (LiveOutputKind kind = 0; kind < LIVE_OUTPUT_KINDS; kind++)
        silent = silent && !live_output->says[kind];
    return silent || live_output->file == NULL;
}

Point live_output_make_move(const LiveOutput *live_output, Engine *engine, Color player,
                            MoveMaker *make, MoveError *error)
{
    Report report = {.live_output = live_output};
    AnalysisOrder order = {
        .player = player, .moves_max = POINT_LIST_MAX, .tell = draw, .object = &report};
    if (live_output->says[LIVE_OUTPUT_LIVE_GFX])
        order.interval = PICTURE_INTERVAL;
    Analysis *analysis = is_silent(live_output) ? NULL : analysis_new(&order);
    if (analysis == NULL)
        return make(engine, player, error);
    report.grid = engine_game(engine)->position.grid;
    engine_set_analysis(engine, analysis);
    Point move = make(engine, player, error);
    engine_set_analysis(engine, NULL);
    if (*error == MOVE_OK)
        conclude(&report, analysis, engine_last_report(engine), move);
    analysis_delete(analysis);
    return move;
}
