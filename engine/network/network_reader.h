// SPDX-License-Identifier: MIT
//
// Reads the bytes of a network's file, and makes layers of them (layer.h); for
// network_layers.c and human_network.c only.
#ifndef NETWORK_READER_H
#define NETWORK_READER_H

#include "layer_builder.h"

// The reading position. `failed` is set once there were not enough bytes. All calls are
// still allowed then.
typedef struct NetworkReader {
    const unsigned char *at, *end;
    bool failed;
    LayerBuilder builder;
} NetworkReader;

// The next bytes. Errors: NULL if there are not so many.
const unsigned char *reader_bytes(NetworkReader *reader, size_t count);

// An unsigned number, lowest byte first.
uint64_t little_endian(const unsigned char *bytes, int count);

// FNV-1a of 64 bits, with which files end.
uint64_t network_file_hash(const unsigned char *bytes, size_t size);

// Floats, which live as long as the list of layers. Errors: NULL.
const float *reader_floats(NetworkReader *reader, int count);

// A layer of integers.
LinearLayer reader_layer(NetworkReader *reader, int inputs, int outputs, int window);

// A dense layer of floats, yet without a bias.
LinearLayer reader_dense(NetworkReader *reader, int inputs, int outputs);

// Some outputs of a layer.
LinearLayer linear_slice(const LinearLayer *layer, int first, int count);

// An array with such numbers for each point, or one of floats for the board.
int reader_array(NetworkReader *reader, int channels, NumberKind numbers);
int reader_board(NetworkReader *reader, int channels);

// Says that layers that are added later do not read the array.
void reader_release(NetworkReader *reader, int array);

static inline LayerInput plain_input(int array)
{
    return (LayerInput){.array = array, .gate = NO_ARRAY};
}

static inline LayerInput active_input(int array, Activation activation)
{
    return (LayerInput){.array = array, .activation = activation, .gate = NO_ARRAY};
}

// Adds a layer whose outputs overwrite the array, or are added to it.
void reader_add(NetworkReader *reader, LayerInput input, LinearLayer linear,
                int output);
void reader_add_to(NetworkReader *reader, LayerInput input, LinearLayer linear,
                   int output);

// The layer's bias becomes what a dense layer makes of numbers of the board. The array
// is returned; it must be released.
int reader_add_bias(NetworkReader *reader, int board, LinearLayer dense,
                    LinearLayer *layer);

// Adds the means and maxima of an array. Returns where they are.
int reader_add_pool(NetworkReader *reader, int array, int channels);

// Reads and adds the norm of an array. Returns its outputs, which are activations.
int reader_add_norm(NetworkReader *reader, int array, int channels);

#endif
