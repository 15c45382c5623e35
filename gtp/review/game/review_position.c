// SPDX-License-Identifier: MIT
#include "review_position.h"

#include <string.h>

static double blacks_rate(Color player, double rate)
{
    return player == BLACK ? rate : 1 - rate;
}

static double blacks_lead(Color player, double lead)
{
    return player == BLACK ? lead : -lead;
}

static ReviewMove move_of(Color player, const AnalysisMove *move)
{
    ReviewMove made = {.move = move->candidate.move,
                       .visits = move->visits,
                       .win_rate = blacks_rate(player, move->win_rate),
                       .lead = blacks_lead(player, move->score),
                       .low_rate = blacks_rate(player, move->low_rate),
                       .prior = move->prior,
                       .line_length = move->line_length < REVIEW_LINE_MAX
                                          ? move->line_length
                                          : REVIEW_LINE_MAX};
    memcpy(made.line, move->line, sizeof made.line);
    return made;
}

static void fill_points(ReviewPosition *position, const Analysis *analysis,
                        const Game *game)
{
    const Position *pos = &game->position;
    float policy[POINT_LIMIT];
    int index = 0;
    analysis_policy(analysis, game, policy);
    for (int row = pos->rows; row >= 1; row--)
        for (int column = 0; column < pos->columns; column++, index++) {
            Point p = point_at(column, row);
            position->owners[index] = analysis->owners.owner[p];
            position->policy[index] = policy[p];
        }
    position->policy[index] = policy[PASS];
}

void review_position_fill(ReviewPosition *position, const Analysis *analysis,
                          const Game *game)
{
    const SearchReport *report = &analysis->report;
    Color player = report->player;
    memset(position, 0, sizeof *position);
    position->player = player;
    position->visits = report->visits;
    position->win_rate = blacks_rate(player, analysis->win_rate);
    position->lead = blacks_lead(player, analysis->score);
    position->deviation = analysis->score_deviation;
    for (int i = 0; i < analysis->move_count; i++)
        if (position->move_count < REVIEW_MOVES_MAX &&
            (position->move_count == 0 || analysis->moves[i].visits > 0))
            position->moves[position->move_count++] =
                move_of(player, &analysis->moves[i]);
    fill_points(position, analysis, game);
}
