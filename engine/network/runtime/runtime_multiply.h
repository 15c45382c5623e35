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
    int panel;
    bool is_first;
} Block;

INLINED const Input *row_inputs(const Product *product, int row)
{
    int cell = product->cells == NULL ? row : product->cells[row];
    return (const Input *)product->inputs +
           (ptrdiff_t)cell * (ptrdiff_t)product->input_stride;
}

// A vector of outputs, with the bias or without it. With floats there is no scale.
INLINED Floats tile_values(const LinearWeights *linear, Sum sum,
                           const float *input_scale, int output, bool has_bias)
{
    Floats value = sum_to_floats(sum);
    Floats bias = has_bias ? load_floats(linear->bias + output) : (Floats){0};
    if (!IS_INTEGER)
        return value + bias;
    return multiply_add(value * floats_all(*input_scale),
                        load_floats(linear->scale + output), bias);
}

// The first block of a panel begins with the bias, or adds it; the others only add.
INLINED void store_tile(const Block *block, const Tile *tile, int row, int rows)
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
                tile_values(linear, tile->at[j][v], product->input_scale + row + j,
                            output, block->is_first);
            if (adds)
                value = value + load_floats(out + output);
            store_floats(value, out + output);
        }
    }
}

INLINED void sum_tile(const Block *block, const Input *const in[], const Input *weights,
                      Tile *tile, int rows)
{
    const Product *product = block->product;
    clear_tile(tile, rows);
    for (const Segment *at = block->segment; at < block->end; at++) {
        ptrdiff_t cell = at->row * product->cell_stride + at->column;
        Steps steps = {weights, cell * product->input_stride + at->input, at->steps};
        take_steps(tile, in, steps, rows);
        weights += (ptrdiff_t)at->steps * STEP * PANEL;
    }
}

// Brings the inputs and outputs of the next tile nearer, while this one is computed.
INLINED void fetch_next_tile(const Block *block, int row)
{
    enum { LINE = 64 };
    const Product *product = block->product;
    int size = block->segment->steps * STEP * (int)sizeof(Input);
    if (row + 2 * TILE > product->rows)
        return;
    for (int j = row + TILE; j < row + 2 * TILE; j++) {
        const char *next =
            (const char *)(row_inputs(product, j) + block->segment->input);
        for (int i = 0; i < size; i += LINE)
            __builtin_prefetch(next + i);
        __builtin_prefetch(product->out + (ptrdiff_t)j * product->out_stride +
                               (ptrdiff_t)block->panel * PANEL,
                           1);
    }
}

INLINED void multiply_tile(const Block *block, int row, int rows)
{
    const Input *in[TILE];
    for (int j = 0; j < rows; j++)
        in[j] = row_inputs(block->product, row + j);
    Tile tile;
    fetch_next_tile(block, row);
    sum_tile(block, in, block->weights, &tile, rows);
    store_tile(block, &tile, row, rows);
}

// out = activation(value) * value of the gate
INLINED void store_gated_tile(const Block *block, const Tile *tile, const Tile *gate,
                              int row, int rows)
{
    const Product *product = block->product;
    for (int j = 0; j < rows; j++) {
        float *out = product->out + (size_t)(row + j) * (size_t)product->out_stride;
        const float *scale = product->input_scale + row + j;
        for (int v = 0; v < VECTORS; v++) {
            int output = block->panel * PANEL + v * WIDTH;
            if (output >= product->out_stride)
                break;
            Floats value =
                tile_values(product->linear, tile->at[j][v], scale, output, true);
            Floats factor =
                tile_values(product->gate, gate->at[j][v], scale, output, true);
            value = activate_floats(value, product->activation);
            store_floats(value * factor, out + output);
        }
    }
}

static void multiply_gated_tile(const Block *block, int row, int rows)
{
    const Product *product = block->product;
    const Input *in[TILE];
    for (int j = 0; j < TILE; j++) // a row too many is computed, but not stored
        in[j] = row_inputs(product, row + (j < rows ? j : 0));
    const Input *weights = product->gate->weights;
    weights += block->weights - (const Input *)product->linear->weights;
    Tile gate, tile;
    fetch_next_tile(block, row);
    sum_tile(block, in, weights, &gate, TILE);
    sum_tile(block, in, block->weights, &tile, TILE);
    store_gated_tile(block, &tile, &gate, row, rows);
}

static void multiply_gated_block(const Block *block)
{
    int row = 0, rows = block->product->rows, count;
    for (; row < rows; row += count) {
        count = share_of(rows, row, TILE);
        multiply_gated_tile(block, row, count);
    }
}

static void multiply_block(const Block *block)
{
#define MULTIPLY(row, size) multiply_tile(block, row, size)
    SHARE_OUT_TO_TILES(block->product->rows, MULTIPLY);
#undef MULTIPLY
}

static void multiply(const Product *product)
{
    const LinearWeights *linear = product->linear;
    Block block = {.product = product, .weights = linear->weights};
    for (; block.panel < linear->panels; block.panel++)
        for (int i = 0; i < linear->block_count; i++) {
            block.is_first = i == 0;
            block.segment = linear->segments + linear->blocks[i];
            block.end = linear->segments + linear->blocks[i + 1];
            if (product->gate != NULL)
                multiply_gated_block(&block);
            else
                multiply_block(&block);
            for (const Segment *at = block.segment; at < block.end; at++)
                block.weights += at->steps * STEP * PANEL;
        }
}

#endif
