// SPDX-License-Identifier: MIT
//
// Rotary positions of the queries and keys of an attention layer; for
// runtime_kernel_tmpl.c only.
#ifndef RUNTIME_TURNS_H
#define RUNTIME_TURNS_H

#include "runtime_floats.h"
#include "runtime_kernel.h"

INLINED Floats turn(Floats x, const float *turns, int stride)
{
    return multiply_add(swap_pairs(x), load_floats(turns + stride),
                        x * load_floats(turns));
}

// The turns of a point of the board: by its column and by its row. NULL: none.
typedef struct PointTurns {
    const float *column, *row;
} PointTurns;

static PointTurns find_turns(const Attention *attention, int key_head, int column,
                             int row)
{
    if (attention->turns == NULL)
        return (PointTurns){NULL, NULL};
    int head = attention->layer->shares_frequencies ? 0 : key_head;
    size_t size = 2 * (size_t)attention->turn_stride;
    const float *first = attention->turns + (size_t)(head * 2 * BOARD_SIDE_MAX) * size;
    return (PointTurns){first + (size_t)column * size,
                        first + (size_t)(BOARD_SIDE_MAX + row) * size};
}

// Some numbers of a query or key, turned.
INLINED Floats turn_numbers(const float *from, int first, int count, PointTurns turns,
                            int turn_stride)
{
    Floats x = load_some_floats(from + first, count - first);
    if (turns.column == NULL)
        return x;
    x = turn(x, turns.column + first, turn_stride);
    return turn(x, turns.row + first, turn_stride);
}

// Turns a query or key, and returns the largest absolute value.
INLINED float turn_row(const float *from, int count, PointTurns turns, int turn_stride,
                       float *to)
{
    Floats peak = {0};
    for (int i = 0; i < count; i += WIDTH) {
        Floats x = turn_numbers(from, i, count, turns, turn_stride);
        peak = floats_max(peak, floats_abs(x));
        store_floats(x, to + i);
    }
    return peak_of_floats(peak);
}

#endif
