// SPDX-License-Identifier: MIT
#include "resignation.h"

#include <math.h>

#include "handicap_lead.h"

// An average loss of this part of the board is a great loss. Then GREAT_LOSS_FACTOR
// times the chance is low enough to resign.
static const double GREAT_LOSS = 0.3, GREAT_LOSS_FACTOR = 4;

// In a game with a handicap White makes up for it from one move to another, by parts of
// the points of the board. It may always be behind by a part of it and by some points
// more. Source: KataGo 1.17, cpp/command/gtp.cpp.
static const double CATCHING_UP = 0.2, CAUGHT_UP = 0.6, LEFT_PART = 0.15,
                    LEFT_POINTS = 5;

// Fewer playouts say nothing about a chance of some percent.
enum { TRIALS_MIN = 50 };

// Number of playouts behind the chance to win, of all moves, which are much alike in a
// lost game. Those of earlier searches count, and what the network is worth.
static uint64_t trials_of(const SearchReport *report)
{
    uint64_t trials = 0;
    for (int i = 0; i < report->candidate_count; i++)
        trials += report->candidates[i].games;
    return trials > report->playouts ? trials : report->playouts;
}

// The score that the search goes by: a network of KataGo's tells it alone.
static double score_of(const SearchReport *report)
{
    return report->network_part >= 1 ? report->network_score : report->score;
}

// Is White behind by no more than what is left of the handicap? A network gives it no
// chance then, but it has all the game to catch up.
static bool is_catching_up(const Game *game, const SearchReport *report)
{
    double lead = handicap_lead(game);
    if (report->player != WHITE || game_handicap(game) < 2 || lead <= 0)
        return false;
    double points = game->position.columns * game->position.rows;
    double first = CATCHING_UP * points, last = CAUGHT_UP * points;
    double left = (last - game->move_count) / (last - first);
    if (left >= 1)
        return true;
    return score_of(report) >= -(lead * (fmax(left, 0) + LEFT_PART) + LEFT_POINTS);
}

// Does the search say that the game is lost? With few playouts a chance to win looks
// higher than it is. It counts as low if the playouts lose by a great deal.
static bool looks_lost(const Game *game, const Params *params,
                       const SearchReport *report)
{
    double threshold = params->resign_percent / 100.0;
    if (score_of(report) < -GREAT_LOSS * game->position.columns * game->position.rows)
        threshold *= GREAT_LOSS_FACTOR;
    return report->win_rate < threshold;
}

// Is the game too young or too close to be resigned?
static bool goes_on(const Game *game, const Params *params, const SearchReport *report)
{
    int points = game->position.columns * game->position.rows;
    bool is_close =
        params->resign_points > 0 && -score_of(report) < params->resign_points;
    return is_close || 100 * game->move_count < params->resign_moves * points;
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
    bool lost =
        !leads && !is_catching_up(game, report) && looks_lost(game, params, report);
    resignation->lost_streak = lost ? resignation->lost_streak + 1 : 0;
    return resignation->lost_streak >= params->resign_streak &&
           !goes_on(game, params, report);
}
