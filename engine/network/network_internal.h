// SPDX-License-Identifier: MIT
//
// The parts of a network; for network.c, network_heads.c and network_file.c only.
// Tensors stand in the order of the file. In the file a layer is its weights, scales
// and biases. Numbers of a dense layer are by output, then input in the file, and by
// input, then output here. Pooled inputs are the means of all channels, then the
// maxima, in steps of activations.
#ifndef NETWORK_INTERNAL_H
#define NETWORK_INTERNAL_H

#include "network.h"

enum {
    NETWORK_BLOCKS_MAX = 40,
    NETWORK_CHANNELS_MAX = 256,
    NETWORK_HEAD_MAX = 64,    // channels of a head
    NETWORK_HIDDEN_MAX = 128, // units of the value head's hidden layer
    NETWORK_POLICIES = 2,     // the policy and the optimistic policy
    NETWORK_VALUES = 4,       // the win, the score, and the errors of both
    NETWORK_WINDOW = 5, // columns and rows that the input layer sees around a point
    NETWORK_REACH = NETWORK_WINDOW / 2,
    NETWORK_CORNERS = 81, // see network_corner
    NETWORK_INPUTS = NETWORK_WINDOW * NETWORK_WINDOW * PLANE_COUNT,
};

// The head of a file, after the magic.
typedef struct NetworkShape {
    uint32_t version;
    uint32_t planes, globals; // PLANE_COUNT and GLOBAL_COUNT when the file was written
    uint32_t blocks, channels;
    uint32_t policy, value; // channels of these heads
    uint32_t hidden;        // units of the value head's hidden layer
} NetworkShape;

typedef struct ResidualBlock {
    Norm norm;
    Convolution first;
    // Pooled x channels, added to the bias of `first`; every second block has it.
    const float *pool;
    Convolution second;
} ResidualBlock;

struct Network {
    const ConvolutionKernel *kernel;
    NetworkShape shape;
    SparseLayer input;    // its inputs are by row, column, plane
    const int32_t *board; // sums of the weights of PLANE_BOARD, corner x channels
    const float *globals; // GLOBAL_COUNT x channels, added to the bias of the input
    ResidualBlock blocks[NETWORK_BLOCKS_MAX];
    Norm norm;
    Convolution heads; // channels of policy, then value, then owner; then padding
    const float *policy_pool; // pooled x policy, added to its biases
    // For each policy: by channel, then zeros for vectors of four.
    const float *policy_out[NETWORK_POLICIES];
    const float *policy_pass, *pass_bias; // pooled x policies
    const float *hidden, *hidden_bias;    // value inputs x hidden
    const float *value_out, *value_bias;  // hidden x values
    // Value inputs x values, added to value_out's; NULL before version 3.
    const float *value_linear;
    unsigned char *arena; // for all tensors
    size_t used, size;
    unsigned char *file; // what the network was read from, for other kernels
    size_t file_size;
};

// Number of policies, and of values, of a network with this shape.
static inline int network_policies(const NetworkShape *shape)
{
    return shape->version < NETWORK_VERSION_ERRORS ? 1 : NETWORK_POLICIES;
}

static inline int network_values(const NetworkShape *shape)
{
    return shape->version < NETWORK_VERSION_ERRORS ? 2 : NETWORK_VALUES;
}

// Which part of the window around a point is on the board: one number for each way in
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
