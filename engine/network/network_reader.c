// SPDX-License-Identifier: MIT
#include "network_reader.h"

#include <string.h>

const unsigned char *reader_bytes(NetworkReader *reader, size_t count)
{
    const unsigned char *bytes = reader->at;
    if (reader->failed || (size_t)(reader->end - bytes) < count) {
        reader->failed = true;
        return NULL;
    }
    reader->at += count;
    return bytes;
}

uint64_t little_endian(const unsigned char *bytes, int count)
{
    uint64_t number = 0;
    for (int i = 0; i < count; i++)
        number |= (uint64_t)bytes[i] << (8 * i);
    return number;
}

uint64_t network_file_hash(const unsigned char *bytes, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3;
    return hash;
}

static float little_endian_float(const unsigned char *bytes)
{
    uint32_t bits = (uint32_t)little_endian(bytes, 4);
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

const float *reader_floats(NetworkReader *reader, int count)
{
    const unsigned char *bytes = reader_bytes(reader, 4 * (size_t)count);
    float *floats =
        bytes == NULL ? NULL : layer_builder_numbers(&reader->builder, (size_t)count);
    for (int i = 0; floats != NULL && i < count; i++)
        floats[i] = little_endian_float(bytes + 4 * (size_t)i);
    return floats;
}

static const int8_t *read_integers(NetworkReader *reader, int count)
{
    return (const int8_t *)reader_bytes(reader, (size_t)count);
}

static LinearLayer linear_layer(int inputs, int outputs, int window)
{
    return (LinearLayer){.inputs = inputs,
                         .outputs = outputs,
                         .columns = window,
                         .rows = window,
                         .dilation_columns = 1,
                         .dilation_rows = 1};
}

LinearLayer reader_layer(NetworkReader *reader, int inputs, int outputs, int window)
{
    LinearLayer layer = linear_layer(inputs, outputs, window);
    int taps = window == 3 ? SQUARE_WEIGHTS : window * window;
    layer.integers = read_integers(reader, outputs * taps * inputs);
    layer.scale = reader_floats(reader, outputs);
    layer.bias = reader_floats(reader, outputs);
    return layer;
}

LinearLayer reader_dense(NetworkReader *reader, int inputs, int outputs)
{
    LinearLayer layer = linear_layer(inputs, outputs, 1);
    layer.weights = reader_floats(reader, inputs * outputs);
    return layer;
}

int reader_array(NetworkReader *reader, int channels, NumberKind numbers)
{
    LayerArray shape = {channels, false, numbers};
    return layer_builder_array_of(&reader->builder, shape);
}

int reader_board(NetworkReader *reader, int channels)
{
    return layer_builder_array(&reader->builder, channels, true);
}

void reader_release(NetworkReader *reader, int array)
{
    layer_builder_release(&reader->builder, array);
}

void reader_add(NetworkReader *reader, LayerInput input, LinearLayer linear, int output)
{
    Layer layer = {
        .kind = LAYER_LINEAR, .input = input, .output = output, .linear = linear};
    layer_builder_add(&reader->builder, &layer);
}

void reader_add_to(NetworkReader *reader, LayerInput input, LinearLayer linear,
                   int output)
{
    Layer layer = {.kind = LAYER_LINEAR,
                   .input = input,
                   .output = output,
                   .adds = true,
                   .linear = linear};
    layer_builder_add(&reader->builder, &layer);
}

int reader_add_bias(NetworkReader *reader, int board, LinearLayer dense,
                    LinearLayer *layer)
{
    int bias = reader_board(reader, layer->outputs);
    dense.bias = layer->bias;
    reader_add(reader, plain_input(board), dense, bias);
    layer->bias = NULL;
    layer->has_bias_array = true;
    layer->bias_array = bias;
    return bias;
}

int reader_add_pool(NetworkReader *reader, int array, int channels)
{
    int pooled = reader_board(reader, 2 * channels);
    Layer layer = {.kind = LAYER_POOL,
                   .input = plain_input(array),
                   .output = pooled,
                   .pool = POOL_TWO};
    layer_builder_add(&reader->builder, &layer);
    return pooled;
}

int reader_add_norm(NetworkReader *reader, int array, int channels)
{
    int output = reader_array(reader, channels, NUMBERS_BYTE);
    LayerInput input = plain_input(array);
    input.norm = NORM_AFFINE;
    input.scale = reader_floats(reader, channels);
    input.bias = reader_floats(reader, channels);
    Layer layer = {.kind = LAYER_ACTIVATE, .input = input, .output = output};
    layer_builder_add(&reader->builder, &layer);
    return output;
}

LinearLayer linear_slice(const LinearLayer *layer, int first, int count)
{
    LinearLayer part = *layer;
    part.outputs = count;
    part.integers = layer->integers == NULL
                        ? NULL
                        : layer->integers + (ptrdiff_t)first * layer->inputs;
    part.scale = layer->scale == NULL ? NULL : layer->scale + first;
    part.bias = layer->bias == NULL ? NULL : layer->bias + first;
    return part;
}
