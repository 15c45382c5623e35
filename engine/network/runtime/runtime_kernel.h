// SPDX-License-Identifier: MIT
//
// What the runtime asks of a kernel: the loops over points and channels, for one
// instruction set and one precision. All arrays are aligned to 64 bytes. An array of
// activations is [board][point][stride]; the numbers beyond the last channel are 0.
#ifndef RUNTIME_KERNEL_H
#define RUNTIME_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "layer.h"
#include "runtime.h"

enum {
    // Points along an edge of the square that a 3x3 layer computes, and cells along the
    // edge of what the square depends on.
    SQUARE_SMALL = 4,
    SQUARE_LARGE = 5,
    SQUARE_CELLS_MAX = SQUARE_LARGE + 2,

    BYTE_STEP = 4,    // bytes that are multiplied together
    BYTE_PEAK = 127,  // the largest absolute value of a byte
    BYTE_RANGE = 255, // from the least byte to the greatest
};

// What a layer does to the numbers that it reads (LayerInput). Scale and bias are
// [stride]; they are there if there is a norm.
typedef struct InputStage {
    const float *from, *gate; // a gate of NULL: none
    int channels, stride;
    int points, boards;
    NormKind norm;
    float epsilon;
    const float *scale, *bias;
    Activation activation;
    const float
        *balance; // [stride]: what numbers that become bytes are multiplied with
} InputStage;

// A part of the sum of an output: one cell of the window, some of the inputs.
typedef struct Segment {
    int column, row; // of the cell, from the middle of the window
    int input;       // the first one
    int steps;
} Segment;

// The weights of a linear layer in the order of a kernel. A panel is a group of
// outputs, a step a group of inputs (RuntimeKernel). Sums of integers become floats
// after each block of segments.
//
// The value is sum * scale[output] * scale of the input + bias[output]; floats have no
// scales. The layers of Squares have a scale for each [part][output]. With bytes,
// totals[output] * offset of the input is added.
typedef struct LinearWeights {
    int inputs, outputs, panels;
    bool ends_narrow; // the last panel has RuntimeKernel's narrow_panel outputs
    int segment_count, block_count;
    Segment *segments;   // of one part
    int *blocks;         // [block_count + 1]: the first segment of each
    int parts;           // of a square; 1: there are none
    bool is_bytes;       // inputs and weights are
    void *weights;       // [panel][part][segment][step][output][input of the step]
    float *scale, *bias; // [panel][output]
    float *totals;       // of bytes, [panel][output]: sums of the weights, times scale
    // Of lists of integers, [part][output]: where sums begin.
    int32_t *beginnings;
    // Of bits, whose weights are [window row][window column][channel][output]: sums of
    // the weights of the first channel, [window_edges of columns][of rows][output].
    int32_t *edges;
} LinearWeights;

// outputs = weights * inputs, for each row. A row is a point of a board.
typedef struct Product {
    const LinearWeights *linear;
    const void *inputs;        // [cell][input_stride]
    const float *input_scale;  // [row], or [part][square]
    const float *input_offset; // [row], of bytes
    int input_stride;
    const int *cells; // of each row; NULL: a row's cell is its number
    int cell_stride;  // from a cell to the one in the row above
    int rows;
    float *out; // [row][out_stride]
    int out_stride;
    bool adds; // to what is there
    // If there is a gate, out = activation(value) * value of the gate. Both have one
    // block then, and nothing is added.
    const LinearWeights *gate;
    Activation activation;
    // Instead of `out`, if it is not NULL: prepared inputs, [row][out_stride].
    void *prepared;
} Product;

// Winograd's F(4x4, 3x3) and F(5x5, 3x3): each square of 4x4 points takes 36 products
// instead of 144, and depends on 6x6 cells. One of 5x5 points takes 49 instead of 225.
// Squares beyond the edges are cut. The cells of a board are those of its squares with
// one more around them. Source: Lavin, Gray 2016, "Fast algorithms for convolutional
// neural networks".
typedef struct Squares {
    int edge;                  // of a square: SQUARE_SMALL or SQUARE_LARGE
    int columns, rows, boards; // points
    int across, up;            // squares of a board
    int stride;                // cells from a row to the one above
    int cells;                 // of a board
} Squares;

// The parts of a square, each of which is a product.
static inline int square_parts(int edge)
{
    return (edge + 2) * (edge + 2);
}

// The inputs of a layer on the cells of all boards, as floats.
typedef struct Grid {
    float *cells; // [cell][stride]
    float *peaks; // of the cells, the largest absolute values
    int count, stride;
} Grid;

// Inputs as they are multiplied, their scales, and of bytes what they are besides: a
// number is byte * scale + offset.
typedef struct Prepared {
    void *inputs;
    float *scales, *offsets;
    const int *cells; // as in Product
    int stride;       // from a cell to the next
} Prepared;

typedef struct Attention {
    const AttentionLayer *layer;
    const float *queries, *keys, *values;
    int query_stride, key_stride, value_stride;
    int columns, rows, boards;
    // [head of frequencies][BOARD_SIDE_MAX columns, then rows][cosines, then sines]
    // [turn_stride]. Sines of the first number of a pair are negated.
    const float *turns; // NULL: none
    int turn_stride;
    float *out; // [point][out_stride]
    int out_stride;
    bool adds;
    void *prepared; // as Product's
    void *scratch;  // of attention_scratch bytes
} Attention;

enum {
    INTEGER_TILE_MAX = 16, // cells that a kernel may write beyond the last point
    INTEGER_SQUARES_MAX =
        (BOARD_SIDE_MAX + 1) / 2 * ((BOARD_SIDE_MAX + 1) / 2), // of a board
};

