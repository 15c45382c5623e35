// SPDX-License-Identifier: MIT
#include "pass_trial.h"

#include <math.h>

// The part of a search's games that a move must have to stand out.
static const double FAVOURITE_PART = 0.4;
static const double WON_CHANCE = 0.95; // above it, only points are left to play for
// Points that a pass may cost at the end of a game: by playouts, beyond the standard
// error of what they say; by the network after a stone of the opponent's, and else.
static const double POINTS_OF_DAME = 2, POINTS_ANSWERED = 3, POINTS_LOST = 5;
// If the search expects this many points more than the judge counts, the judge has
// taken a group to live that dies, or the other way round.
static const double POINTS_UNCOUNTED = 15;

// Is the reply somewhere where it can gain something? In the opponent's own area it
// cannot.
static bool may_gain(const PassTrial *trial)
{
    Bitboard owner[2];
    if (trial->after->playouts == 0 || trial->after->best == PASS)
        return false;
    pass_decision_owner(trial->decision, owner);
    return !bitboard_test(&owner[color_other(trial->decision->player)],
                          trial->after->best);
}

// Does the best move of a search stand out?
static bool has_favourite(const SearchReport *report)
{
    double games = 0;
    for (int i = 0; i < report->candidate_count; i++)
        games += report->candidates[i].games;
    return report->candidates[0].games > FAVOURITE_PART * games;
}

bool pass_trial_refutes(const PassTrial *trial)
{
    return may_gain(trial) && has_favourite(trial->after);
}

// The standard error, squared, of the points that playouts expect.
static double score_variance(const SearchReport *report)
{
    return report->score_deviation * report->score_deviation / (double)report->playouts;
}

// The points that playouts say a pass has lost, less the error of that.
static double playouts_lost(const PassTrial *trial)
{
    const SearchReport *before = trial->before, *after = trial->after;
    double error = sqrt(score_variance(before) + score_variance(after));
    return before->score + after->score - error;
}

// With a network of KataGo's there are no playouts.
static bool is_without_playouts(const PassTrial *trial)
{
    return trial->before->network_part >= 1;
}

// Do network and playouts expect far more points than the pass leaves by the judge's
// count?
static bool expects_more(const PassTrial *trial)
{
    const SearchReport *before = trial->before;
    double counted = pass_decision_result(trial->decision) / 2.0 + POINTS_UNCOUNTED;
    double playouts = before->score - sqrt(score_variance(before));
    return before->network_score > counted &&
           (is_without_playouts(trial) || playouts > counted) &&
           !pass_decision_is_solved(trial->decision, before->best);
}

// Has the opponent just played a stone? An answer to it costs nothing: if that was not
// needed, neither was the stone.
static bool follows_a_stone(const PassDecision *decision)
{
    const Game *game = decision->game;
    if (game->move_count == 0)
        return false;
    const Move *last = &game->moves[game->move_count - 1];
    return last->color != decision->player && last->point != PASS;
}

// After a stone, the network decides. Else playouts and network must agree, as playouts
// break every seki, and what the judge knows for sure is not doubted.
bool pass_trial_wastes_points(const PassTrial *trial)
{
    const SearchReport *before = trial->before, *after = trial->after;
    if (before->evaluations == 0 || before->playouts == 0 || after->evaluations == 0)
        return false;
    double lost = before->network_score + after->network_score;
    if (follows_a_stone(trial->decision))
        return lost > POINTS_ANSWERED;
    if (pass_decision_is_solved(trial->decision, after->best))
        return false;
    return expects_more(trial) ||
           (lost > POINTS_LOST && may_gain(trial) &&
            (is_without_playouts(trial) || playouts_lost(trial) > POINTS_OF_DAME));
}

bool pass_trial_knows_better(const PassDecision *decision, const SearchReport *report)
{
    return follows_a_stone(decision) && report->win_rate > WON_CHANCE &&
           report->best != PASS && has_favourite(report);
}
