// SPDX-License-Identifier: MIT
//
// Life and death when nobody tells: playouts that either player begins settle most
// chains. About each of the others searches are held in which nothing counts but
// whether that chain is still there in the end; first the one who seems to lose moves
// first, then, if that saves him, the other. So "dead" means dead even if its owner
// begins, and what depends on who begins is unclear.
//
// Everything depends on the colouring alone, so the same board always gets the same
// verdict; the last one is remembered.
#ifndef JUDGE_H
#define JUDGE_H

#include "lanes.h"
#include "params.h"
#include "position.h"

typedef struct Verdict {
    Bitboard dead;    // chains that are lost even if their owner moves first
    Bitboard unclear; // chains that live or die by who moves first
    // What comes off the board if nobody plays on: the dead chains and those unclear
    // ones that most playouts lose.
    Bitboard removed;
    // By Color: the points that nearly all playouts leave to the player, whoever
    // begins.
    Bitboard firm[2];
    // By Color: where the player saves or kills the largest unclear group if he moves
    // first, or NO_POINT.
    Point key[2];
    int key_stones; // of that group
} Verdict;

typedef struct Judge Judge;

// Errors: NULL when memory is exhausted.
Judge *judge_new(const Params *params, const LaneKernel *lanes);
void judge_delete(Judge *judge);

// Changes the parameters and forgets the last verdict.
void judge_set_params(Judge *judge, const Params *params);

// The verdict on a board, valid until the next call. Takes no memory.
const Verdict *judge_ask(Judge *judge, const Position *pos);

#endif
