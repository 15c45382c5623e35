// SPDX-License-Identifier: MIT
//
// The parts of a network; for network.c, network_file.c, network_heads.c,
// network_layers.c and network_reader.c only.
#ifndef NETWORK_INTERNAL_H
#define NETWORK_INTERNAL_H

#include "network.h"
#include "network_reader.h"
#include "runtime.h"

enum {
    NETWORK_MAGIC_SIZE = 8,
    NETWORK_BLOCKS_MAX = 40,
    NETWORK_CHANNELS_MAX = 256,
    NETWORK_HEAD_MAX = 64,       // channels of a head
    NETWORK_HIDDEN_MAX = 128,    // units of the value head's hidden layer
    NETWORK_POLICIES = 2,        // the policy and the optimistic policy
    NETWORK_VALUES = 4,          // the win, the score, and the errors of both
    NETWORK_WINDOW = 5,          // columns and rows that the input layer sees
    NETWORK_ATTENTION_MAX = 16,  // heads of attention
    NETWORK_ATTENTION_SIZE = 32, // numbers of a query, key or value of a head
};

// The head of a file, after the magic. The tensors follow in the order in which
// network_layers.c reads them. A layer is its weights, scales and biases, by output.
// Those of a dense layer are by output, then input. Pooled inputs are the means of all
// channels, then the maxima, in steps of activations.
typedef struct NetworkShape {
    uint32_t version;
    uint32_t planes, globals; // PLANE_COUNT and GLOBAL_COUNT when the file was written
    uint32_t blocks, channels;
    uint32_t policy, value; // channels of these heads
    uint32_t hidden;        // units of the value head's hidden layer
    // Only from NETWORK_VERSION_BLOCKS on are these in the file; before, both are 0.
    uint32_t inner;     // channels of the blocks inside a nested block; 0: none nests
    uint32_t attention; // heads of the attention block in the middle; 0: there is none
} NetworkShape;

// Arrays of the list of layers: what goes in and what comes out.
typedef struct NetworkArrays {
    int planes;  // bits; PLANE_BOARD is the first, which is 1 at all points
    int globals; // of the board
    int policy;  // by point: the logits of each policy
    int pass;    // the same of a pass
    int values;  // of the board, before logistic() and softplus()
    int hidden;  // of the value head, before its activation
    int owner;   // by point: the logit that it will be the player's
} NetworkArrays;

struct Network {
    NetworkShape shape;
    NetworkArrays arrays;
    Runtime *runtime;
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

// Do these bytes begin a file?
bool network_has_magic(const unsigned char bytes[NETWORK_MAGIC_SIZE]);

// Reads the list of layers from the bytes of a file, which must outlive it. The list
// must be freed. Errors: what is wrong, and no list.
const char *network_read_layers(const unsigned char *bytes, size_t size,
                                NetworkShape *shape, NetworkArrays *arrays,
                                LayerList *list);

// A network without its heads.
typedef struct NetworkTrunk {
    NetworkShape shape;
    int planes, globals; // as NetworkArrays
    int features;        // what all heads read: activations of shape.channels
    int pooled;          // of the board: their means, then their maxima
} NetworkTrunk;

// Reads the layers of a network up to its heads, to which others may be added. The
// reader's list must be ended. Errors: what is wrong with the head of the file, and
// there is no list. Too few bytes are noted in the reader.
const char *network_read_trunk(const unsigned char *bytes, size_t size,
                               NetworkReader *rest, NetworkTrunk *trunk);

#endif
