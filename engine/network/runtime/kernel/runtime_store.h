// SPDX-License-Identifier: MIT
//
// What linear layers have in common, whatever multiplies: the sums of a tile become
// outputs; for runtime_kernel_tmpl.c only.
#ifndef RUNTIME_STORE_H
#define RUNTIME_STORE_H

#include "runtime_tile.h"

// A block of segments of a panel.
typedef struct Block {
    const Product *product;
    const Segment *segment, *end;
    const Input *weights;
    int panel;
    ptrdiff_t size; // of matrices: the weights of a panel
    bool is_first;
} Block;

// The sums of a tile, times the scales of the inputs.
typedef struct RowSums {
    Floats at[VECTORS];
} RowSums;

typedef struct Sums {
    RowSums rows[TILE];
} Sums;

// A vector of outputs, with the bias or without it. Sums of floats have no scale, those
// of bytes have theirs already.
INLINED Floats tile_values(const LinearWeights *linear, Floats sum, int output,
                           bool has_bias, Numbers numbers)
{
    Floats bias = has_bias ? load_floats(linear->bias + output) : (Floats){0};
    if (!IS_INTEGER || numbers == BYTES)
        return sum + bias;
    return multiply_add(sum, load_floats(linear->scale + output), bias);
}

// The first block of a panel begins with the bias, or adds it; the others only add.
INLINED void store_tile(const Block *block, const RowSums sums[], int row, int rows,
                        Numbers numbers)
{
    const Product *product = block->product;
    const LinearWeights *linear = product->linear;
    bool adds = product->adds || !block->is_first;
    for (int j = 0; j < rows; j++) {
        float *out = product->out + (size_t)(row + j) * (size_t)product->out_stride;
        for (int v = 0; v < VECTORS; v++) {
            int output = block->panel * PANEL + v * WIDTH;
            if (output >= product->out_stride)
                break;
            Floats value =
                tile_values(linear, sums[j].at[v], output, block->is_first, numbers);
            if (adds)
                value = value + load_floats(out + output);
            store_floats(value, out + output);
        }
    }
}

// out = activation(value) * value of the gate
INLINED void store_gated_tile(const Block *block, const RowSums sums[],
                              const RowSums gates[], int row, int rows, Numbers numbers)
{
    const Product *product = block->product;
    for (int j = 0; j < rows; j++) {
        float *out = product->out + (size_t)(row + j) * (size_t)product->out_stride;
        for (int v = 0; v < VECTORS; v++) {
            int output = block->panel * PANEL + v * WIDTH;
            if (output >= product->out_stride)
                break;
            Floats value =
                tile_values(product->linear, sums[j].at[v], output, true, numbers);
            Floats factor =
                tile_values(product->gate, gates[j].at[v], output, true, numbers);
            value = activate_floats(value, product->activation);
            store_floats(value * factor, out + output);
        }
    }
}

#endif
