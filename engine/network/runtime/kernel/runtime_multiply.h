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

// The vectors and the outputs of a panel that is no narrow one.
INLINED int vectors_of(Numbers numbers)
{
    return numbers == BYTES ? BYTE_VECTORS : VECTORS;
}

INLINED int panel_of(Numbers numbers)
{
    return numbers == BYTES ? BYTE_PANEL : PANEL;
}

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

// If there are fewer rows than `count`, the first of them stands for the others.
INLINED Rows find_rows(const Product *product, int first, int rows, int count,
                       Numbers numbers)
{
    Rows found = {.count = count};
    int scales = numbers == BYTES ? product->input_stride / BYTE_GROUP : 1;
    for (int j = 0; j < count; j++) {
        int row = first + (j < rows ? j : 0);
        found.in[j] = row_inputs(product, row, numbers);
        found.scale[j] = product->input_scale + (ptrdiff_t)row * scales;
    }
    return found;
}

// The sums of a tile, times the scales of the inputs.
typedef struct Sums {
    Floats at[TILE][VECTORS];
} Sums;

INLINED void sum_inputs(const Block *block, const Rows *rows, const Input *weights,
                        Sums *sums, int vectors)
{
    const Product *product = block->product;
    Tile tile;
    clear_tile(&tile, rows->count, vectors);
    for (const Segment *at = block->segment; at < block->end; at++) {
        ptrdiff_t cell = at->row * product->cell_stride + at->column;
        Steps steps = {.weights = weights,
                       .vectors = vectors,
                       .offset = cell * product->input_stride + at->input,
                       .count = at->steps};
        take_steps(&tile, rows->in, steps, rows->count, INPUTS);
        weights += (ptrdiff_t)at->steps * STEP * vectors * WIDTH;
    }
    for (int j = 0; j < rows->count; j++)
        for (int v = 0; v < vectors; v++) {
            Floats sum = sum_to_floats(tile.at[j][v]);
            sums->at[j][v] = IS_INTEGER ? sum * floats_all(*rows->scale[j]) : sum;
        }
}

#ifdef HAS_BYTES
enum { GROUP_STEPS = BYTE_GROUP / BYTE_STEP };
_Static_assert(!IS_INTEGER || BYTE_STEP == STEP * (int)sizeof(Input),
               "a step of bytes is as large as one of inputs");

// The sum of a group begins with what takes the shift of its inputs back.
INLINED void begin_group(const int32_t *beginnings, Tile *tile, int rows)
{
    for (int v = 0; v < BYTE_VECTORS; v++) {
        Sum beginning = (Sum)load_ints(beginnings + v * WIDTH);
        for (int j = 0; j < rows; j++)
            tile->at[j][v] = beginning;
    }
}

// Adds the sums of a group, times their scales.
INLINED void add_group(const Tile *tile, const Rows *rows, const float *scales,
                       int group, Sums *sums)
{
    for (int v = 0; v < BYTE_VECTORS; v++) {
        Floats scale = load_floats(scales + v * WIDTH);
        for (int j = 0; j < rows->count; j++)
            sums->at[j][v] =
                multiply_add(sum_to_floats(tile->at[j][v]) * scale,
                             floats_all(rows->scale[j][group]), sums->at[j][v]);
    }
}

INLINED void sum_bytes(const Block *block, const LinearWeights *linear,
                       const Rows *rows, const Input *weights, Sums *sums)
{
    int groups = linear->inputs / BYTE_GROUP;
    ptrdiff_t place = (ptrdiff_t)block->panel * groups * BYTE_PANEL;
    for (int j = 0; j < rows->count; j++)
        for (int v = 0; v < BYTE_VECTORS; v++)
            sums->at[j][v] = (Floats){0};
    for (int group = 0; group < groups; group++, place += BYTE_PANEL) {
        ptrdiff_t step = (ptrdiff_t)group * GROUP_STEPS;
        Steps steps = {.weights = weights + step * STEP * BYTE_PANEL,
                       .vectors = BYTE_VECTORS,
                       .offset = step * STEP,
                       .count = GROUP_STEPS};
        Tile tile;
        begin_group(linear->beginnings + place, &tile, rows->count);
        take_steps(&tile, rows->in, steps, rows->count, BYTES);
        add_group(&tile, rows, linear->scale + place, group, sums);
    }
}
#endif

