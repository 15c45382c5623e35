// SPDX-License-Identifier: MIT
//
// A network as a list of layers, as its file describes it. Readers of files make such a
// list; runtime.h fits it to a processor and runs it. All numbers here are floats.
//
// Layers read and write arrays. An array has a number of channels for each point of the
// board, or for the board as a whole. Points are row by row; the network knows at which
// edge its row 0 lies. Layers run one after the other, in the order of the list.
#ifndef LAYER_H
#define LAYER_H

#include <stdbool.h>
#include <stddef.h>

enum { NO_ARRAY = -1 };

typedef struct LayerArray {
    int channels;
    bool is_board; // numbers for the board as a whole; false: for each point
} LayerArray;

typedef enum Activation {
    ACTIVATION_IDENTITY,
    ACTIVATION_RELU,
    ACTIVATION_MISH, // x * tanh(log(1 + exp(x)))
    ACTIVATION_SILU, // x / (1 + exp(-x))
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
    LAYER_SPREAD,    // the numbers of the board go to each point
    LAYER_ATTENTION, // each point gathers from all points
} LayerKind;

// LAYER_LINEAR: output[o] = bias[o] + the sum over window and inputs of weights *
// input. Cells off the board are 0, after norm and activation. A window of 1x1 works on
// arrays of both kinds.
typedef struct LinearLayer {
    int inputs, outputs;
    int columns, rows;                   // of the window, odd
    int dilation_columns, dilation_rows; // from one cell of the window to the next
    const float *weights;                // [output][window row][window column][input]
    const float *bias;                   // [output]; NULL: none
} LinearLayer;

// LAYER_POOL: three numbers for each channel, all first ones first. With the width
// w = sqrt(points) - 14: the mean; w / 10 times the mean; the maximum, or the mean
// times (w * w / 100 - 0.1). Source: Wu 2019, "Accelerating self-play learning in Go".
typedef enum PoolKind { POOL_MAXIMUM, POOL_SQUARE } PoolKind;

// LAYER_ATTENTION: for each query head, a point's output is a weighted mean of all
// points' values. The weights are the softmax of the products of the point's query and
// all points' keys, divided by sqrt(query_size). Query head h uses the key and value
// head h * key_heads / heads. An array has its heads one after the other. Source:
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
