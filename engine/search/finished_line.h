// SPDX-License-Identifier: MIT
//
// The cheap count of a search line that two passes have ended, for rules that remove
// dead stones. A chain is dead if the network, on average, gives its stones to the
// other player. Lines that end with the same coloring are counted once. For the game
// itself, life_death.h decides more carefully which stones are removed.
#ifndef FINISHED_LINE_H
#define FINISHED_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "bitboard.h"
#include "position.h"

enum { FINISHED_LINES = 512 }; // a power of two

typedef struct FinishedLine {
    bool is_known;
    uint64_t hash;      // of the coloring
    Bitboard stones[2]; // the coloring, by Color
    Bitboard owner[2];  // the areas after the dead stones are removed, by Color
    int score;          // points of Black minus points of White, no komi
} FinishedLine;

// The memory of one thread: one line for each remainder of a hash.
typedef struct FinishedLines {
    FinishedLine lines[FINISHED_LINES];
} FinishedLines;

void finished_lines_clear(FinishedLines *lines);

// The line that ended with the coloring of the position. If it is unknown, the slot
// for it, whose is_known is false.
FinishedLine *finished_lines_find(FinishedLines *lines, const Position *pos);

// Counts a line that ended with this position. `owner` is the network's owner of each
// point: -1 the other player's, 1 the player's to move.
void finished_line_count(FinishedLine *line, const Position *pos, const float owner[]);

#endif
