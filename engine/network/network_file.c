// SPDX-License-Identifier: MIT
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aligned.h"
#include "network_internal.h"

enum {
    ALIGNMENT = 64,
    ARENA_SLACK = 1 << 16, // bytes, for what alignment leaves empty
    FILE_BYTES_MAX = 1 << 28,
};

// default.net, which the build turns into a source file.
extern const size_t DEFAULT_NETWORK_SIZE;
extern const uint64_t DEFAULT_NETWORK[];

static const char MAGIC[8] = "PONNUKI";

// Takes aligned memory out of the network's arena. The padding behind it is zero,
// because vectors may be read beyond the end.
static void *take_memory(Network *network, size_t bytes)
{
    unsigned char *memory = network->arena + network->used;
    size_t rounded = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    network->used += rounded;
    assert(network->used <= network->size);
    memset(memory + bytes, 0, rounded - bytes);
    return memory;
}

// The reading position in a file. `failed` is set once there were not enough bytes.
typedef struct Reader {
    const unsigned char *at, *end;
    bool failed;
} Reader;

static const unsigned char *next_bytes(Reader *reader, size_t count)
{
    const unsigned char *bytes = reader->at;
    if (reader->failed || (size_t)(reader->end - bytes) < count) {
        reader->failed = true;
        return NULL;
    }
    reader->at += count;
    return bytes;
}

static uint64_t little_endian(const unsigned char *bytes, int count)
{
    uint64_t number = 0;
    for (int i = 0; i < count; i++)
        number |= (uint64_t)bytes[i] << (8 * i);
    return number;
}

