// SPDX-License-Identifier: MIT
//
// Plays the moves and set-ups of a record into a Game.
#ifndef SGF_TURNS_H
#define SGF_TURNS_H

#include "color.h"
#include "game.h"
#include "sgf_facts.h"
#include "sgf_observer.h"
#include "sgf_scan.h"

enum { SGF_MOVES_MAX = 100000 };

// What to read, and how.
typedef struct SgfTurns {
    SgfFacts facts;
    int before_move; // stop before this move, counted from 1; 0: read all moves
    const SgfObserver *observer; // NULL: there is none
    Color resigned; // result: the player with a move that says `resign`; EMPTY: none
} SgfTurns;

// Plays the main line into a new game. The caller must free it. Errors: false, with
// scan->error, and nothing to free; the cases of sgf_read. Pre: the facts are those of
// the scan.
bool sgf_turns_play(SgfScan *scan, SgfTurns *turns, Game *game);

#endif
