// SPDX-License-Identifier: MIT
//
// One game twice, on game.h and on reference.h, and whether the two agree. Nothing here
// chooses moves: that is what its users are for. Every function that answers a bool
// answers false as soon as something differs, and has then printed what, and both
// boards.
#ifndef TWIN_H
#define TWIN_H

#include "game.h"
#include "reference.h"

typedef struct Twin {
    Game game;
    Reference reference;
} Twin;

// A place in both coordinates.
typedef struct Place {
    int x, y;
    Point point;
} Place;

enum { TWIN_RULES = 6 }; // three ko rules, with suicide and without

// An empty grid under one of the rules, 0 .. TWIN_RULES - 1. Ends the program if memory
// is exhausted.
void twin_init(Twin *twin, int rules, int columns, int rows);

// Releases the memory.
void twin_free(Twin *twin);

// From the reference's coordinates.
Place twin_place(const Twin *twin, int x, int y);

// How the reference writes a colour.
char twin_mark(Color color);

// Tries a move that may be illegal; *error is what the game answers. An illegal move
// must have changed nothing.
bool twin_play(Twin *twin, Color player, Place place, MoveError *error);

// The same without regard to the rules: only an empty point is asked for.
bool twin_play_lenient(Twin *twin, Color player, Place place, MoveError *error);

bool twin_pass(Twin *twin, Color player);

// Takes a turn back, if there is one since the beginning or the last set-up.
bool twin_undo(Twin *twin);

// Sets a grid up, which is to be refused if clearing either colour would change it.
bool twin_setup(Twin *twin, const ReferenceGrid *grid, Color to_play);

// Do colouring, hash, player to move, passes, score and index (position_is_sound)
// agree?
bool twin_board_agrees(const Twin *twin);

// Do the liberties of the chain at a place, its atari, and the first so many of its
// liberties?
bool twin_liberties_agree(const Twin *twin, Place place, int limit);

// Does the answer to a player's move there, under all the rules?
bool twin_legality_agrees(const Twin *twin, Color player, Place place);
bool twin_legality_agrees_everywhere(const Twin *twin, Color player);

#endif
