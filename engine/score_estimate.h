// SPDX-License-Identifier: MIT
//
// The score and the owners of points that users are shown. Half of each is what the
// playouts found. Half is what the network said of the expanded nodes. If the network
// was not asked, playouts count alone. A network of KataGo's counts alone. Playouts and
// our network err differently. Measured
// against searches of a stronger program, their mean is nearer than playouts alone
// (scripts/RESULTS.md). The engine's own decisions use the playouts.
#ifndef SCORE_ESTIMATE_H
#define SCORE_ESTIMATE_H

#include "point.h"
#include "search.h"

// Points of the player of the report, komi included.
double score_estimate_score(const SearchReport *report);

// The owner of a point: from -1, White's, to 1, Black's; 0 if nothing is known.
double score_estimate_owner(const SearchReport *report, Point p);

// The score after a root move. The less is known of the move, the more it is drawn
// towards the score of the report.
double score_estimate_move_score(const SearchReport *report, const MoveView *view);

#endif
