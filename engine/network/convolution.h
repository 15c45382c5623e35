// SPDX-License-Identifier: MIT
//
// The arithmetic of a quantised network: convolutions of 6-bit activations with signed
// 8-bit weights, summed up exactly in 32 bits. Six bits are what leaves room in eight
// for the sums and differences of four activations that are multiplied in their place.
// Sums become activations again through floats, one operation after the other (a
// product, then a sum, then rounding to the nearest, to even if in doubt), so every
// kernel finds the same bits. The kernel is compiled once for each instruction set,
// like that of the lanes.
#ifndef CONVOLUTION_H
#define CONVOLUTION_H

#include <stddef.h>
#include <stdint.h>

enum {
    CHANNEL_GROUP = 16, // inputs and outputs come in multiples of it
    ACTIVATION_TOP = 63,
    TAPS_SQUARED = 16, // of a layer in squares
    TILE_MAX = 16,     // cells that a kernel may write beyond the last point
    CELLS_MAX = 24 * 20 + TILE_MAX,
    SQUARES_MAX = 10 * 10,
    SCRATCH_BYTES = 2 * TAPS_SQUARED * (SQUARES_MAX + TILE_MAX), // for an input channel
};

// A grid in the memory of a network: at least two rows of guard cells below and above,
// a guard cell or two between rows, so that the neighbours of a point are at fixed
// distances and there is an even number of cells from a row to the next. All channels
// of a cell lie together; those of guard cells are zero in activations.
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

// A layer. For an output channel o, with the sum over taps and inputs of activation
// times weight, its value is sum * scale[o] + bias[o].
//
// A window of 3x3 cells is computed for squares of four cells, those of an even column
// and row and the one to the right and above, with 16 products for all four instead of
// 36. In one dimension: of one input, let a be the activation before a pair of cells, b
// and c those of the pair, d the one after it, and w0 to w3 four weights:
//     both = (b + c) w0, apart = (c - b) w1, before = (a - c) w2, after = (d - b) w3.
// Then the first of the pair gets both + apart + before, the second both - apart +
// after. Ordinary weights u, v, w become w0 = (u + v + w) / 2, w1 = (u - v + w) / 2, w2
// = u, w3 = w. In two dimensions all this is done to rows, then to the columns of what
// that gives. Source: Winograd 1980, "Arithmetic complexity of computations", F(2, 3);
// Lavin, Gray 2016, "Fast algorithms for convolutional neural networks".
typedef struct Convolution {
    int inputs, outputs; // channels, multiples of CHANNEL_GROUP
    // TAPS_SQUARED: the 3x3 window, by four kinds of rows and then of columns in the
    // order above; 1: the cell alone.
    int taps;
    const int8_t *weights;     // [output][tap][input]
    const float *scale, *bias; // [output]
    const void *packed;        // the weights as the kernel wants them
} Convolution;

// A layer for one cell whose inputs are 0 or 1, and but for a few of them 0. For an
// output channel o, with the sum of the weights[i][o] of the inputs i that are 1, its
// value is sum * scale[o] + bias[o].
typedef struct SparseLayer {
    int outputs;           // a multiple of CHANNEL_GROUP
    const int8_t *weights; // [input][output]
    const float *scale, *bias;
} SparseLayer;

// The inputs of a cell that are 1: some that many cells share, of whose weights the
// sums are known, and others.
typedef struct SparseCell {
    const int32_t *shared; // [output]
    const uint16_t *inputs;
    int count;
} SparseCell;

// What is made of each channel: scale[c] times that, plus bias[c].
typedef struct Norm {
    const float *scale, *bias;
} Norm;

typedef struct ConvolutionKernel {
    const char *isa; // as PlayoutKernel's

    // Bytes of packed weights, and the packing. Memory is aligned to 64 bytes.
    size_t (*packed_size)(const Convolution *layer);
    void (*pack)(const Convolution *layer, void *packed);

    // out[cell][output] is the layer's value, within 0..ACTIVATION_TOP. `in` and `out`
    // are different arrays of grid->cells cells, aligned to 64 bytes. scratch:
    // SCRATCH_BYTES for each input.
    void (*activate)(const Convolution *layer, const CellGrid *grid, const uint8_t *in,
                     uint8_t *out, void *scratch);

    // Adds the layer's value, within -32767..32767, to trunk[cell][output], which does
    // not go beyond these limits either. Guard cells of the trunk mean nothing.
    void (*add)(const Convolution *layer, const CellGrid *grid, const uint8_t *in,
                int16_t *trunk, void *scratch);

    // out[cell][output] is the layer's value. Guard cells mean nothing.
    void (*evaluate)(const Convolution *layer, const CellGrid *grid, const uint8_t *in,
                     float *out, void *scratch);

    // trunk[output] is the layer's value in a cell, within -32767..32767.
    void (*begin)(const SparseLayer *layer, const SparseCell *cell, int16_t trunk[]);

    // out[cell][c] = trunk[cell][c] * scale[c] + bias[c], within
    // 0..ACTIVATION_TOP.
    void (*rectify)(const CellGrid *grid, int channels, const int16_t *trunk,
                    const Norm *norm, uint8_t *out);

    // Of each channel the sum over the grid, and the maximum. Pre: guards are zero.
    void (*pool)(const CellGrid *grid, int channels, const uint8_t *in, int32_t sum[],
                 uint8_t maximum[]);
} ConvolutionKernel;

#endif
