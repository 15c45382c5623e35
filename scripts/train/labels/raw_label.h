// SPDX-License-Identifier: MIT
//
// The format in which a program that runs a teacher describes a position, and its
// reader.
//
// A position is a line of text, `SOURCE PLY KOMI TAIL GAME`. SOURCE says where it comes
// from (label.h). PLY is the number of the game's moves that are played, without set-up
// stones. KOMI is the komi. TAIL has the moves after these, in two letters each (`-`
// for none). GAME has the seven fields of the whole game's record.
#ifndef RAW_LABEL_H
#define RAW_LABEL_H

#include <stdbool.h>
#include <stddef.h>

#include "label.h"

enum {
    RAW_WIN,         // Black's chance to win
    RAW_LEAD,        // Black's lead, in points
    RAW_DEVIATION,   // standard deviation of the score; NaN: no errors are known
    RAW_WIN_ERROR,   // short-term error of the chance to win
    RAW_SCORE_ERROR, // short-term error of the score, in points
    RAW_NUMBERS,
};

// The number of floats in an opinion, in this order. RAW_NUMBERS numbers. The chances
// of all points, row by row from the top, and of a pass. The optimistic chances in the
// same order; if there are none, the first is NaN. The owner of each point, from 1 for
// Black to -1 for White.
size_t raw_opinion_count(int size);

// Reads a position: the label without its game's key, the game, whether that is held
// out, and the record of the position's moves. Returns NULL, or what is wrong.
const char *raw_label_read(const char *line, Label *label, GameRecord *game,
                           bool *held_out, GameRecord *record);

// Makes an opinion from a teacher's floats about a position of that size.
void raw_opinion_read(const float numbers[], int size, Opinion *opinion);

#endif
