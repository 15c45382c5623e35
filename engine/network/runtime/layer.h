// SPDX-License-Identifier: MIT
//
// A network as a list of layers, as its file describes it. Readers of files make such a
// list; runtime.h fits it to a processor and runs it. All arrays of a list are floats,
// or it is a list of integers (NumberKind), whose results are the same everywhere.
//
// Layers read and write arrays. An array has a number of channels for each point of the
// board, or for the board as a whole. Points are row by row; the network knows at which
// edge its row 0 lies. Layers run one after the other, in the order of the list.
#ifndef LAYER_H
#define LAYER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NO_ARRAY = -1 };

// What an array holds. A number that goes to an array of integers is cut to what the
// array can hold. Then it is rounded to the nearest, ties to even. A sum that goes
// there is the sum of rounded numbers, and cut again.
//
// In a list of integers, the order in which floats are added up is fixed. A linear
// layer makes four sums a, b, c, d, each of the products of every fourth input. They
// begin with inputs 0, 1, 2, 3, and become bias + ((a + b) + (c + d)). Means add the
// points in turn. Products of queries and keys add the numbers in turn. Weighted means
// of values add the points in turn, and are divided by the sum of the weights at last.
// That sum adds every 16th weight in turn, and then the 16 sums.
typedef enum NumberKind {
    NUMBERS_FLOAT,
    NUMBERS_BIT,   // inputs of the network, nearly all of them 0; BITS_MAX channels
    NUMBERS_BYTE,  // activations, 0..BYTE_TOP
    NUMBERS_SHORT, // sums of layers, -SHORT_TOP..SHORT_TOP
} NumberKind;

enum {
    BITS_MAX = 32,
    BYTE_TOP = 63, // leaves room in 8 bits for sums and differences of four
    SHORT_TOP = 32767,
    CHANNEL_GROUP = 16, // arrays of bytes and shorts have a multiple of it
};

typedef struct LayerArray {
    int channels;
    bool is_board; // numbers for the board as a whole; false: for each point
    NumberKind numbers;
} LayerArray;

typedef enum Activation {
    ACTIVATION_IDENTITY,
    ACTIVATION_RELU,
    ACTIVATION_MISH,       // x * tanh(log(1 + exp(x)))
    ACTIVATION_SILU,       // x / (1 + exp(-x))
    ACTIVATION_LEAKY_RELU, // x or, below 0, x / 8
} Activation;

typedef enum NormKind {
    NORM_NONE,
    NORM_AFFINE, // x * scale + bias, by channel
    // x / sqrt(m + epsilon) * scale + bias, where m is the mean of x * x over the
    // channels of a point. Source: Zhang, Sennrich 2019, "Root mean square layer
    // normalization".
    NORM_RMS,
    NORM_RMS_BOARD, // the same, where m is the mean over all channels and points
} NormKind;

// What is done to the numbers that a layer reads: first the norm, then the activation,
// then the product with the gate.
typedef struct LayerInput {
    int array;
    NormKind norm;
    float epsilon;
    const float *scale, *bias; // [channel]; NULL: 1 and 0
    Activation activation;
    int gate; // an array with as many channels, or NO_ARRAY
} LayerInput;

typedef enum LayerKind {
    LAYER_LINEAR,    // a convolution, or a product with a matrix for each point
    LAYER_POOL,      // means and maxima over the board
    LAYER_SPREAD,    // the numbers of the board go to each point, or to another array
    LAYER_ATTENTION, // each point gathers from all points
    LAYER_ACTIVATE,  // the input after norm, activation and gate; it never adds
} LayerKind;

// LAYER_LINEAR: output[o] = bias[o] + the sum over window and inputs of weights *
// input. Cells off the board are 0, after norm and activation. A window of 1x1 works on
// arrays of both kinds.
//
// If the input is bits or bytes, the weights are integers, and output[o] = bias[o] +
// scale[o] * the sum. Bits have a window of any size, and the first of them is 1 at
// every point. Bytes have 1x1 or 3x3.
//
// A 3x3 window of bytes is computed for squares of four points: an even column and row,
// and the column and row after them. This takes 16 products for all four points instead
// of 36. In one dimension, take one input and a pair of points. Let a be the input
// before the pair, b and c those of the pair, and d the one after it. With four weights
// w0 to w3:
//     both = (b + c) w0, apart = (c - b) w1, before = (a - c) w2, after = (d - b) w3.
// The first point of the pair gets both + apart + before, the second both - apart +
// after. Ordinary weights u, v, w become w0 = (u + v + w) / 2, w1 = (u - v + w) / 2, w2
// = u and w3 = w. In two dimensions this is done to the rows, and then to the columns
// of the result. Source: Winograd 1980, "Arithmetic complexity of computations", F(2,
// 3); Lavin, Gray 2016, "Fast algorithms for convolutional neural networks".
typedef struct LinearLayer {
    int inputs, outputs;
    int columns, rows;                   // of the window, odd
    int dilation_columns, dilation_rows; // from one cell of the window to the next
    const float *weights;                // [output][window row][window column][input]
    const float *bias;                   // [output]; NULL: none
    // Instead of `weights`; for 3x3 windows of bytes [output][SQUARE_WEIGHTS][input],
    // by four kinds of rows and then of columns in the order above.
    const int8_t *integers;
    const float *scale; // [output]
    // With integers only, instead of `bias`: an array of the board is the bias.
    bool has_bias_array;
    int bias_array;
} LinearLayer;

enum { SQUARE_WEIGHTS = 16 };

// LAYER_POOL: two or three numbers for each channel, all first ones first. With the
// width w = sqrt(points) - 14: the mean; w / 10 times the mean; the maximum, or the
// mean times (w * w / 100 - 0.1). Source: Wu 2019, "Accelerating self-play learning in
// Go".
typedef enum PoolKind {
    POOL_MAXIMUM,
    POOL_SQUARE,
    POOL_TWO, // the mean, the maximum
    POOL_SUM, // the mean, points / 20 times the mean, the maximum
} PoolKind;

// LAYER_ATTENTION: for each query head, a point's output is a weighted mean of all
// points' values. The weights are the softmax of the products of the point's query and
// all points' keys, divided by sqrt(query_size). Query head h uses the key and value
// head h * key_heads / heads. An array has its heads one after the other. In a list of
// integers, both sizes are multiples of CHANNEL_GROUP, and it never adds. Source:
// Vaswani et al. 2017, "Attention is all you need"; Ainslie et al. 2023, "GQA".
//
// Rotary positions: the pair i of numbers of a query or key is turned by the angle
// column * frequency[0] + row * frequency[1]. Source: Su et al. 2021, "RoFormer".
typedef struct AttentionLayer {
    int keys, values; // arrays; the input is the queries
    int heads, key_heads;
    int query_size, value_size;
    // [key head][pair][2], or [pair][2] for all heads if `shares_frequencies`; NULL: no
    // rotation.
    const float *frequencies;
    bool shares_frequencies;
} AttentionLayer;

typedef struct Layer {
    LayerKind kind;
    LayerInput input;
    int output; // an array
    bool adds;  // to what the output holds; false: the output is overwritten
    // Of pools, and spreads to the board: the first channel of the output that is
    // written. The channels before and behind stay as they are.
    int first;
    union {
        LinearLayer linear;
        PoolKind pool;
        AttentionLayer attention;
    };
} Layer;

typedef struct LayerList {
    Layer *layers;
    int layer_count;
    LayerArray *arrays;
    int array_count;
    void *memory; // of all numbers
} LayerList;

#endif
