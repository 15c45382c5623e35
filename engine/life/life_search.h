// SPDX-License-Identifier: MIT
//
// Life and death by exhaustive local search. Can one player capture these stones, or
// can the other save them, if both play only in a small field? Either player may pass.
// Nothing outside the field ever changes. Colorings from before a ko was taken may not
// come back, nearly as in rule 6. There are no ko threats elsewhere. Stones are saved
// if they are still there after two passes, as in a seki. They are also saved if the
// stones that captured them can be captured in turn, as in a snapback.
//
// Source: depth-first proof-number search, Nagai 2002, "Df-pn algorithm for searching
// AND/OR trees and its applications"; groups that no attack can harm, Benson 1976,
// "Life in the game of Go".
#ifndef LIFE_SEARCH_H
#define LIFE_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "bitboard.h"
#include "color.h"
#include "position.h"

enum { LIFE_FIELD_MAX = 64 }; // points of a field

typedef struct LifeProblem {
    const Position *pos;
    Color owner;     // of the target and of the place
    Bitboard target; // the owner's stones in the field
    Bitboard field;  // the points where stones are played and captured
    // Points of the field that the owner must own alone in the end, or none. If there
    // are any, saving the stones has two conditions. None is ever captured, and no
    // stone of the other player is left in the place.
    Bitboard place;
    // By Color: points beside the field that count as stones which are never captured.
    // Points in neither set act like the edge of the board.
    Bitboard wall[2];
    Color first; // to move
    // Are stones saved only if nothing can capture them any more? A seki is then no
    // life.
    bool for_good;
} LifeProblem;

typedef enum LifeAnswer {
    LIFE_LOST,
    LIFE_SAVED,
    LIFE_UNKNOWN, // not found within the allowed work
} LifeAnswer;

typedef struct LifeSearch LifeSearch;

// Errors: NULL when memory is exhausted.
LifeSearch *life_search_new(void);
void life_search_delete(LifeSearch *search);

// Answers the problem within *work nodes, and subtracts the nodes it visited from
// *work. If the player who moves first succeeds, *move is the first move, which can be
// PASS. Otherwise it is NO_POINT. The same problem and work always give the same
// answer. Pre: the field has 1 to LIFE_FIELD_MAX points; target and place lie in it,
// and one of them is not empty.
LifeAnswer life_search_ask(LifeSearch *search, const LifeProblem *problem, int *work,
                           Point *move);

#endif
