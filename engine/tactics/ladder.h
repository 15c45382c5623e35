// SPDX-License-Identifier: MIT
//
// Ladders, read out on Position. A ladder is the one thing about the far side of the
// board that a move beside a chain must know at once. Playouts see ladders badly.
#ifndef LADDER_H
#define LADDER_H

#include <stdbool.h>

#include "position.h"

// Memory for reading: 1.8 MB, of which little is ever touched. One for each thread.
typedef struct LadderReader LadderReader;

// Errors: NULL when memory is exhausted.
LadderReader *ladder_reader_new(void);

// NULL is allowed.
void ladder_reader_delete(LadderReader *reader);

// Do endless ataris catch the chain through a stone, whatever its owner tries? The
// owner may extend, or capture an adjacent chain that is in atari. The player to move
// moves first. That is the owner, whose chain should be in atari, or the opponent, for
// a chain with one or two liberties. A simple ko is not fought. If a few hundred moves
// do not decide it, the chain is not caught. Pre: a stone there.
bool ladder_is_caught(LadderReader *reader, const Position *pos, Point stone);

// Is the chain caught after the player to move has played at a point? Either player may
// be to move. If that move is not possible: no for the opponent of the owner, yes for
// the owner.
bool ladder_is_caught_after(LadderReader *reader, const Position *pos, Point stone,
                            Point move);

#endif
