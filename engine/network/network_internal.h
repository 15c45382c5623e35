// SPDX-License-Identifier: MIT
//
// What a network consists of; for network.c, network_heads.c and network_file.c only.
// Tensors stand in the order of the file, where a layer is its weights, scales and
// biases. The numbers of a dense layer are by output, then input in the file, and here
// by input, then output; pooled inputs are the means of all channels, then the maxima,
// in steps of activations.
#ifndef NETWORK_INTERNAL_H
#define NETWORK_INTERNAL_H

#include "network.h"

enum {
    NETWORK_BLOCKS_MAX = 40,
    NETWORK_CHANNELS_MAX = 256,
    NETWORK_HEAD_MAX = 64,    // channels of a head
    NETWORK_HIDDEN_MAX = 128, // units of the value head's hidden layer
    NETWORK_POLICIES = 2,     // that of NetworkOutput, and the optimistic one
    NETWORK_VALUES = 4,       // of winning, the score, and the errors of both
    NETWORK_WINDOW = 5, // columns and rows that the input layer sees around a point
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
    uint32_t hidden;        // units of the value head's hidden layer
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
    const float *policy_pool; // pooled x policy, to its biases
    // Of each policy: by channel; then zeros, for vectors of four.
    const float *policy_out[NETWORK_POLICIES];
    const float *policy_pass, *pass_bias; // pooled x policies
    const float *hidden, *hidden_bias;    // value inputs x hidden
    const float *value_out, *value_bias;  // hidden x values
    const float *value_linear;            // value inputs x values, added to these; NULL
                                          // before version 3
    unsigned char *arena;                 // for all tensors
    size_t used, size;
    unsigned char *file; // what it was read from, for other kernels
    size_t file_size;
};

// How many policies a network of this shape has, and values.
static inline int network_policies(const NetworkShape *shape)
{
    return shape->version < NETWORK_VERSION_ERRORS ? 1 : NETWORK_POLICIES;
}

static inline int network_values(const NetworkShape *shape)
{
    return shape->version < NETWORK_VERSION_ERRORS ? 2 : NETWORK_VALUES;
}

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
