// SPDX-License-Identifier: MIT
//
// What attention by tiles and by matrices have in common: blocks of queries, and where
// their outputs go; for runtime_kernel_tmpl.c only.
#ifndef RUNTIME_SHARES_H
#define RUNTIME_SHARES_H

#include "runtime_heads.h"

// Some queries of a head.
typedef struct QueryBlock {
    const Input *queries;
    const float *query_scale;
    const Input *keys, *values;
    const float *key_scale, *value_factor;
    const int32_t *key_start;
    float longest_key; // of matrices: its square
    float *out;        // of the first query
    int count;         // at most QUERIES
} QueryBlock;

// What is added to the scores of a panel: minus infinity behind the last point.
INLINED ScoreRow end_of_points(const Heads *heads, int panel)
{
    ScoreRow end = {{{0}}};
    for (int v = 0; v < VECTORS; v++)
        for (int i = 0; i < WIDTH; i++)
            if (panel * PANEL + v * WIDTH + i >= heads->points)
                end.at[v][i] = -INFINITY;
    return end;
}

INLINED float largest_of(const float *numbers, int count)
{
    float largest = numbers[0];
    for (int i = 1; i < count; i++)
        largest = numbers[i] > largest ? numbers[i] : largest;
    return largest;
}

// Stores a vector of an output, whose first number is a value of the given number.
INLINED void store_output(const Attention *attention, Floats value, int number,
                          float *out)
{
    int left = attention->layer->value_size - number;
    if (attention->adds)
        value = value + load_some_floats(out, left);
    if (left >= WIDTH)
        store_floats(value, out);
    else
        memcpy(out, &value, sizeof(float) * (size_t)left);
}

#endif
