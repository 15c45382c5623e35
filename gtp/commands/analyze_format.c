// SPDX-License-Identifier: MIT
#include "analyze_format.h"

#include <inttypes.h>

// The digits by which CGOS shows ownership, from -1 to 1.
static const char CGOS_DIGITS[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void write_vertex(Point move, Text *text)
{
    char vertex[VERTEX_SIZE];
    point_to_vertex(move, vertex);
    text_add(text, vertex);
}

// The words before the numbers of a move, and the one after its name.
static void write_name(const AnalysisMove *move, int order, Text *text)
{
    text_add(text, order == 0 ? "info move " : " info move ");
    write_vertex(move->candidate.move, text);
    text_printf(text, " visits %" PRIu32, move->visits);
}

static int line_length(const AnalysisMove *move, const AnalyzeOptions *options)
{
    bool is_cut = options->line_max > 0 && options->line_max < move->line_length;
    return is_cut ? options->line_max : move->line_length;
}

static void write_line(const AnalysisMove *move, int order, int length, Text *text)
{
    text_printf(text, " order %d pv", order);
    for (int i = 0; i < length; i++) {
        text_add_char(text, ' ');
        write_vertex(move->line[i], text);
    }
}

static void write_line_visits(const AnalysisMove *move, const char *name, int length,
                              Text *text)
{
    text_printf(text, " %s", name);
    for (int i = 0; i < length; i++)
        text_printf(text, " %" PRIu32, move->line_visits[i]);
}

// Are the numbers written for the other player than the one to move?
static bool is_turned(const SearchReport *report, const AnalyzeOptions *options)
{
    switch (options->win_rates_as) {
    case WIN_RATES_AS_TO_MOVE:
        return false;
    case WIN_RATES_AS_BLACK:
        return report->player == WHITE;
    case WIN_RATES_AS_WHITE:
        return report->player == BLACK;
    }
    return false;
}

static double turn_rate(double rate, bool turned)
{
    return turned ? 1 - rate : rate;
}

static double turn_score(double score, bool turned)
{
    return turned && score != 0 ? -score : score; // there is no -0
}

static int of_10000(double part)
{
    return (int)(10000 * part + 0.5);
}

void analyze_write_lz(const Analysis *analysis, const AnalyzeOptions *options,
                      Text *text)
{
    bool turned = is_turned(&analysis->report, options);
    for (int i = 0; i < analysis->move_count; i++) {
        const AnalysisMove *move = &analysis->moves[i];
        write_name(move, i, text);
        text_printf(text, " winrate %d prior %d lcb %d",
                    of_10000(turn_rate(move->win_rate, turned)), of_10000(move->prior),
                    of_10000(turn_rate(move->low_rate, turned)));
        write_line(move, i, line_length(move, options), text);
    }
    text_add_char(text, '\n');
}

// Numbers of the points of the board, row by row from the top. `sign` is theirs.
static void write_points(const char *name, const float numbers[], double sign,
                         const Position *pos, Text *text)
{
    text_printf(text, " %s", name);
    for (int row = pos->rows; row >= 1; row--)
        for (int column = 0; column < pos->columns; column++) {
            double number = (double)numbers[point_at(column, row)];
            text_printf(text, " %.4f", number != 0 ? sign * number : 0);
        }
}

// The sign of the numbers of those that are Black's.
static double sign_of(const SearchReport *report, const AnalyzeOptions *options)
{
    return (report->player == BLACK) != is_turned(report, options) ? 1 : -1;
}

// Writes who owns what after a move. Estimates are Black's.
static void write_move_owners(const Analysis *analysis, Point move,
                              const AnalyzeOptions *options, const Position *pos,
                              Text *text)
{
    const OwnerEstimate *owners = analysis->order.move_owners;
    if (owners == NULL)
        return;
    if (options->moves_ownership)
        write_points("movesOwnership", owners[move].owner,
                     sign_of(&analysis->report, options), pos, text);
    if (options->moves_ownership_deviation)
        write_points("movesOwnershipStdev", owners[move].deviation, 1, pos, text);
}

static void write_kata_move(const AnalysisMove *move, int order, bool turned,
                            const AnalyzeOptions *options, Text *text)
{
    int length = line_length(move, options);
    double score = turn_score(move->score, turned);
    write_name(move, order, text);
    text_printf(text, " winrate %.6f scoreMean %.3f scoreStdev %.3f scoreLead %.3f",
                turn_rate(move->win_rate, turned), score, move->score_deviation, score);
    text_printf(text, " prior %.6f lcb %.6f", move->prior,
                turn_rate(move->low_rate, turned));
    write_line(move, order, length, text);
    if (options->line_visits)
        write_line_visits(move, "pvVisits", length, text);
    if (options->line_edge_visits)
        write_line_visits(move, "pvEdgeVisits", length, text);
}

void analyze_write_kata(const Analysis *analysis, const AnalyzeOptions *options,
                        const Position *pos, Text *text)
{
    const SearchReport *report = &analysis->report;
    bool turned = is_turned(report, options);
    for (int i = 0; i < analysis->move_count; i++) {
        write_kata_move(&analysis->moves[i], i, turned, options, text);
        write_move_owners(analysis, analysis->moves[i].candidate.move, options, pos,
                          text);
    }
    if (options->root_info)
        text_printf(text,
                    " rootInfo visits %" PRIu64
                    " winrate %.6f scoreLead %.3f scoreStdev %.3f",
                    report->visits, turn_rate(analysis->win_rate, turned),
                    turn_score(analysis->score, turned), analysis->score_deviation);
    if (options->ownership)
        write_points("ownership", analysis->owners.owner, sign_of(report, options), pos,
                     text);
    if (options->ownership_deviation)
        write_points("ownershipStdev", analysis->owners.deviation, 1, pos, text);
    text_add_char(text, '\n');
}

static void write_cgos_move(const AnalysisMove *move, Text *text)
{
    text_add(text, "{\"move\":\"");
    write_vertex(move->candidate.move, text);
    text_printf(text,
                "\",\"visits\":%" PRIu32 ",\"winrate\":%.4f,\"score\":%.2f,"
                "\"prior\":%.4f,\"pv\":\"",
                move->visits, move->win_rate, move->score, move->prior);
    for (int i = 1; i < move->line_length; i++) {
        text_add(text, i == 1 ? "" : " ");
        write_vertex(move->line[i], text);
    }
    text_add(text, "\"}");
}

static void write_cgos_ownership(const Analysis *analysis, const Position *pos,
                                 Text *text)
{
    double sign = analysis->report.player == BLACK ? 1 : -1;
    for (int row = pos->rows; row >= 1; row--)
        for (int column = 0; column < pos->columns; column++) {
            double black = (double)analysis->owners.owner[point_at(column, row)];
            double part = (sign * black + 1) / 2;
            text_add_char(text, CGOS_DIGITS[(int)(62 * part + 0.5)]);
        }
}

void analyze_write_cgos(const Analysis *analysis, const Position *pos, Text *text)
{
    const AnalysisMove *best = &analysis->moves[0];
    text_printf(text,
                "{\"winrate\":%.4f,\"score\":%.2f,\"visits\":%" PRIu64 ",\"moves\":[",
                best->win_rate, best->score, analysis_visits(analysis));
    for (int i = 0; i < analysis->move_count; i++) {
        text_add(text, i == 0 ? "" : ",");
        write_cgos_move(&analysis->moves[i], text);
    }
    text_add(text, "],\"ownership\":\"");
    write_cgos_ownership(analysis, pos, text);
    text_add(text, "\"}\n");
}
