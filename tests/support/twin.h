// SPDX-License-Identifier: MIT
//
// Plays one game twice, on game.h and on reference.h, and checks that the two agree.
// Nothing here chooses moves; the callers do. Every function that returns bool returns
// false as soon as something differs. It has then printed the difference and both
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

// Starts an empty grid under one of the rules, 0 .. TWIN_RULES - 1. If memory is
// exhausted, ends the program.
void twin_init(Twin *twin, int rules, int columns, int rows);

// Releases the memory.
void twin_free(Twin *twin);

// Converts from the reference's coordinates.
Place twin_place(const Twin *twin, int x, int y);

// The reference's character for a color.
char twin_mark(Color color);

// Tries a move that may be illegal. *error is the answer of the game. An illegal move
// must have changed nothing.
bool twin_play(Twin *twin, Color player, Place place, MoveError *error);

// Tries a move without regard to the rules. Only an empty point is required.
bool twin_play_lenient(Twin *twin, Color player, Place place, MoveError *error);

bool twin_pass(Twin *twin, Color player);

// Takes a turn back, if there is one since the beginning or the last set-up.
bool twin_undo(Twin *twin);

// Sets up a grid. The game must refuse it if clearing either color would change it.
bool twin_setup(Twin *twin, const ReferenceGrid *grid, Color to_play);

// Whether coloring, hash, player to move, passes, score and index (position_is_sound)
// agree.
bool twin_board_agrees(const Twin *twin);

// Whether the liberties of the chain at a place agree, its atari, and the first of its
// liberties, up to a limit.
bool twin_liberties_agree(const Twin *twin, Place place, int limit);

// Whether the answer to a player's move there agrees, under all the rules.
bool twin_legality_agrees(const Twin *twin, Color player, Place place);
bool twin_legality_agrees_everywhere(const Twin *twin, Color player);

#endif
