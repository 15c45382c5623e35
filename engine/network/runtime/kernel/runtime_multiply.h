// SPDX-License-Identifier: MIT
//
// Linear layers; for runtime_kernel_tmpl.c only. A panel of weights is multiplied with
// all rows before the next panel, so it stays in the nearest cache.
#ifndef RUNTIME_MULTIPLY_H
#define RUNTIME_MULTIPLY_H

#include "runtime_tile.h"

// A block of segments of a panel.
typedef struct Block {
    const Product *product;
    const Segment *segment, *end;
    const Input *weights;
    ptrdiff_t size; // numbers of the weights
    int panel;
    bool is_first;
} Block;

// What a panel is multiplied with, and its vectors. Both are constants.
typedef struct Kind {
    Numbers numbers;
    int vectors;
} Kind;

// Some rows of a product: their inputs, and the scales of these.
typedef struct Rows {
    const Input *in[TILE];
    const float *scale[TILE];
    int count;
} Rows;

INLINED const Input *row_inputs(const Product *product, int row, Numbers numbers)
{
    int cell = product->cells == NULL ? row : product->cells[row];
    size_t size = numbers == BYTES ? 1 : sizeof(Input);
    const char *inputs = product->inputs;
    return (const void *)(inputs + (size_t)cell * (size_t)product->input_stride * size);
}

INLINED Rows find_rows(const Product *product, int first, int count, Numbers numbers)
{
    Rows found = {.count = count};
    for (int j = 0; j < count; j++) {
        found.in[j] = row_inputs(product, first + j, numbers);
        found.scale[j] = product->input_scale + first + j;
    }
    return found;
}

// The sums of a tile, times the scales of the inputs.
typedef struct Sums {
    Floats at[TILE][VECTORS];
} Sums;

INLINED void sum_tile(const Block *block, const Rows *rows, const Input *weights,
                      Sums *sums, Kind kind)
{
    const Product *product = block->product;
    Tile tile;
    clear_tile(&tile, rows->count, kind.vectors);
    for (const Segment *at = block->segment; at < block->end; at++) {
        ptrdiff_t cell = at->row * product->cell_stride + at->column;
        Steps steps = {.weights = weights,
                       .vectors = kind.vectors,
                       .offset = cell * product->input_stride + at->input,
                       .count = at->steps};
        take_steps(&tile, rows->in, steps, rows->count, kind.numbers);
        weights += (ptrdiff_t)at->steps * STEP * kind.vectors * WIDTH;
    }
    for (int j = 0; j < rows->count; j++)
        for (int v = 0; v < kind.vectors; v++) {
            Floats sum = sum_to_floats(tile.at[j][v]);
            sums->at[j][v] = IS_INTEGER ? sum * floats_all(*rows->scale[j]) : sum;
        }
}

// What the sums of some outputs become values by. The first block has the bias.
typedef struct Outputs {
    Floats scale, bias, totals;
} Outputs;

INLINED Outputs find_outputs(const Block *block, const LinearWeights *linear, int first,
                             Numbers numbers)
{
    Outputs found = {.scale = load_floats(linear->scale + first)};
    if (block->is_first)
        found.bias = load_floats(linear->bias + first);
    if (block->is_first && numbers == BYTES)
        found.totals = load_floats(linear->totals + first);
    return found;
}

// The value of a row. Sums of floats have no scale; inputs that are bytes have an
// offset.
INLINED Floats value_of(const Product *product, int row, const Outputs *outputs,
                        Floats sum, Numbers numbers)
{
    Floats bias = outputs->bias;
    if (!IS_INTEGER)
        return sum + bias;
    if (numbers == BYTES)
        bias =
            multiply_add(floats_all(product->input_offset[row]), outputs->totals, bias);
    return multiply_add(sum, outputs->scale, bias);
}

// The first block of a panel begins with the bias, or adds it; the others only add.
INLINED void store_tile(const Block *block, const Sums *sums, int row, int rows,
                        Kind kind)
{
    const Product *product = block->product;
    bool adds = product->adds || !block->is_first;
    ptrdiff_t stride = product->out_stride;
    for (int v = 0; v < kind.vectors; v++) {
        int output = block->panel * PANEL + v * WIDTH;
        if (output >= stride)
            break;
        Outputs outputs = find_outputs(block, product->linear, output, kind.numbers);
        float *out = product->out + row * stride + output;
        for (int j = 0; j < rows; j++) {
            Floats value =
                value_of(product, row + j, &outputs, sums->at[j][v], kind.numbers);
            if (adds)
                value = value + load_floats(out + j * stride);
            store_floats(value, out + j * stride);
        }
    }
}

