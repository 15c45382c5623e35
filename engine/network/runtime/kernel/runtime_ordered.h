// SPDX-License-Identifier: MIT
//
// Layers of floats whose sums have the same order in every kernel; for
// runtime_kernel_tmpl.c only. No product is rounded together with a sum.
#ifndef RUNTIME_ORDERED_H
#define RUNTIME_ORDERED_H

#include "runtime_integer_tile.h"
#include "runtime_kernel.h"

INLINED Floats activate_ordered(Floats x, Activation activation)
{
    assert(activation != ACTIVATION_MISH && activation != ACTIVATION_SILU);
    return activate_floats(x, activation);
}

static void
prepare_floats(const InputStage *stage, const int *cells, float *to,
               float *peaks) // NOLINT(readability-non-const-parameter): as others
{
    assert(stage->norm == NORM_NONE && stage->gate == NULL && cells == NULL &&
           peaks == NULL);
    (void)cells;
    (void)peaks;
    for (int i = 0; i < stage->boards * stage->points * stage->stride; i += WIDTH)
        store_floats(activate_ordered(load_floats(stage->from + i), stage->activation),
                     to + i);
}

// The sum of the products of a row, for a vector of outputs. It is made of four partial
// sums, to which the inputs are added in turn.
INLINED Floats sum_row(const float *weights, const float *in, int inputs)
{
    Floats sums[4] = {{0}};
    int i = 0;
    for (; i + 4 <= inputs; i += 4)
        for (int j = 0; j < 4; j++, weights += PANEL)
            sums[j] += load_floats(weights) * floats_all(in[i + j]);
    for (int j = 0; i + j < inputs; j++, weights += PANEL)
        sums[j] += load_floats(weights) * floats_all(in[i + j]);
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

static void multiply_row(const Product *product, const float *in, float *out)
{
    const LinearWeights *linear = product->linear;
    for (int o = 0; o < product->out_stride; o += WIDTH) {
        const float *weights = linear->weights;
        weights += (ptrdiff_t)(o / PANEL) * linear->inputs * PANEL + o % PANEL;
        Floats value = {0};
        if (o < linear->outputs)
            value =
                load_floats(linear->bias + o) + sum_row(weights, in, linear->inputs);
        if (product->adds)
            value = load_floats(out + o) + value;
        store_floats(value, out + o);
    }
}

static void multiply(const Product *product)
{
    const float *in = product->inputs;
    float *out = product->out;
    for (int row = 0; row < product->rows; row++) {
        multiply_row(product, in, out);
        in += product->input_stride;
        out += product->out_stride;
    }
}

#endif