// What a tile of inputs is multiplied by: weights of a panel, and whose they are.
typedef struct Factor {
    const LinearWeights *linear;
    const Input *weights;
} Factor;

INLINED void sum_tile(const Block *block, const Factor *factor, const Rows *rows,
                      Sums *sums, Kind kind)
{
#ifdef HAS_BYTES
    if (kind.numbers == BYTES) {
        sum_bytes(block, factor->linear, rows, factor->weights, sums);
        return;
    }
#endif
    sum_inputs(block, rows, factor->weights, sums, kind.vectors);
}

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
INLINED void store_tile(const Block *block, const Sums *sums, int row, int rows,
                        Kind kind)
{
    const Product *product = block->product;
    const LinearWeights *linear = product->linear;
    bool adds = product->adds || !block->is_first;
    for (int j = 0; j < rows; j++) {
        float *out = product->out + (size_t)(row + j) * (size_t)product->out_stride;
        for (int v = 0; v < kind.vectors; v++) {
            int output = block->panel * panel_of(kind.numbers) + v * WIDTH;
            if (output >= product->out_stride)
                break;
            Floats value = tile_values(linear, sums->at[j][v], output, block->is_first,
                                       kind.numbers);
            if (adds)
                value = value + load_floats(out + output);
            store_floats(value, out + output);
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
                               (ptrdiff_t)block->panel * panel_of(numbers),
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
    Rows from = find_rows(block->product, row, rows, rows, kind.numbers);
    const Factor factor = {block->product->linear, block->weights};
    Sums sums;
    fetch_next_tile(block, row, kind.numbers);
    fetch_next_weights(block, factor.weights, row, rows);
    sum_tile(block, &factor, &from, &sums, kind);
    store_tile(block, &sums, row, rows, kind);
}

// out = activation(value) * value of the gate. The sums are of the values, then of the
// gates.
INLINED void store_gated_tile(const Block *block, const Sums sums[2], int row, int rows,
                              Kind kind)
{
    const Product *product = block->product;
    for (int j = 0; j < rows; j++) {
        float *out = product->out + (size_t)(row + j) * (size_t)product->out_stride;
        for (int v = 0; v < kind.vectors; v++) {
            int output = block->panel * panel_of(kind.numbers) + v * WIDTH;
            if (output >= product->out_stride)
                break;
            Floats value = tile_values(product->linear, sums[0].at[j][v], output, true,
                                       kind.numbers);
            Floats factor = tile_values(product->gate, sums[1].at[j][v], output, true,
                                        kind.numbers);
            value = activate_floats(value, product->activation);
            store_floats(value * factor, out + output);
        }
    }
}

INLINED void multiply_gated_tile(const Block *block, int row, int rows, Kind kind)
{
    const Product *product = block->product;
    // A row too many is computed, but not stored.
    Rows from = find_rows(product, row, rows, TILE, kind.numbers);
    const Input *weights = product->gate->weights;
    weights += block->weights - (const Input *)product->linear->weights;
    const Factor value = {product->linear, block->weights};
    const Factor gate = {product->gate, weights};
    Sums sums[2];
    fetch_next_tile(block, row, kind.numbers);
    fetch_next_weights(block, gate.weights, row, rows);
    sum_tile(block, &gate, &from, &sums[1], kind);
    fetch_next_weights(block, value.weights, row, rows);
    sum_tile(block, &value, &from, &sums[0], kind);
    store_gated_tile(block, sums, row, rows, kind);
}

INLINED void multiply_gated_block(const Block *block, Kind kind)
{
    int row = 0, rows = block->product->rows, count;
    for (; row < rows; row += count) {
        count = share_of(rows, row, TILE);
        multiply_gated_tile(block, row, count, kind);
    }
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
        multiply_panel(&block, (Kind){numbers, vectors_of(numbers)});
    if (NARROW_VECTORS > 0 && numbers == INPUTS && linear->ends_narrow)
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
