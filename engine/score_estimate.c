// SPDX-License-Identifier: MIT
#include "score_estimate.h"

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
