// SPDX-License-Identifier: MIT
//
// The judge's count of a game that is over or nearly so, for analysis. Playouts and
// networks are too vague then. Dead stones come off the board and the dame are filled,
// even where the rules leave that to play.
#ifndef END_JUDGEMENT_H
#define END_JUDGEMENT_H

#include "game.h"
#include "life_death.h"
#include "search.h"

// A position, and what a search says of it.
typedef struct EndView {
    const Game *game;
    Color player; // to move
    LifeDeath *judge;
    const SearchReport *report;
    const float *owner; // of each point, from -1 for White to 1 for Black
} EndView;

typedef struct EndJudgement {
    // How much the count is to be trusted beside the search: from 0 to 1. At 0 nothing
    // below is known.
    double trust;
    double score;      // points of the player to move, komi included
    Bitboard owner[2]; // by Color: the points that a player owns
} EndJudgement;

// Judges the position. If too much is open, the judge is not asked.
EndJudgement end_judgement_find(const EndView *view);

#endif
