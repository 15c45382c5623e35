// SPDX-License-Identifier: MIT
//
// What the two readers of ladders share: ladder.c, and katago_ladders.c, which reads
// ladders as KataGo does.
#ifndef LADDER_INTERNAL_H
#define LADDER_INTERNAL_H

#include <stdbool.h>

#include "position.h"

// A chain with this many liberties is in no ladder.
enum { LADDER_LIBERTIES = 3 };

// A position of the line that is being read, and the moves to be tried there. A reader
// has an array of frames in the order of the line. So a long line needs no deep stack.
typedef struct LadderFrame {
    const Position *pos;
    PointList moves;
    Position after; // the move that is being tried: the position of the next frame
} LadderFrame;

// Plays a move for the next frame, and returns that frame. Pre: the move can be played,
// and the array has a next frame.
LadderFrame *ladder_play(LadderFrame *frame, Point move);

// Fills a list with liberties of a chain, up to LADDER_LIBERTIES, and returns their
// number.
int ladder_find_liberties(const Position *pos, Point stone, PointList *liberties);

// A chain has no liberties but `at` and `lost`. Does it have three liberties after it
// extends to `at`, once the opponent has taken `lost`? NO_POINT: the opponent has not
// moved. Then it is not caught, and no move need be played to see that. Captures are
// ignored.
bool ladder_runs_free(const Position *pos, Point stone, Point at, Point lost);

// Adds the liberties of adjacent enemy chains in atari: the points that capture.
void ladder_add_captures(const Position *pos, Point stone, PointList *moves);

#endif
