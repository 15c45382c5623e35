// SPDX-License-Identifier: MIT
//
// The score and the owners of points that users are shown. Half of each is what the
// playouts found. Half is what the network said of the expanded nodes. If the network
// was not asked, playouts count alone. A network of KataGo's counts alone. Playouts and
// our network err differently. Measured against searches of a stronger program, their
// mean is nearer than playouts alone (scripts/RESULTS.md). The engine's own decisions
// use the playouts.
#ifndef SCORE_ESTIMATE_H
#define SCORE_ESTIMATE_H

#include "point.h"
#include "search.h"

// Points of the player of the report, komi included.
double score_estimate_score(const SearchReport *report);

// The owner of a point: from -1, White's, to 1, Black's; 0 if nothing is known.
double score_estimate_owner(const SearchReport *report, Point p);

// The standard deviation of the owner in what the network said of the expanded nodes:
// from 0 to 1. Without the network, that of the playouts.
double score_estimate_owner_deviation(const SearchReport *report, Point p);

// The same two after a root move, for all points.
typedef struct OwnerEstimate {
    float owner[POINT_LIMIT], deviation[POINT_LIMIT];
} OwnerEstimate;

// If nothing is known of what follows the move, they are those of the report.
void score_estimate_move_owners(const SearchReport *report, const OwnersView *view,
                                OwnerEstimate *estimate);

// How far the final score may be from the expected one, in points: the standard
// deviation. Of the playouts it is known. Of the network it is as if each point found
// its owner independently.
double score_estimate_deviation(const SearchReport *report);

// The same after a root move. The less is known of the move, the more it is drawn
// towards the deviation of the report.
double score_estimate_move_deviation(const SearchReport *report, const MoveView *view);

// The score after a root move. The less is known of the move, the more it is drawn
// towards the score of the report.
double score_estimate_move_score(const SearchReport *report, const MoveView *view);

#endif
