// SPDX-License-Identifier: MIT
//
// What labels take, and by how much rounding changes them.
#ifndef LABEL_COST_H
#define LABEL_COST_H

#include <stdio.h>

#include "game_record.h"
#include "position.h"

// Sums over labels.
typedef struct LabelCost {
    double labels, bytes, divergence, left_out, win, lead, owner, points;
} LabelCost;

// Adds a label, but for its bytes: what the teacher said in floats (raw_label.h), the
// opinion that was made of it, and the one that a reader will find.
void label_cost_add(LabelCost *cost, const float numbers[], const Position *pos,
                    const Opinion *before, const Opinion *after);

// Prints a line about the means; none if there are no labels.
void label_cost_print(const LabelCost *cost, FILE *file);

#endif
