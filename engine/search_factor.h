// SPDX-License-Identifier: MIT
//
// Moves that need less thought: after passes, and in won games. Names and meaning are
// those of KataGo's searchFactor... keys. Source: KataGo 1.17, gtp_example.cfg and
// cpp/program/playutils.cpp.
#ifndef SEARCH_FACTOR_H
#define SEARCH_FACTOR_H

#include "game.h"
#include "recent_chances.h"
#include "search_limits.h"

// Parts of the limits of a move, 0 to 1.
typedef struct SearchFactors {
    double one_pass, two_passes; // after passes of the other player, in turn
    double winning;              // if the game is surely won
    // From which chance to win minus chance to lose on a game counts as won, partly at
    // first. 1: never.
    double threshold;
} SearchFactors;

// All are 1.
SearchFactors search_factors_default(void);

// The part of its limits that the player's next move needs. In a won game it takes
// three chances in a row.
double search_factor(const SearchFactors *factors, const Game *game, Color player,
                     const RecentChances *recent);

// That part of the limits; at least one playout is left, and one visit.
SearchLimits search_factor_limits(SearchLimits limits, double factor);

#endif