// Brings the inputs and outputs of the next tile nearer, while this one is computed.
// With the longest vectors it costs more than it gains.
INLINED void fetch_next_tile(const Block *block, int row, Numbers numbers)
{
    if (LANES == 8 || row + 2 * TILE > block->product->rows)
        return;
    const Product *product = block->product;
    int size = block->segment->steps * STEP * (int)sizeof(Input);
    for (int j = row + TILE; j < row + 2 * TILE; j++) {
        const char *next =
            (const char *)(row_inputs(product, j, numbers) + block->segment->input);
        for (int i = 0; i < size; i += LINE)
            __builtin_prefetch(next + i);
        __builtin_prefetch(product->out + (ptrdiff_t)j * product->out_stride +
                               (ptrdiff_t)block->panel * PANEL,
                           1);
    }
}

// Fetches a tile's share of the weights behind those of the block. With few rows, they
// would be waited for as long as they are used.
INLINED void fetch_next_weights(const Block *block, const Input *weights, int row,
                                int rows)
{
    fetch_share(weights + block->size, block->size, row, rows, block->product->rows);
}

INLINED void multiply_tile(const Block *block, int row, int rows, Kind kind)
{
    Rows from = find_rows(block->product, row, rows, kind.numbers);
    Sums sums;
    fetch_next_tile(block, row, kind.numbers);
    fetch_next_weights(block, block->weights, row, rows);
    sum_tile(block, &from, block->weights, &sums, kind);
    store_tile(block, &sums, row, rows, kind);
}

// out = activation(value) * value of the gate. The sums are of the values, then of the
// gates.
INLINED void store_gated_tile(const Block *block, const Sums sums[2], int row, int rows,
                              Kind kind)
{
    const Product *product = block->product;
    ptrdiff_t stride = product->out_stride;
    for (int v = 0; v < kind.vectors; v++) {
        int output = block->panel * PANEL + v * WIDTH;
        if (output >= stride)
            break;
        Outputs values = find_outputs(block, product->linear, output, kind.numbers);
        Outputs gates = find_outputs(block, product->gate, output, kind.numbers);
        float *out = product->out + row * stride + output;
        for (int j = 0; j < rows; j++) {
            Floats value =
                value_of(product, row + j, &values, sums[0].at[j][v], kind.numbers);
            Floats factor =
                value_of(product, row + j, &gates, sums[1].at[j][v], kind.numbers);
            value = activate_floats(value, product->activation);
            store_floats(value * factor, out + j * stride);
        }
    }
}

INLINED void multiply_gated_tile(const Block *block, int row, int rows, Kind kind)
{
    const Product *product = block->product;
    Rows from = find_rows(product, row, rows, kind.numbers);
    const Input *gates = product->gate->weights;
    gates += block->weights - (const Input *)product->linear->weights;
    Sums sums[2];
    fetch_next_tile(block, row, kind.numbers);
    fetch_next_weights(block, gates, row, rows);
    sum_tile(block, &from, gates, &sums[1], kind);
    fetch_next_weights(block, block->weights, row, rows);
    sum_tile(block, &from, block->weights, &sums[0], kind);
    store_gated_tile(block, sums, row, rows, kind);
}

INLINED void multiply_gated_block(const Block *block, Kind kind)
{
#define MULTIPLY(row, size) multiply_gated_tile(block, row, size, kind)
    SHARE_OUT_TO_TILES(block->product->rows, TILE, MULTIPLY);
#undef MULTIPLY
}

INLINED void multiply_block(const Block *block, Kind kind)
{
#define MULTIPLY(row, size) multiply_tile(block, row, size, kind)
    SHARE_OUT_TO_TILES(block->product->rows, TILE, MULTIPLY);
#undef MULTIPLY
}

INLINED void multiply_panel(Block *block, Kind kind)
{
    const LinearWeights *linear = block->product->linear;
    for (int i = 0; i < linear->block_count; i++) {
        block->is_first = i == 0;
        block->segment = linear->segments + linear->blocks[i];
        block->end = linear->segments + linear->blocks[i + 1];
        block->size = 0;
        for (const Segment *at = block->segment; at < block->end; at++)
            block->size += (ptrdiff_t)at->steps * STEP * kind.vectors * WIDTH;
        if (block->product->gate != NULL)
            multiply_gated_block(block, kind);
        else
            multiply_block(block, kind);
        block->weights += block->size;
    }
}

INLINED void multiply_numbers(const Product *product, Numbers numbers)
{
    const LinearWeights *linear = product->linear;
    int wide = linear->panels - linear->ends_narrow;
    Block block = {.product = product, .weights = linear->weights};
    for (; block.panel < wide; block.panel++)
        multiply_panel(&block, (Kind){numbers, VECTORS});
    if (NARROW_VECTORS > 0 && linear->ends_narrow)
        multiply_panel(&block, (Kind){numbers, NARROW_VECTORS});
}

static void multiply(const Product *product)
{
    multiply_numbers(product, INPUTS);
}

#ifdef BYTE_KERNEL
static void multiply_bytes(const Product *product)
{
    multiply_numbers(product, BYTES);
}
#endif

#endif
