// SPDX-License-Identifier: MIT
//
// Life and death when nobody tells. Where playouts that either player begins and the
// network agree about a chain, they are believed. Where they do not, a local search
// proves or refutes that the chain can be captured, with either player to begin. What
// it cannot decide is decided by what all evidence says in the mean.
//
// Everything depends on the colouring alone, so the same board always gets the same
// verdict, but for chains that live or die by who begins; the last one is remembered.
#ifndef LIFE_DEATH_H
#define LIFE_DEATH_H

#include "network.h"
#include "params.h"
#include "playout_batch.h"
#include "position.h"

typedef struct Verdict {
    Bitboard dead;    // chains that are lost even if their owner moves first
    Bitboard unclear; // chains that live or die by who moves first
    Bitboard guessed; // chains about which neither witnesses agree nor a search decides
    // What comes off the board: the dead chains, and those unclear ones that are lost
    // as the player who was asked about begins.
    Bitboard removed;
    // By Color: the points that nearly all playouts leave to the player, whoever
    // begins, and those that a local search proves to be his.
    Bitboard firm[2];
    Bitboard proven[2]; // the latter; the search is asked where playouts are not firm
    // By Color: where the player saves or kills the largest unclear group if he moves
    // first, or NO_POINT.
    Point key[2];
    int key_stones; // of that group
    // A territory that stays one only if its owner moves first, or empty: the largest.
    // By Color: where the player keeps or spoils it.
    Bitboard place;
    Point place_key[2];
} Verdict;

typedef struct LifeDeath LifeDeath;

// Errors: NULL when memory is exhausted.
LifeDeath *life_death_new(const Params *params, const PlayoutKernel *lanes);
void life_death_delete(LifeDeath *judge);

// Changes the parameters and forgets the last verdict.
void life_death_set_params(LifeDeath *judge, const Params *params);

// From now on this network, which must outlive the judge, is asked, or none (NULL).
// Forgets the last verdict. Errors: false when memory is exhausted.
bool life_death_use_network(LifeDeath *judge, const Network *network);

// The verdict on a board where that player begins, valid until the next call. Takes no
// memory.
const Verdict *life_death_ask(LifeDeath *judge, const Position *pos, Color first);

#endif