static float little_endian_float(const unsigned char *bytes)
{
    uint32_t bits = (uint32_t)little_endian(bytes, 4);
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

// The weights of a dense layer. The file has them by output, then input. They become by
// input, then output, so that neighbors can be used side by side.
static const float *read_dense(Network *network, Reader *reader, size_t inputs,
                               size_t outputs)
{
    const unsigned char *bytes = next_bytes(reader, 4 * inputs * outputs);
    if (bytes == NULL)
        return NULL;
    float *weights = take_memory(network, 4 * inputs * outputs);
    for (size_t i = 0; i < outputs; i++)
        for (size_t j = 0; j < inputs; j++, bytes += 4)
            weights[j * outputs + i] = little_endian_float(bytes);
    return weights;
}

static const float *read_floats(Network *network, Reader *reader, size_t count)
{
    return read_dense(network, reader, count, 1);
}

static void read_norm(Network *network, Reader *reader, Norm *norm)
{
    norm->scale = read_floats(network, reader, network->shape.channels);
    norm->bias = read_floats(network, reader, network->shape.channels);
}

static void read_layer(Network *network, Reader *reader, Convolution *layer)
{
    size_t outputs = (size_t)layer->outputs;
    size_t count = outputs * (size_t)(layer->taps * layer->inputs);
    layer->weights = (const int8_t *)next_bytes(reader, count);
    layer->scale = read_floats(network, reader, outputs);
    layer->bias = read_floats(network, reader, outputs);
    if (reader->failed)
        return;
    void *packed = take_memory(network, network->kernel->packed_size(layer));
    network->kernel->pack(layer, packed);
    layer->packed = packed;
    layer->weights = NULL; // those of the file, which does not stay
}

// Sums of the weights of PLANE_BOARD at the places at most reach[i] to the left, right,
// below and above a point.
static void sum_board(const SparseLayer *layer, const int reach[4], int32_t *sums)
{
    memset(sums, 0, (size_t)layer->outputs * sizeof *sums);
    for (int row = -reach[2]; row <= reach[3]; row++)
        for (int column = -reach[0]; column <= reach[1]; column++) {
            int place = (row + NETWORK_REACH) * NETWORK_WINDOW + column + NETWORK_REACH;
            const int8_t *weights =
                layer->weights + (place * PLANE_COUNT + PLANE_BOARD) * layer->outputs;
            for (int o = 0; o < layer->outputs; o++)
                sums[o] += weights[o];
        }
}

static const int32_t *sum_boards(Network *network)
{
    enum { KINDS = NETWORK_REACH + 1 };
    static_assert(KINDS * KINDS * KINDS * KINDS == NETWORK_CORNERS,
                  "see network_corner");
    const SparseLayer *layer = &network->input;
    size_t channels = (size_t)layer->outputs;
    int32_t *sums = take_memory(network, NETWORK_CORNERS * channels * sizeof *sums);
    for (int i = 0; i < NETWORK_CORNERS; i++) {
        int reach[] = {i / (KINDS * KINDS * KINDS), i / (KINDS * KINDS) % KINDS,
                       i / KINDS % KINDS, i % KINDS};
        int corner = network_corner(reach[0], reach[0] + reach[1] + 1, reach[2],
                                    reach[2] + reach[3] + 1);
        sum_board(layer, reach, sums + (size_t)corner * channels);
    }
    return sums;
}

// The input layer, whose weights the file has by output, then input.
static void read_input(Network *network, Reader *reader)
{
    size_t outputs = network->shape.channels;
    const int8_t *from = (const int8_t *)next_bytes(reader, outputs * NETWORK_INPUTS);
    SparseLayer *layer = &network->input;
    layer->outputs = (int)outputs;
    layer->scale = read_floats(network, reader, outputs);
    layer->bias = read_floats(network, reader, outputs);
    if (from == NULL || reader->failed)
        return;
    int8_t *weights = take_memory(network, outputs * NETWORK_INPUTS);
    for (size_t o = 0; o < outputs; o++)
        for (size_t i = 0; i < NETWORK_INPUTS; i++)
            weights[i * outputs + o] = *from++;
    layer->weights = weights;
    network->board = sum_boards(network);
}

static void read_block(Network *network, Reader *reader, int index)
{
    size_t channels = network->shape.channels;
    ResidualBlock *block = &network->blocks[index];
    block->first = block->second = (Convolution){
        .inputs = (int)channels, .outputs = (int)channels, .taps = TAPS_SQUARED};
    read_norm(network, reader, &block->norm);
    read_layer(network, reader, &block->first);
    if (index % 2 == 1)
        block->pool = read_dense(network, reader, 2 * channels, channels);
    read_layer(network, reader, &block->second);
}

static int heads_outputs(const NetworkShape *shape)
{
    int outputs = (int)(shape->policy + shape->value) + 1;
    return (outputs + CHANNEL_GROUP - 1) / CHANNEL_GROUP * CHANNEL_GROUP;
}

static void read_tensors(Network *network, Reader *reader)
{
    const NetworkShape *shape = &network->shape;
    size_t channels = shape->channels, value_inputs = 3 * shape->value + GLOBAL_COUNT;
    size_t policies = (size_t)network_policies(shape);
    size_t values = (size_t)network_values(shape);
    read_input(network, reader);
    network->globals = read_dense(network, reader, GLOBAL_COUNT, channels);
    for (int i = 0; i < (int)shape->blocks; i++)
        read_block(network, reader, i);
    read_norm(network, reader, &network->norm);
    network->heads = (Convolution){
        .inputs = (int)channels, .outputs = heads_outputs(shape), .taps = 1};
    read_layer(network, reader, &network->heads);
    network->policy_pool = read_dense(network, reader, 2 * channels, shape->policy);
    for (size_t i = 0; i < policies; i++)
        network->policy_out[i] = read_floats(network, reader, shape->policy);
    network->policy_pass = read_dense(network, reader, 2 * channels, policies);
    network->pass_bias = read_floats(network, reader, policies);
    network->hidden = read_dense(network, reader, value_inputs, shape->hidden);
    network->hidden_bias = read_floats(network, reader, shape->hidden);
    network->value_out = read_dense(network, reader, shape->hidden, values);
    network->value_bias = read_floats(network, reader, values);
    if (shape->version >= NETWORK_VERSION_ERRORS)
        network->value_linear = read_dense(network, reader, value_inputs, values);
}

static uint64_t checksum(const unsigned char *bytes, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3;
    return hash;
}

// Reads the head; the tensors come next. Returns what is wrong, or NULL.
static const char *read_head(Reader *reader, size_t size, NetworkShape *shape)
{
    const unsigned char *bytes = reader->at;
    uint32_t *fields[] = {&shape->version, &shape->planes,   &shape->globals,
                          &shape->blocks,  &shape->channels, &shape->policy,
                          &shape->value,   &shape->hidden};
    enum { FIELDS = sizeof fields / sizeof fields[0] };
    if (size < sizeof MAGIC + 4 * FIELDS + 8 || memcmp(bytes, MAGIC, sizeof MAGIC) != 0)
        return "not a Ponnuki network file (bad magic)";
    if (little_endian(bytes + size - 8, 8) != checksum(bytes, size - 8))
        return "damaged file (wrong checksum)";
    reader->at += sizeof MAGIC;
    reader->end -= 8;
    for (int i = 0; i < FIELDS; i++)
        *fields[i] = (uint32_t)little_endian(next_bytes(reader, 4), 4);
    if (shape->version < NETWORK_VERSION_OLDEST || shape->version > NETWORK_VERSION)
        return "file version not supported by this program";
    if (shape->planes != PLANE_COUNT || shape->globals != GLOBAL_COUNT)
        return "trained with other input planes than this program has";
    bool fits = shape->blocks <= NETWORK_BLOCKS_MAX && shape->channels > 0 &&
                shape->channels <= NETWORK_CHANNELS_MAX &&
                shape->channels % CHANNEL_GROUP == 0 &&
                shape->policy <= NETWORK_HEAD_MAX && shape->value <= NETWORK_HEAD_MAX &&
                shape->hidden <= NETWORK_HIDDEN_MAX;
    return fits ? NULL : "larger than this program supports";
}

Network *network_read(const unsigned char *bytes, size_t size,
                      const ConvolutionKernel *kernel, const char **error)
{
    Reader reader = {bytes, bytes + size, false};
    NetworkShape shape;
    *error = read_head(&reader, size, &shape);
    if (*error != NULL)
        return NULL;
    *error = "out of memory";
    Network *network = calloc(1, sizeof *network);
    if (network == NULL)
        return NULL;
    network->shape = shape;
    network->kernel = kernel;
    network->size = (3 * size + ARENA_SLACK) / ALIGNMENT * ALIGNMENT;
    network->arena = aligned_new(ALIGNMENT, network->size);
    network->file = malloc(size);
    if (network->arena != NULL && network->file != NULL) {
        network->file_size = size;
        memcpy(network->file, bytes, size);
        read_tensors(network, &reader);
        *error = reader.failed || reader.at != reader.end
                     ? "damaged file (wrong length)"
                     : NULL;
    }
    if (*error == NULL)
        return network;
    network_delete(network);
    return NULL;
}

// The bytes of a file, or NULL; then errno says why. The caller frees them.
static unsigned char *read_bytes(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    unsigned char *bytes = NULL;
    if (file == NULL)
        return NULL;
    bool is_folder = getc(file) == EOF && ferror(file); // which has an end to seek, too
    if (!is_folder && fseek(file, 0, SEEK_END) == 0 && ftell(file) >= 0) {
        *size = (size_t)ftell(file);
        rewind(file);
        errno = EFBIG;
        bytes = *size <= FILE_BYTES_MAX ? malloc(*size + 1) : NULL;
    }
    if (bytes != NULL && fread(bytes, 1, *size, file) != *size) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    return bytes;
}

bool network_is_own_file(const char *path)
{
    char begin[sizeof MAGIC];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return true;
    bool is_own = fread(begin, sizeof begin, 1, file) != 1 ||
                  memcmp(begin, MAGIC, sizeof MAGIC) == 0;
    fclose(file);
    return is_own;
}

Network *network_open(const char *path, const ConvolutionKernel *kernel,
                      const char **error)
{
    size_t size;
    unsigned char *bytes = read_bytes(path, &size);
    if (bytes == NULL) {
        *error = strerror(errno);
        return NULL;
    }
    Network *network = network_read(bytes, size, kernel, error);
    free(bytes);
    return network;
}

Network *network_default(const ConvolutionKernel *kernel)
{
    const char *error;
    return network_read((const unsigned char *)DEFAULT_NETWORK, DEFAULT_NETWORK_SIZE,
                        kernel, &error);
}

Network *network_for_kernel(const Network *network, const ConvolutionKernel *kernel)
{
    const char *error;
    return network_read(network->file, network->file_size, kernel, &error);
}

void network_delete(Network *network)
{
    if (network == NULL)
        return;
    free(network->file);
    aligned_delete(network->arena);
    free(network);
}

int network_version(const Network *network)
{
    return (int)network->shape.version;
}

void network_describe(const Network *network, char text[NETWORK_TEXT_SIZE])
{
    snprintf(text, NETWORK_TEXT_SIZE, "%u blocks of %u channels",
             (unsigned)network->shape.blocks, (unsigned)network->shape.channels);
}
