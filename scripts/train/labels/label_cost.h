// SPDX-License-Identifier: MIT
//
// Measures the bytes of labels, and how much rounding changes them.
#ifndef LABEL_COST_H
#define LABEL_COST_H

#include <stdio.h>

#include "game_record.h"
#include "position.h"

// Sums over labels.
typedef struct LabelCost {
    double labels, bytes, divergence, left_out, win, lead, owner, points;
} LabelCost;

// Adds a label, except its bytes. The arguments are the teacher's floats (raw_label.h),
// the opinion made of them, and the opinion that a reader will find.
void label_cost_add(LabelCost *cost, const float numbers[], const Position *pos,
                    const Opinion *before, const Opinion *after);

// Prints a line with the means. Prints nothing if there are no labels.
void label_cost_print(const LabelCost *cost, FILE *file);

#endif
