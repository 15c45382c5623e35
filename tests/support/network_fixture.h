// SPDX-License-Identifier: MIT
//
// Random networks of both versions: the bytes of a file, and the numbers in it as plain
// arrays.
#ifndef NETWORK_FIXTURE_H
#define NETWORK_FIXTURE_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "layer.h"
#include "network.h"
#include "rng.h"

enum { FILE_BYTES_MAX = 8 << 20, FIXTURE_BLOCKS_MAX = 10 };

// A layer or, without weights, a norm.
typedef struct FileLayer {
    int inputs, outputs, taps;
    int8_t *weights;
    float *scale, *bias;
} FileLayer;

typedef struct FileBlock {
    FileLayer norm, first, second;
    float *pool;
} FileBlock;

// Everything in the order of the file.
typedef struct NetworkFile {
    int version, blocks, channels, policy, value, hidden;
    FileLayer input;
    float *globals;
    FileBlock block[FIXTURE_BLOCKS_MAX];
    FileLayer norm, heads;
    float *policy_pool, *policy_out, *policy_pass, *pass_bias;
    float *hidden_weights, *hidden_bias, *value_out, *value_bias;
    float *value_linear; // from version 3 on
    unsigned char bytes[FILE_BYTES_MAX];
    size_t size;
    void *tensors[16 * FIXTURE_BLOCKS_MAX + 32]; // to be freed
    int tensor_count;
} NetworkFile;

static inline void file_put(NetworkFile *file, uint64_t number, int count)
{
    if (file->size + (size_t)count > sizeof file->bytes)
        abort();
    for (int i = 0; i < count; i++)
        file->bytes[file->size++] = (unsigned char)(number >> (8 * i));
}

static inline void *file_tensor(NetworkFile *file, size_t bytes)
{
    void *tensor = malloc(bytes);
    if (tensor == NULL)
        abort();
    file->tensors[file->tensor_count++] = tensor;
    return tensor;
}

// Random floats in -size..size.
static inline float *file_floats(NetworkFile *file, Rng *rng, int count, float size)
{
    float *floats = file_tensor(file, (size_t)count * sizeof *floats);
    for (int i = 0; i < count; i++) {
        uint32_t bits;
        floats[i] = size * ((float)rng_below(rng, 2001) - 1000) / 1000;
        memcpy(&bits, &floats[i], sizeof bits);
        file_put(file, bits, 4);
    }
    return floats;
}

static inline void file_layer(NetworkFile *file, Rng *rng, FileLayer *layer,
                              float scale)
{
    int count = layer->outputs * layer->taps * layer->inputs;
    layer->weights = file_tensor(file, (size_t)count);
    for (int i = 0; i < count; i++) {
        layer->weights[i] = (int8_t)((int)rng_below(rng, 255) - 127);
        file_put(file, (uint8_t)layer->weights[i], 1);
    }
    layer->scale = file_floats(file, rng, layer->outputs, scale);
    layer->bias = file_floats(file, rng, layer->outputs, 1000 * scale);
}

static inline void file_norm(NetworkFile *file, Rng *rng, FileLayer *norm)
{
    norm->scale = file_floats(file, rng, file->channels, 0.1f);
    norm->bias = file_floats(file, rng, file->channels, 100);
}

// If there are more channels, sums are larger; activations keep the same range.
static inline void file_blocks(NetworkFile *file, Rng *rng)
{
    int channels = file->channels;
    float scale = 4 / sqrtf((float)channels);
    for (int i = 0; i < file->blocks; i++) {
        FileBlock *block = &file->block[i];
        block->first = block->second =
            (FileLayer){channels, channels, SQUARE_WEIGHTS, 0, 0, 0};
        file_norm(file, rng, &block->norm);
        file_layer(file, rng, &block->first, 0.01f * scale);
        if (i % 2 == 1)
            block->pool = file_floats(file, rng, 2 * channels * channels, 0.02f);
        file_layer(file, rng, &block->second, 0.05f * scale);
    }
}

// What a network answers: policies, and values of the value head.
static inline int file_policies(const NetworkFile *file)
{
    return file->version == 2 ? 1 : 2;
}

static inline int file_values(const NetworkFile *file)
{
    return file->version == 2 ? 2 : 4;
}

static inline void file_values_head(NetworkFile *file, Rng *rng)
{
    int inputs = 3 * file->value + GLOBAL_COUNT, values = file_values(file);
    file->hidden_weights = file_floats(file, rng, file->hidden * inputs, 0.01f);
    file->hidden_bias = file_floats(file, rng, file->hidden, 1);
    file->value_out = file_floats(file, rng, values * file->hidden, 0.1f);
    file->value_bias = file_floats(file, rng, values, 1);
    if (file->version != 2)
        file->value_linear = file_floats(file, rng, values * inputs, 0.01f);
}

static inline void file_heads(NetworkFile *file, Rng *rng)
{
    int pooled = 2 * file->channels, policies = file_policies(file);
    int outputs =
        (file->policy + file->value + CHANNEL_GROUP) / CHANNEL_GROUP * CHANNEL_GROUP;
    file->heads = (FileLayer){file->channels, outputs, 1, 0, 0, 0};
    file_norm(file, rng, &file->norm);
    file_layer(file, rng, &file->heads, 1e-5f);
    file->policy_pool = file_floats(file, rng, file->policy * pooled, 0.001f);
    file->policy_out = file_floats(file, rng, policies * file->policy, 0.05f);
    file->policy_pass = file_floats(file, rng, policies * pooled, 0.001f);
    file->pass_bias = file_floats(file, rng, policies, 1);
    file_values_head(file, rng);
}

// Ends the file with the checksum of its content.
static inline void file_seal(NetworkFile *file)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < file->size; i++)
        hash = (hash ^ file->bytes[i]) * 0x100000001b3;
    file_put(file, hash, 8);
}

// Creates a network of the shape that version to hidden give.
static inline void file_make(NetworkFile *file, Rng *rng)
{
    const int head[] = {file->version,  PLANE_COUNT,  GLOBAL_COUNT, file->blocks,
                        file->channels, file->policy, file->value,  file->hidden};
    memcpy(file->bytes, "PONNUKI", 8);
    file->size = 8;
    file->tensor_count = 0;
    for (size_t i = 0; i < sizeof head / sizeof head[0]; i++)
        file_put(file, (uint64_t)head[i], 4);
    file->input = (FileLayer){5 * PLANE_COUNT, file->channels, 5, 0, 0, 0};
    file_layer(file, rng, &file->input, 2);
    file->globals = file_floats(file, rng, file->channels * GLOBAL_COUNT, 20);
    file_blocks(file, rng);
    file_heads(file, rng);
    file_seal(file);
}

// A network that is quick to compute.
static inline void file_make_small(NetworkFile *file, int version, uint64_t seed)
{
    Rng rng = rng_seeded(seed, 1);
    *file = (NetworkFile){.version = version,
                          .blocks = 1,
                          .channels = 16,
                          .policy = 8,
                          .value = 8,
                          .hidden = 8};
    file_make(file, &rng);
}

static inline void file_free(NetworkFile *file)
{
    for (int i = 0; i < file->tensor_count; i++)
        free(file->tensors[i]);
}

#endif
