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

// The first block of a panel begins with the bias, or adds it; the others only add.
INLINED void store_tile(const Block *block, const Tile *tile, int row, int rows)
{
    const Product *product = block->product;
    const LinearWeights *linear = product->linear;
    int output = block->panel * PANEL;
    bool adds = product->adds || !block->is_first;
    for (int j = 0; j < rows; j++) {
        float *out = product->out + (size_t)(row + j) * (size_t)product->out_stride;
        for (int v = 0; v < VECTORS; v++) {
            int place = output + v * WIDTH;
            Floats value = sum_to_floats(tile->at[j][v]);
            if (IS_INTEGER)
                value = value * floats_all(product->input_scale[row + j]) *
                        load_floats(linear->scale + place);
            if (block->is_first)
                value = value + load_floats(linear->bias + place);
            if (adds)
                value = value + load_floats(out + place);
            store_floats(value, out + place);
        }
    }
}

INLINED void multiply_tile(const Block *block, int row, int rows)
{
    const Product *product = block->product;
    const Input *in[TILE];
    for (int j = 0; j < rows; j++)
        in[j] = row_inputs(product, row + j);
    Tile tile;
    clear_tile(&tile, rows);
    const Input *weights = block->weights;
    for (const Segment *at = block->segment; at < block->end; at++) {
        ptrdiff_t cell = at->row * product->cell_stride + at->column;
        weights = take_steps(&tile, in, cell * product->input_stride + at->input,
                             weights, at->steps, rows);
    }
    store_tile(block, &tile, row, rows);
}

static void multiply_block(const Block *block)
{
    int row = 0, rows = block->product->rows, count;
    for (; row < rows; row += count) {
        count = tile_rows(rows, row);
        switch (count) {
        case 1:
            multiply_tile(block, row, 1);
            break;
        case 2:
            multiply_tile(block, row, 2);
            break;
        case 3:
            multiply_tile(block, row, 3);
            break;
        case 4:
            multiply_tile(block, row, 4);
            break;
        case 5:
            multiply_tile(block, row, 5);
            break;
        default:
            multiply_tile(block, row, TILE);
            break;
        }
    }
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
            multiply_block(&block);
            for (const Segment *at = block.segment; at < block.end; at++)
                block.weights += at->steps * STEP * PANEL;
        }
}

#endif
