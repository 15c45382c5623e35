// SPDX-License-Identifier: MIT
//
// The arithmetic of a quantised network: convolutions of 6-bit activations with signed
// 8-bit weights, summed exactly in 32 bits. Products are taken of sums and differences
// of four activations. Six bits leave room for these in eight. Sums become activations
// again through floats, one operation after the other: a product, a sum, then rounding
// to the nearest, ties to even. So every kernel finds the same bits. The kernel is
// compiled once for each instruction set, like that of the playouts.
#ifndef CONVOLUTION_H
#define CONVOLUTION_H

#include <stddef.h>
#include <stdint.h>

enum {
    CHANNEL_GROUP = 16, // inputs and outputs are multiples of it
    ACTIVATION_TOP = 63,
    TAPS_SQUARED = 16, // of a layer computed in squares
    TILE_MAX = 16,     // number of cells that a kernel may write beyond the last point
    CELLS_MAX = 24 * 20 + TILE_MAX,
    SQUARES_MAX = 10 * 10,
    SCRATCH_BYTES = 2 * TAPS_SQUARED * (SQUARES_MAX + TILE_MAX), // per input channel
};

// A grid in the memory of a network. At least two rows of guard cells lie below and
// above, and one or two guard cells between rows. So the neighbors of a point are at
// fixed distances, and the number of cells from a row to the next is even. All channels
// of a cell lie together. In activations those of guard cells are zero.
typedef struct CellGrid {
    int columns, rows;
    int stride; // from a cell to the one above
    int first;  // the cell of the lower left point
    int cells;  // of an array, at most CELLS_MAX
} CellGrid;

// Pre: columns and rows 1..19.
CellGrid cell_grid(int columns, int rows);

// The cell of a point, from column 0 and row 0.
static inline int cell_at(const CellGrid *grid, int column, int row)
{
    return grid->first + row * grid->stride + column;
}

// A layer. For an output channel o, let sum be the sum over taps and inputs of
// activation times weight. The value is sum * scale[o] + bias[o].
//
// A 3x3 window is computed for squares of four cells: an even column and row, and the
// column and row after them. This takes 16 products for all four cells instead of 36.
// In one dimension, take one input and a pair of cells. Let a be the activation before
// the pair, b and c those of the pair, and d the one after it. With four weights w0 to
// w3:
//     both = (b + c) w0, apart = (c - b) w1, before = (a - c) w2, after = (d - b) w3.
// The first cell of the pair gets both + apart + before, the second both - apart +
// after. Ordinary weights u, v, w become w0 = (u + v + w) / 2, w1 = (u - v + w) / 2, w2
// = u and w3 = w. In two dimensions this is done to the rows, and then to the columns
// of the result. Source: Winograd 1980, "Arithmetic complexity of computations", F(2,
// 3); Lavin, Gray 2016, "Fast algorithms for convolutional neural networks".
typedef struct Convolution {
    int inputs, outputs; // channels, multiples of CHANNEL_GROUP
    // TAPS_SQUARED: the 3x3 window, by four kinds of rows and then of columns in the
    // order above; 1: the cell alone.
    int taps;
    const int8_t *weights;     // [output][tap][input]
    const float *scale, *bias; // [output]
    const void *packed;        // the weights in the kernel's order
} Convolution;

// A layer for one cell whose inputs are 0 or 1, nearly all of them 0. For an output
// channel o, let sum be the sum of weights[i][o] of the inputs i that are 1. The value
// is sum * scale[o] + bias[o].
typedef struct SparseLayer {
    int outputs;           // a multiple of CHANNEL_GROUP
    const int8_t *weights; // [input][output]
    const float *scale, *bias;
} SparseLayer;

// The inputs of a cell that are 1. Some of them are shared by many cells; the sums of
// their weights are known. The others are listed.
typedef struct SparseCell {
    const int32_t *shared; // [output]
    const uint16_t *inputs;
    int count;
} SparseCell;

// An affine map of each channel: scale[c] times it, plus bias[c].
typedef struct Norm {
    const float *scale, *bias;
} Norm;

typedef struct ConvolutionKernel {
    const char *isa; // as PlayoutKernel's

    // The bytes of packed weights, and the packing. Memory is aligned to 64 bytes.
    size_t (*packed_size)(const Convolution *layer);
    void (*pack)(const Convolution *layer, void *packed);

    // out[cell][output] is the layer's value, within 0..ACTIVATION_TOP. `in` and `out`
    // are different arrays of grid->cells cells, aligned to 64 bytes. `scratch` has
    // SCRATCH_BYTES for each input.
    void (*activate)(const Convolution *layer, const CellGrid *grid, const uint8_t *in,
                     uint8_t *out, void *scratch);

    // Adds the layer's value, within -32767..32767, to trunk[cell][output]. The result
    // is cut to these limits, too. Guard cells of the trunk have no meaning.
    void (*add)(const Convolution *layer, const CellGrid *grid, const uint8_t *in,
                int16_t *trunk, void *scratch);

    // out[cell][output] is the layer's value. Guard cells have no meaning.
    void (*evaluate)(const Convolution *layer, const CellGrid *grid, const uint8_t *in,
                     float *out, void *scratch);

    // trunk[output] is the layer's value in a cell, within -32767..32767.
    void (*begin)(const SparseLayer *layer, const SparseCell *cell, int16_t trunk[]);

    // out[cell][c] = trunk[cell][c] * scale[c] + bias[c], within
    // 0..ACTIVATION_TOP.
    void (*rectify)(const CellGrid *grid, int channels, const int16_t *trunk,
                    const Norm *norm, uint8_t *out);

    // The sum and the maximum of each channel over the grid. Pre: guards are zero.
    void (*pool)(const CellGrid *grid, int channels, const uint8_t *in, int32_t sum[],
                 uint8_t maximum[]);
} ConvolutionKernel;

#endif
