// SPDX-License-Identifier: MIT
//
// The cheap count of a line of the search that two passes have ended, where dead stones
// are removed: a chain is dead if the network gives its stones to the other player in
// the mean. Lines that end with the same colouring are counted once. What comes off the
// board of a game is decided more carefully, by life_death.h.
#ifndef FINISHED_LINE_H
#define FINISHED_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "bitboard.h"
#include "position.h"

enum { FINISHED_LINES = 512 }; // a power of two

typedef struct FinishedLine {
    bool is_known;
    uint64_t hash;      // of the colouring
    Bitboard stones[2]; // the colouring, by Color
    Bitboard owner[2];  // the areas without the dead stones, by Color
    int score;          // points of Black minus points of White, no komi
} FinishedLine;

// What one thread remembers: a line for each remainder of a hash.
typedef struct FinishedLines {
    FinishedLine lines[FINISHED_LINES];
} FinishedLines;

void finished_lines_clear(FinishedLines *lines);

// The line that ended with the colouring of the position, or the place for it, whose
// is_known is false.
FinishedLine *finished_lines_find(FinishedLines *lines, const Position *pos);

// Counts a line that ended with this position. `owner` is the network's word on each
// point: -1 the other player's, 1 that of the player to move.
void finished_line_count(FinishedLine *line, const Position *pos, const float owner[]);

#endif
