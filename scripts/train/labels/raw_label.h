// SPDX-License-Identifier: MIT
//
// What a program that runs a teacher tells of a position, and how it is understood.
//
// A position is a line of text, `SOURCE PLY KOMI TAIL GAME`: where it comes from
// (label.h), the moves of the game that are played, set-up stones not counted, the
// komi, the moves after these in two letters each (`-` for none), and the seven fields
// of the whole game's record.
#ifndef RAW_LABEL_H
#define RAW_LABEL_H

#include <stdbool.h>
#include <stddef.h>

#include "label.h"

enum {
    RAW_WIN,         // Black's chance
    RAW_LEAD,        // his, in points
    RAW_DEVIATION,   // standard deviation of the score; NaN here: no errors are known
    RAW_WIN_ERROR,   // short-term error of the chance
    RAW_SCORE_ERROR, // and of the score, in points
    RAW_NUMBERS,
};

// The length of an opinion of floats: RAW_NUMBERS numbers; the chances of all points,
// row by row from the top, and of a pass; the optimistic chances in the same order, the
// first of which is NaN if there are none; and who will own each point, 1 Black and -1
// White.
size_t raw_opinion_count(int size);

// Reads a position: the label without its game's key, the game, whether that is held
// out, and the record of the position's moves. Returns NULL if all is well, else what
// is wrong.
const char *raw_label_read(const char *line, Label *label, GameRecord *game,
                           bool *held_out, GameRecord *record);

// Makes an opinion of what a teacher said of a position of that size.
void raw_opinion_read(const float numbers[], int size, Opinion *opinion);

#endif
