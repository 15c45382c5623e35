// SPDX-License-Identifier: MIT
//
// Life and death by exhaustive local search: can one player capture these stones, or
// can the other save them, if both play only in a small field, where either may pass?
// Whatever lies outside the field never changes. Colourings before a ko was taken may
// not come back, nearly as in rule 6, and there are no ko threats elsewhere. Stones are
// saved if they are there after two passes, as in a seki, or if what has captured them
// can be captured in turn, as in a snapback.
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
    Bitboard target; // his stones, in the field
    Bitboard field;  // where stones are played and captured
    // Points of the field that have to become his alone, or none. If there are any,
    // stones are saved only if none is ever captured, and nothing of the other player's
    // is left there in the end.
    Bitboard place;
    // By Color: points beside the field that count as stones which are never captured.
    // Points in neither are as good as the edge of the board.
    Bitboard wall[2];
    Color first; // to move
    // Are stones saved only if nothing can capture them any more? A seki is no life
    // then.
    bool for_good;
} LifeProblem;

typedef enum LifeAnswer {
    LIFE_LOST,
    LIFE_SAVED,
    LIFE_UNKNOWN, // not within the work allowed
} LifeAnswer;

typedef struct LifeSearch LifeSearch;

// Errors: NULL when memory is exhausted.
LifeSearch *life_search_new(void);
void life_search_delete(LifeSearch *search);

// Answers the problem within *work nodes, and takes those that it looked at off. Where
// the player who is first reaches his aim, *move is how he begins, which can be PASS;
// else it is NO_POINT. The same problem and work always have the same answer. Pre: the
// field has 1 to LIFE_FIELD_MAX points; target and place lie in it, and one of them is
// not empty.
LifeAnswer life_search_ask(LifeSearch *search, const LifeProblem *problem, int *work,
                           Point *move);

#endif
