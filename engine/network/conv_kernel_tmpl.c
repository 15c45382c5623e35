// SPDX-License-Identifier: MIT
//
// The loops of a convolution. They are compiled once per instruction set; the build
// gives LANES (64-bit numbers in a vector), KERNEL and KERNEL_NAME.
#include "convolution.h"

#include <stdbool.h>
#include <string.h>

#include "conv_sparse.h"
#include "conv_winograd.h"

// A tile of a block: cells from `cell` on.
INLINED void convolve_cells(const Block *block, Target target, const Activation *in,
                            int cell, int vectors)
{
    int inputs = block->layer->inputs;
    const Weight *weights = block->weights;
    Sums sums;
    begin_sums(&sums, block, 0, vectors);
    for (int i = 0; i < inputs; i += STEP, weights += vectors * STEP * WIDTH)
        take_step(&sums, weights, in + cell * inputs + i, inputs, vectors);
    for (int j = 0; j < TILE; j++)
        for (int v = 0; v < vectors; v++)
            store_sum(target, sums.at[j][v], cell + j, block->output + v * WIDTH);
}

static int conv_end_of(const CellGrid *grid)
{
    return cell_at(grid, grid->columns, grid->rows - 1);
}

static int outputs_in_block(const Convolution *layer, int output)
{
    return layer->outputs - output < BLOCK ? WIDTH : BLOCK;
}

static int block_size(const Block *block)
{
    return outputs_in_block(block->layer, block->output);
}

static bool is_squared(const Convolution *layer)
{
    return layer->taps == TAPS_SQUARED;
}

static size_t weight_count(const Convolution *layer)
{
    return (size_t)layer->outputs * (size_t)layer->taps * (size_t)layer->inputs;
}

static size_t packed_size(const Convolution *layer)
{
    return weight_count(layer) * sizeof(Weight) +
           (size_t)(layer->taps * layer->outputs) * sizeof(int32_t);
}

static int32_t sum_of_weights(const Convolution *layer, int output, int tap)
{
    const int8_t *weights =
        layer->weights + (output * layer->taps + tap) * layer->inputs;
    int32_t sum = 0;
    for (int i = 0; i < layer->inputs; i++)
        sum += weights[i];
    return sum;
}

// Sums begin with minus what the shift of the inputs adds to them: [tap][output]. A
// single cell is shifted like the sum of four, the first part of a square.
static void pack_beginnings(const Convolution *layer, int32_t *beginning)
{
    for (int tap = 0; tap < layer->taps; tap++)
        for (int output = 0; output < layer->outputs; output++)
            *beginning++ = -part_shift(tap) * sum_of_weights(layer, output, tap);
}

// [block][tap][step][output of the block][input of the step], then the beginnings
static void pack(const Convolution *layer, void *packed)
{
    Weight *to = packed;
    int size;
    for (int block = 0; block < layer->outputs; block += size) {
        size = outputs_in_block(layer, block);
        for (int row = 0; row < layer->taps * layer->inputs; row += STEP)
            for (int i = 0; i < size; i++)
                for (int j = 0; j < STEP; j++) {
                    int output = block + i, rows = layer->taps * layer->inputs;
                    // A number, no character.
                    // NOLINTNEXTLINE(*signed-char*,cert-str34-c)
                    *to++ = layer->weights[output * rows + row + j];
                }
    }
    pack_beginnings(layer, (void *)to);
}

// The activations in the type that this kernel multiplies.
static const Activation *prepare_cells(const Convolution *layer, const CellGrid *grid,
                                       const uint8_t *in, Activation *prepared)
{
    if (sizeof(Activation) == sizeof *in && PLAIN_SHIFT == 0)
        return (const Activation *)in;
    for (int i = 0; i < grid->cells * layer->inputs; i++)
        prepared[i] = (Activation)(in[i] + PLAIN_SHIFT);
    return prepared;
}

// The first block of a layer.
static Block first_block(const Convolution *layer)
{
    const Weight *weights = layer->packed;
    return (Block){.layer = layer,
                   .weights = weights,
                   .beginning = (const void *)(weights + weight_count(layer))};
}

static void go_to_next_block(Block *block)
{
    int size = block_size(block);
    block->weights += size * block->layer->taps * block->layer->inputs;
    block->output += size;
}

// Computes all tiles of a block of outputs, then the next block. So the weights of a
// block stay in a near cache.
static void convolve_in_cells(const Convolution *layer, Target target,
                              const CellGrid *grid, const Activation *in)
{
    Block block = first_block(layer);
    for (; block.output < layer->outputs; go_to_next_block(&block))
        for (int cell = grid->first; cell < conv_end_of(grid); cell += TILE)
            if (block_size(&block) == BLOCK)
                convolve_cells(&block, target, in, cell, 2);
            else
                convolve_cells(&block, target, in, cell, 1);
}

