// SPDX-License-Identifier: MIT
//
// A layer whose inputs are 0 or 1 (SparseLayer); for conv_kernel_tmpl.c only.
#ifndef CONV_SPARSE_H
#define CONV_SPARSE_H

#include "conv_requantize.h"

// The weights of a group of outputs, and sums of them.
typedef int8_t GroupWeights __attribute__((vector_size(CHANNEL_GROUP)));
typedef int16_t GroupSums __attribute__((vector_size(2 * CHANNEL_GROUP)));
typedef int32_t GroupTotals __attribute__((vector_size(4 * CHANNEL_GROUP)));

enum { GROUPS_MAX = 4 };

// The sum of this many weights always fits into 16 bits.
enum { SHORT_SUM = 256 };

// Adds the weights of at most SHORT_SUM inputs to the totals of some groups, from
// `output` on.
INLINED void add_weights(const SparseLayer *layer, const SparseCell *cell, int output,
                         int groups, GroupTotals totals[])
{
    GroupSums sums[GROUPS_MAX] = {{0}};
    for (int i = 0; i < cell->count; i++) {
        const int8_t *from =
            layer->weights + cell->inputs[i] * (size_t)layer->outputs + output;
        for (int g = 0; g < groups; g++, from += CHANNEL_GROUP) {
            GroupWeights some;
            memcpy(&some, from, sizeof some);
            sums[g] += __builtin_convertvector(some, GroupSums);
        }
    }
    for (int g = 0; g < groups; g++)
        totals[g] += __builtin_convertvector(sums[g], GroupTotals);
}

// Computes the outputs of some groups, from `output` on.
INLINED void begin_groups(const SparseLayer *layer, const SparseCell *cell, int output,
                          int groups, int16_t trunk[])
{
    GroupTotals totals[GROUPS_MAX];
    memcpy(totals, cell->shared + output, (size_t)groups * sizeof totals[0]);
    for (int i = 0; i < cell->count; i += SHORT_SUM) {
        int left = cell->count - i;
        SparseCell some = {NULL, cell->inputs + i, left < SHORT_SUM ? left : SHORT_SUM};
        add_weights(layer, &some, output, groups, totals);
    }
    const char *sums = (const void *)totals;
    for (int o = output; o < output + groups * CHANNEL_GROUP; o += WIDTH) {
        Ints sum = load_ints(sums + (size_t)(o - output) * sizeof(int32_t));
        Floats value = scale_ints(sum, layer->scale + o, layer->bias + o);
        store_shorts(round_within(value, -32767, 32767), trunk + o);
    }
}

#endif
