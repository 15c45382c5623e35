// SPDX-License-Identifier: MIT
#include "resignation.h"

#include "dynamic_komi.h"

// An average loss of this part of the board is a great loss. Then GREAT_LOSS_FACTOR
// times the chance is low enough to resign.
static const double GREAT_LOSS = 0.3, GREAT_LOSS_FACTOR = 4;

Resignation resignation_begin(const Game *game, const Params *params, Color player)
{
    return (Resignation){.begun = true,
                         .given = dynamic_komi_begin(game, params, player)};
}

// Fewer playouts say nothing about a chance of some percent.
enum { TRIALS_MIN = 50 };

// Number of playouts behind search_report_rate. It is those of all moves, which are
// much alike in a lost game, or those of the best move in earlier searches.
static uint64_t trials_of(const SearchReport *report)
{
    uint64_t trials = report->playouts;
    if (report->given == 0 && report->candidate_count > 0 &&
        report->candidates[0].games > trials)
        trials = report->candidates[0].games;
    return trials;
}

// Does the search say that the game is lost? With few playouts a chance to win looks
// higher than it is. It counts as low if the playouts lose by a great deal. With
// dynamic komi the chance of the best move says nothing about the game.
static bool looks_lost(const Game *game, const Params *params,
                       const SearchReport *report)
{
    double threshold = params->resign_percent / 100.0;
    if (report->score < -GREAT_LOSS * game->position.columns * game->position.rows)
        threshold *= GREAT_LOSS_FACTOR;
    return search_report_rate(report) < threshold;
}

bool resignation_is_lost(Resignation *resignation, const Game *game,
                         const Params *params, const SearchReport *report)
{
    if (trials_of(report) < TRIALS_MIN)
        return false;
    const Position *pos = &game->position;
    int result = game_result(game);
    bool leads = 2 * pos->empty_count < pos->columns * pos->rows &&
                 (report->player == BLACK ? result : -result) > 0;
    bool lost = !leads && looks_lost(game, params, report);
    resignation->lost_streak = lost ? resignation->lost_streak + 1 : 0;
    return resignation->lost_streak >= params->resign_streak;
}

// May dynamic komi be used? A network distinguishes the moves of a one-sided game by
// itself. With dynamic komi it would risk a won game for a greater win, and its values
// for two komis would meet in one tree. If White gives a handicap, no move has a real
// chance without these points.
static bool may_give(const Game *game, const SearchReport *report)
{
    return report->playouts > 0 && (!report->has_network || game->handicap >= 2);
}

void resignation_learn(Resignation *resignation, const Game *game, const Params *params,
                       const SearchReport *report)
{
    KomiExperience experience = {report->win_rate, report->score};
    if (may_give(game, report))
        resignation->given =
            dynamic_komi_adapt(game, params, resignation->given, &experience);
}
