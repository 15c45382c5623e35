// SPDX-License-Identifier: MIT
#include "score_estimate.h"

#include <math.h>

// The mean of all moves counts as this many playouts of a move, and as this many
// network evaluations below it. A playout's score is about five times as far from the
// mean as the moves' scores are from each other. Clients draw the best score of all
// named moves.
static const double PLAYOUTS_PRIOR = 30, EVALUATIONS_PRIOR = 4;

// What only one of the two knows is taken from that one.
static double weigh(const SearchReport *report, double of_playouts, double of_network)
{
    double part = report->playouts == 0 ? 1 : report->network_part;
    if (report->evaluations == 0)
        part = 0;
    return (1 - part) * of_playouts + part * of_network;
}

double score_estimate_score(const SearchReport *report)
{
    return weigh(report, report->score, report->network_score);
}

double score_estimate_owner(const SearchReport *report, Point p)
{
    if (report->ownership_playouts == 0) // without any playout the network is left
        return report->playouts == 0 ? report->network_owner[p] : 0;
    double share = report->ownership[p] / (double)report->ownership_playouts;
    return weigh(report, share, report->network_owner[p]);
}

static double deviation_of(double mean_square, double mean)
{
    double variance = mean_square - mean * mean;
    return variance > 0 ? sqrt(variance) : 0;
}

double score_estimate_owner_deviation(const SearchReport *report, Point p)
{
    if (report->evaluations > 0)
        return deviation_of(report->network_owner_square[p], report->network_owner[p]);
    if (report->ownership_playouts == 0)
        return 0;
    double share = report->ownership[p] / (double)report->ownership_playouts;
    return deviation_of(1, share); // a playout leaves each point to one of them
}

void score_estimate_move_owners(const SearchReport *report, const OwnersView *view,
                                OwnerEstimate *estimate)
{
    double part = view->playouts == 0 ? 1 : report->network_part;
    bool is_known = view->playouts + view->evaluations > 0;
    if (view->evaluations == 0)
        part = 0;
    for (Point p = 0; p < POINT_LIMIT; p++) {
        double share = view->playout_owner[p], said = view->network_owner[p];
        double owner = (1 - part) * share + part * said;
        double deviation = view->evaluations > 0
                               ? deviation_of(view->network_owner_square[p], said)
                               : deviation_of(1, share);
        if (!is_known) {
            owner = score_estimate_owner(report, p);
            deviation = score_estimate_owner_deviation(report, p);
        }
        estimate->owner[p] = (float)owner;
        estimate->deviation[p] = (float)deviation;
    }
}

double score_estimate_deviation(const SearchReport *report)
{
    return weigh(report, report->score_deviation, report->network_score_deviation);
}

// A mean of `count` results, drawn towards the mean of all, which counts as `prior`
// results.
static double drawn_towards(double mean_of_all, double mean, double count, double prior)
{
    return (count * mean + prior * mean_of_all) / (count + prior);
}

double score_estimate_move_score(const SearchReport *report, const MoveView *view)
{
    double of_playouts = drawn_towards(report->score, view->score,
                                       (double)view->playouts, PLAYOUTS_PRIOR);
    double of_network = drawn_towards(report->network_score, view->network_score,
                                      (double)view->evaluations, EVALUATIONS_PRIOR);
    return weigh(report, of_playouts, of_network);
}

double score_estimate_move_deviation(const SearchReport *report, const MoveView *view)
{
    double all = report->score_deviation, mine = view->score_deviation;
    double variance =
        drawn_towards(all * all, mine * mine, (double)view->playouts, PLAYOUTS_PRIOR);
    double said = report->network_score_deviation,
           below = view->network_score_deviation;
    if (below >= 0)
        said = sqrt(drawn_towards(said * said, below * below, (double)view->evaluations,
                                  EVALUATIONS_PRIOR));
    return weigh(report, sqrt(variance), said);
}
