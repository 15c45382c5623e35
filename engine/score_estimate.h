// SPDX-License-Identifier: MIT
//
// What a search tells people of the score and of who will own what: half of it is what
// its playouts found, half what the network said of the nodes that were expanded, as
// far as it was asked. The two err differently: against searches of a stronger program
// their mean is nearer than playouts alone (scripts/RESULTS.md). What the engine itself
// decides goes by the playouts.
#ifndef SCORE_ESTIMATE_H
#define SCORE_ESTIMATE_H

#include "point.h"
#include "search.h"

// Points of the player of the report, komi included.
double score_estimate_score(const SearchReport *report);

// Whose a point will be: from -1, White's, to 1, Black's; 0 if nothing is known.
double score_estimate_owner(const SearchReport *report, Point p);

// The score after a move of the root, drawn towards that of the report as far as little
// is known of the move.
double score_estimate_move_score(const SearchReport *report, const MoveView *view);

// The chance to win after it with the komi of the game, as seen by the playouts of this
// search, drawn in the same way.
double score_estimate_move_rate(const SearchReport *report, const MoveView *view);

#endif
