// SPDX-License-Identifier: MIT
//
// Finds dead stones without help from the players. If playouts begun by either player
// and the network agree about a chain, they decide. If they do not, a local search
// proves or refutes that the chain can be captured, for either player to begin. If the
// search does not decide, the mean of all evidence does.
//
// The verdict depends on the coloring alone, except for chains whose life depends on
// the player that begins. So the same board always gets the same verdict. The last
// verdict is remembered.
#ifndef LIFE_DEATH_H
#define LIFE_DEATH_H

#include "network.h"
#include "params.h"
#include "playout_batch.h"
#include "position.h"

typedef struct Verdict {
    Bitboard dead;    // chains that are lost even if their owner moves first
    Bitboard unclear; // chains whose life depends on the player that moves first
    Bitboard guessed; // chains on which the evidence disagrees and no search decides
    Bitboard solved;  // chains on which a search decides
    // What comes off the board: the dead chains, and the unclear chains that are lost
    // when the player asked about begins.
    Bitboard removed;
    // By Color: points that nearly all playouts leave to the player, whoever begins,
    // and points that a local search proves to be the player's.
    Bitboard firm[2];
    Bitboard proven[2]; // of these, the proven ones; sought where playouts are not firm
    // By Color: the move that saves or kills the largest unclear group if the player
    // moves first, or NO_POINT.
    Point key[2];
    int key_stones; // stones of that group
    // The largest territory that stays one only if its owner moves first, or empty. By
    // Color: the move that keeps or spoils it.
    Bitboard place;
    Point place_key[2];
} Verdict;

typedef struct LifeDeath LifeDeath;

// Errors: NULL when memory is exhausted.
LifeDeath *life_death_new(const Params *params, const PlayoutKernel *lanes);
void life_death_delete(LifeDeath *judge);

// Changes the parameters and forgets the last verdict.
void life_death_set_params(LifeDeath *judge, const Params *params);

// Uses this network from now on, or none (NULL). The network must outlive the judge.
// The last verdict of another network is forgotten. Errors: false, nothing changed,
// when memory is exhausted.
bool life_death_use_network(LifeDeath *judge, const Network *network);

// The verdict on a board where the player `first` begins. It is valid until the next
// call. Takes no memory.
const Verdict *life_death_ask(LifeDeath *judge, const Position *pos, Color first);

#endif
