// SPDX-License-Identifier: MIT
//
// Chooses a move as people would, from the policy of a network that imitates them.
// Names and meaning are those of KataGo's parameters. Source: KataGo 1.17,
// gtp_human5k_example.cfg and cpp/search/searchresults.cpp.
#ifndef IMITATION_H
#define IMITATION_H

#include <stdbool.h>

#include "rng.h"
#include "search.h"

typedef struct Imitation {
    double part;       // of the moves that are those of people, from 0 to 1
    bool ignores_pass; // only the engine passes
    // A move that costs so much utility (2 for the whole game) against the best is e
    // times less likely.
    double tolerance;
    // Chances are raised to the power of 1 / temperature. It falls from the early one
    // to the other: half of the way in `halflife` turns on 19x19, sooner on small
    // boards.
    double early_temperature, temperature, halflife;
    double only_below; // larger chances stay as they are
    // Moves whose chance in the policy is less than this part of the likeliest one's
    // are left out. Not one of KataGo's parameters; 0: none is.
    double least;
    // Points near the last move, at most three steps along the lines, are so many times
    // likelier. Not one of KataGo's parameters either; 1: they are not.
    double locality;
} Imitation;

// With this tolerance the search does not count.
static const double IMITATION_TOLERANCE_MAX = 1e9;

// KataGo's defaults: no move is one of people.
Imitation imitation_default(void);

// What is known of the position.
typedef struct ImitationView {
    const Position *pos;
    int turn;                   // number of moves before it
    Point last;                 // the last of them; PASS or NO_POINT: no point is near
    const float *policy;        // of people; negative: illegal
    const SearchReport *report; // of the engine's search; NULL: it does not count
    // What moves are worth that were not searched: utility from -1 to 1, NAN where it
    // is not known. NULL: it is not known of any.
    const float *foreseen;
} ImitationView;

// Fills the chance of each move by which it is chosen. They sum up to 1, or all are 0
// if the policy has none.
void imitation_chances(const Imitation *imitation, const ImitationView *view,
                       double chances[POINT_LIMIT]);

// The temperature in that turn of a game on this board.
double imitation_temperature(const Imitation *imitation, int turn, const Position *pos);

// A random number from 0 to below 1.
double imitation_random(Rng *rng);

// Draws a move by these chances. NO_POINT if all are 0.
Point imitation_draw(const double chances[POINT_LIMIT], Rng *rng);

#endif