static void convolve_in_squares(const Convolution *layer, Target target,
                                const CellGrid *grid, const uint8_t *in,
                                Activation *prepared)
{
    Squares squares;
    find_squares(grid, &squares);
    prepare_squares(&squares, layer->inputs, in, prepared);
    Block block = first_block(layer);
    for (; block.output < layer->outputs; go_to_next_block(&block)) {
        SquareBand band = {&block, &squares, 0, 0, prepared};
        for (; band.first < squares.count; band.first += BAND * TILE) {
            int left = (squares.count - band.first + TILE - 1) / TILE;
            band.tiles = left < BAND ? left : BAND;
            if (block_size(&block) == BLOCK)
                convolve_squares(&band, target, 2);
            else
                convolve_squares(&band, target, 1);
            band.in += BAND * TAPS_SQUARED * part_size(layer->inputs);
        }
    }
}

static void convolve(const Convolution *layer, Target target, const CellGrid *grid,
                     const uint8_t *in, void *scratch)
{
    if (is_squared(layer))
        convolve_in_squares(layer, target, grid, in, scratch);
    else
        convolve_in_cells(layer, target, grid, prepare_cells(layer, grid, in, scratch));
}

// A few cells: a call would take longer than this.
INLINED void clear_cells(uint8_t *cells, int channels, int count)
{
    for (int i = 0; i < count * channels; i += CHANNEL_GROUP)
        memset(cells + i, 0, CHANNEL_GROUP);
}

static void clear_guards(const CellGrid *grid, int channels, uint8_t *cells)
{
    size_t size = (size_t)channels;
    memset(cells, 0, size * (size_t)grid->first);
    for (int row = 0; row < grid->rows; row++)
        clear_cells(cells + size * (size_t)cell_at(grid, grid->columns, row), channels,
                    grid->stride - grid->columns);
    memset(cells + size * (size_t)conv_end_of(grid), 0,
           size * (size_t)(grid->cells - conv_end_of(grid)));
}

static void activate(const Convolution *layer, const CellGrid *grid, const uint8_t *in,
                     uint8_t *out, void *scratch)
{
    Target target = target_of(layer);
    target.out = out;
    convolve(layer, target, grid, in, scratch);
    clear_guards(grid, layer->outputs, out);
}

static void add(const Convolution *layer, const CellGrid *grid, const uint8_t *in,
                int16_t *trunk, // NOLINT(readability-non-const-parameter): the target
                void *scratch)
{
    Target target = target_of(layer);
    target.trunk = trunk;
    convolve(layer, target, grid, in, scratch);
}

static void
conv_evaluate(const Convolution *layer, const CellGrid *grid, const uint8_t *in,
              float *out, // NOLINT(readability-non-const-parameter): the target
              void *scratch)
{
    Target target = target_of(layer);
    target.values = out;
    convolve(layer, target, grid, in, scratch);
}

static void conv_begin(const SparseLayer *layer, const SparseCell *cell,
                       int16_t trunk[])
{
    int output = 0;
    for (; layer->outputs - output >= GROUPS_MAX * CHANNEL_GROUP;
         output += GROUPS_MAX * CHANNEL_GROUP)
        begin_groups(layer, cell, output, GROUPS_MAX, trunk);
    for (; output < layer->outputs; output += CHANNEL_GROUP)
        begin_groups(layer, cell, output, 1, trunk);
}

static void rectify(const CellGrid *grid, int channels, const int16_t *trunk,
                    const Norm *norm, uint8_t *out)
{
    for (int cell = grid->first; cell < conv_end_of(grid); cell++)
        for (int c = 0; c < channels; c += WIDTH) {
            size_t place = (size_t)cell * (size_t)channels + (size_t)c;
            Floats value =
                scale_ints(load_shorts(trunk + place), norm->scale + c, norm->bias + c);
            store_bytes(round_within(value, 0, ACTIVATION_TOP), out + place);
        }
    clear_guards(grid, channels, out);
}

static void pool(const CellGrid *grid, int channels, const uint8_t *in, int32_t sum[],
                 uint8_t maximum[])
{
    memset(sum, 0, (size_t)channels * sizeof *sum);
    memset(maximum, 0, (size_t)channels);
    for (int cell = grid->first; cell < conv_end_of(grid); cell++)
        for (int c = 0; c < channels; c++) {
            uint8_t activation = in[cell * channels + c];
            sum[c] += activation;
            maximum[c] = activation > maximum[c] ? activation : maximum[c];
        }
}

const ConvolutionKernel KERNEL = {
    .isa = KERNEL_NAME,
    .packed_size = packed_size,
    .pack = pack,
    .activate = activate,
    .add = add,
    .evaluate = conv_evaluate,
    .begin = conv_begin,
    .rectify = rectify,
    .pool = pool,
};
