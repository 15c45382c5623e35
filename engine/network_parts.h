// SPDX-License-Identifier: MIT
//
// What a network consists of; for network.c and network_file.c only. Tensors stand in
// the order of the file, where a layer is its weights, scales and biases. The numbers
// of a dense layer are by output, then input in the file, and here by input, then
// output; pooled inputs are the means of all channels, then the maxima, in steps of
// activations.
#ifndef NETWORK_PARTS_H
#define NETWORK_PARTS_H

#include "network.h"

enum {
    NETWORK_BLOCKS_MAX = 40,
    NETWORK_CHANNELS_MAX = 256,
    NETWORK_HEAD_MAX = 64, // channels of a head, and values of its hidden layer
    NETWORK_WINDOW = 5,    // columns and rows that the input layer sees around a point
    NETWORK_REACH = NETWORK_WINDOW / 2,
    NETWORK_CORNERS = 81, // see network_corner
    NETWORK_INPUTS = NETWORK_WINDOW * NETWORK_WINDOW * PLANE_COUNT,
};

// The head of a file, after the magic.
typedef struct NetworkShape {
    uint32_t version;
    uint32_t planes, globals; // PLANE_COUNT and GLOBAL_COUNT of its time
    uint32_t blocks, channels;
    uint32_t policy, value; // channels of these heads
    uint32_t hidden;        // values of the value head
} NetworkShape;

typedef struct ResidualBlock {
    Norm norm;
    Convolution first;
    const float
        *pool; // pooled x channels: to the bias of the first; every second block
    Convolution second;
} ResidualBlock;

struct Network {
    const ConvolutionKernel *kernel;
    NetworkShape shape;
    SparseLayer input;    // its inputs are by row, column, plane
    const int32_t *board; // sums of the weights of the board's plane, corner x channels
    const float *globals; // GLOBAL_COUNT x channels, to the bias of the input
    ResidualBlock blocks[NETWORK_BLOCKS_MAX];
    Norm norm;
    Convolution
        heads; // the channels of policy, then value, then the owner; and padding
    const float *policy_pool;             // pooled x policy, to its biases
    const float *policy_out;              // by channel; then zeros, for vectors of four
    const float *policy_pass, *pass_bias; // by pooled input
    const float *hidden, *hidden_bias;    // value inputs x hidden
    const float *value_out, *value_bias;  // hidden x 2: of winning, and the score
    unsigned char *arena;                 // for all tensors
    size_t used, size;
    unsigned char *file; // what it was read from, for other kernels
    size_t file_size;
};

// Which part of the window around a point is on the board: a number for each way in
// which edges are near.
static inline int network_corner(int column, int columns, int row, int rows)
{
    int places[] = {column, columns - 1 - column, row, rows - 1 - row}, corner = 0;
    for (int i = 0; i < 4; i++)
        corner = corner * (NETWORK_REACH + 1) +
                 (places[i] < NETWORK_REACH ? places[i] : NETWORK_REACH);
    return corner;
}

#endif