// A linear layer of bytes, on one board. Inputs and outputs of the weights are whole
// groups of channels. Part 0 of a square, or the only one, is made of sums of inputs,
// the others of differences.
typedef struct IntegerProduct {
    const LinearWeights *linear;
    const IntegerGrid *grid;
    const void *inputs; // prepared, or bytes as they are
    const float *bias;  // [output]
    NumberKind numbers; // of the output
    void *out;          // [cell][out_stride]; of floats [point][out_stride]
    int out_stride;
    bool adds; // to shorts
} IntegerProduct;

// What a layer does to shorts from[cell][c], or to floats from[point][c], before they
// are bytes: times scale[c], plus bias[c].
typedef struct IntegerStage {
    NumberKind numbers;
    const void *from;
    int stride;
    const float *scale, *bias;
} IntegerStage;

// A linear layer of bits, on one board.
typedef struct BitProduct {
    const LinearWeights *linear;
    const IntegerGrid *grid;
    int channels, columns, rows; // of the input, and of the window
    const uint32_t *bits;        // [point]
    const float *bias;
    int16_t *out; // [cell][out_stride]
    int out_stride;
    void *scratch; // of bit_scratch bytes
} BitProduct;

// A window of floats, nearly all of which are 0. There is one segment for each of its
// cells. The weights are floats, [segment][channel][output].
typedef struct SparseProduct {
    const LinearWeights *linear;
    const float *from; // [point][stride]
    int stride;
    int columns, rows, boards;       // points
    int margin_columns, margin_rows; // how far the window looks beyond a point
    float *out;                      // [point][out_stride]
    int out_stride;
    bool adds;
    void *scratch; // of sparse_scratch bytes
} SparseProduct;

// The number of ways in which the edges of a board can be near, in one direction. The
// function below says which of them it is at a place.
static inline int window_edge_count(int window)
{
    return (window / 2 + 1) * (window / 2 + 1);
}

static inline int window_edges(int window, int place, int size)
{
    int reach = window / 2, after = size - 1 - place;
    return (place < reach ? place : reach) * (reach + 1) +
           (after < reach ? after : reach);
}

// The functions of lists of integers are those of PRECISION_EXACT only, which has none
// of rows, cells and squares.
typedef struct RuntimeKernel {
    Precision precision;
    int panel;        // outputs that are computed together
    int narrow_panel; // the same of a last panel that has no more; 0: there is none
    int step;         // inputs that are multiplied together
    int chunk;        // inputs of a segment are a multiple of it
    int block_inputs; // inputs of a block, at most
    int rows_behind;  // that may be read behind the last row
    // Can products and attention write prepared inputs? Values are whole vectors of
    // RUNTIME_ALIGNMENT numbers then.
    bool writes_prepared;
    size_t input_size; // bytes of a prepared input
    // The largest absolute values of an input and of a weight.
    int input_top, weight_top;

    // The inputs as floats, to[cell][stride]; `cells` as in Product. peaks[cell] is the
    // largest absolute value, if peaks is not NULL.
    void (*prepare_floats)(const InputStage *stage, const int *cells, float *to,
                           float *peaks);

    // The inputs of a product, [cell][stride], and their scales [row]. Only if there is
    // no prepare_cells, a row's cell is not its number.
    void (*prepare_rows)(const InputStage *stage, const Prepared *to);

    // The same for all cells of a grid, [cell][stride]. All scales are the same:
    // `rows`. NULL: prepare_rows does it, and other cells are 0.
    void (*prepare_cells)(const Grid *grid, const Prepared *to, int rows);

    // The inputs of squares, [part][square][stride], and their scales [part][square].
    // `parts` is memory for those of one square. NULL: 3x3 is a window as any other.
    void (*prepare_squares)(const Squares *squares, const Grid *grid, float *parts,
                            const Prepared *to);

    void (*multiply)(const Product *product);

    // The same two for bytes; PRECISION_INT8 only, as is attend_bytes.
    void (*prepare_bytes)(const InputStage *stage, const Prepared *to);
    void (*multiply_bytes)(const Product *product);

    // A product whose rows are squares. `sums` are [part][square][panel].
    void (*multiply_squares)(const Product *product, const Squares *squares,
                             float *sums);

    // NULL: there are only other windows. The second wants the product with its
    // channels, board and window.
    void (*multiply_sparse)(const SparseProduct *product);
    size_t (*sparse_scratch)(const SparseProduct *product);

    size_t (*attention_scratch)(const AttentionLayer *layer, int points);
    void (*attend)(const Attention *attention);
    void (*attend_bytes)(const Attention *attention); // products of queries and keys

    // The sum and the maximum of each channel over the points of a board.
    void (*pool)(const float *from, int points, int stride, float *sum, float *maximum);

    // to[point] = from, or added to it.
    void (*spread)(const float *from, int points, int stride, float *to, bool adds);

    // What is added to a prepared input: of part 0, and of other parts.
    int shift[2];

    // The inputs of a layer of bytes: [cell][stride], or those of squares.
    void (*prepare_integers)(const IntegerGrid *grid, bool is_square, int stride,
                             const uint8_t *in, void *to);
    void (*multiply_integers)(const IntegerProduct *product);

    // Shorts or floats become bytes.
    void (*round_to_bytes)(const IntegerGrid *grid, const IntegerStage *stage,
                           uint8_t *to);

    // As `pool`, of bytes.
    void (*pool_bytes)(const IntegerGrid *grid, const uint8_t *in, int stride,
                       float *sum, float *maximum);

    // Of a product with its grid, window and channels.
    size_t (*bit_scratch)(const BitProduct *product);
    void (*add_bits)(const BitProduct *product);
} RuntimeKernel;

#endif
