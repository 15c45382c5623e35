// SPDX-License-Identifier: MIT
//
// What an evaluation is worth to a search, and how much it weighs.
#ifndef UTILITY_H
#define UTILITY_H

#include "search_context.h"

// What is expected of a game, for the player to move.
typedef struct Evaluation {
    float win;    // the chance to win, 0..1
    float points; // the expected score, komi included
    float stdev;  // of the final score; 0: it is not known
    float error;  // of the utility in the next few moves; negative: it is not known
} Evaluation;

// What a network's output says about the game. Pre: the search has begun; that goes for
// all functions here.
Evaluation utility_evaluation(const SearchContext *context,
                              const NetworkOutput *output);

// Sets the score that a search begins from, for the player of its order. It is nearer
// to 0 than the network's, but not by far: the points beyond it must not count too
// little. Source: KataGo, search/search.cpp, recentScoreCenter.
void utility_expect_score(SearchContext *context, float score);

// The utility of an evaluation, 0..1, where `to_play` is to move. It is mostly the
// chance to win. Each further point counts less.
//
// With a network of ours, points make up value_points percent. As many points as the
// board has rows count for half of what the most points could.
//
// With a network of KataGo's, a score counts twice: as it is, and by how far it exceeds
// the expected one. Source: KataGo, search/searchhelpers.cpp, getScoreUtility.
float utility_of(const SearchContext *context, Color to_play,
                 const Evaluation *evaluation);

// What a result counts for, in steps of visits. The surer the network is of a value,
// the more it counts. Where playouts count, a value must weigh as much as its playout.
// Source: KataGo, "Other Methods Implemented in KataGo", uncertainty-weighted playouts.
uint32_t utility_weight(const SearchContext *context, const Evaluation *evaluation);

#endif
