// SPDX-License-Identifier: MIT
//
// The moves and set-ups of a record, made a Game.
#ifndef SGF_TURNS_H
#define SGF_TURNS_H

#include "color.h"
#include "game.h"
#include "sgf_facts.h"
#include "sgf_scan.h"

enum { SGF_MOVES_MAX = 100000 };

// What is read in which way.
typedef struct SgfTurns {
    SgfFacts facts;
    int before_move; // stop there, counted from 1; 0: read all
    Color resigned;  // filled in: who did by a move that says so; EMPTY: nobody
} SgfTurns;

// Plays the main line into a new game, which must be freed. Errors: false, with
// scan->error, nothing to be freed; as sgf_read. Pre: the facts are those of the scan.
bool sgf_turns_play(SgfScan *scan, SgfTurns *turns, Game *game);

#endif
