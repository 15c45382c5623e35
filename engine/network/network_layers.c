// SPDX-License-Identifier: MIT
//
// Reads the tensors of a network's file into a list of layers (layer.h).
#include <string.h>

#include "layer_builder.h"
#include "network_internal.h"

static const char MAGIC[NETWORK_MAGIC_SIZE] = "PONNUKI";

// The reading position in a file. `failed` is set once there were not enough bytes.
typedef struct Reader {
    const unsigned char *at, *end;
    bool failed;
    NetworkShape shape;
    NetworkArrays arrays;
    LayerBuilder builder;
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

static const float *read_floats(Reader *reader, int count)
{
    const unsigned char *bytes = next_bytes(reader, 4 * (size_t)count);
    float *floats =
        bytes == NULL ? NULL : layer_builder_numbers(&reader->builder, (size_t)count);
    for (int i = 0; floats != NULL && i < count; i++)
        floats[i] = little_endian_float(bytes + 4 * (size_t)i);
    return floats;
}

static const int8_t *read_integers(Reader *reader, int count)
{
    return (const int8_t *)next_bytes(reader, (size_t)count);
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

// A layer of integers.
static LinearLayer read_layer(Reader *reader, int inputs, int outputs, int window)
{
    LinearLayer layer = linear_layer(inputs, outputs, window);
    int taps = window == 3 ? SQUARE_WEIGHTS : window * window;
    layer.integers = read_integers(reader, outputs * taps * inputs);
    layer.scale = read_floats(reader, outputs);
    layer.bias = read_floats(reader, outputs);
    return layer;
}

// A dense layer of floats, yet without a bias.
static LinearLayer read_dense(Reader *reader, int inputs, int outputs)
{
    LinearLayer layer = linear_layer(inputs, outputs, 1);
    layer.weights = read_floats(reader, inputs * outputs);
    return layer;
}

static int add_array(Reader *reader, int channels, NumberKind numbers)
{
    LayerArray shape = {channels, false, numbers};
    return layer_builder_array_of(&reader->builder, shape);
}

static int add_board(Reader *reader, int channels)
{
    return layer_builder_array(&reader->builder, channels, true);
}

static void release(Reader *reader, int array)
{
    layer_builder_release(&reader->builder, array);
}

static LayerInput plain(int array)
{
    return (LayerInput){.array = array, .gate = NO_ARRAY};
}

static LayerInput active(int array, Activation activation)
{
    return (LayerInput){.array = array, .activation = activation, .gate = NO_ARRAY};
}

static void add_linear(Reader *reader, LayerInput input, LinearLayer linear, int output)
{
    Layer layer = {
        .kind = LAYER_LINEAR, .input = input, .output = output, .linear = linear};
    layer_builder_add(&reader->builder, &layer);
}

static void add_to_linear(Reader *reader, LayerInput input, LinearLayer linear,
                          int output)
{
    Layer layer = {.kind = LAYER_LINEAR,
                   .input = input,
                   .output = output,
                   .adds = true,
                   .linear = linear};
    layer_builder_add(&reader->builder, &layer);
}

// The layer's bias becomes what a dense layer makes of numbers of the board. The array
// is returned; it must be released.
static int add_bias(Reader *reader, int board, LinearLayer dense, LinearLayer *layer)
{
    int bias = add_board(reader, layer->outputs);
    dense.bias = layer->bias;
    add_linear(reader, plain(board), dense, bias);
    layer->bias = NULL;
    layer->has_bias_array = true;
    layer->bias_array = bias;
    return bias;
}

static int add_pool(Reader *reader, int array, int channels)
{
    int pooled = add_board(reader, 2 * channels);
    Layer layer = {
        .kind = LAYER_POOL, .input = plain(array), .output = pooled, .pool = POOL_TWO};
    layer_builder_add(&reader->builder, &layer);
    return pooled;
}

// The norm of an array; its outputs are activations.
static int add_norm(Reader *reader, int array, int channels)
{
    int output = add_array(reader, channels, NUMBERS_BYTE);
    LayerInput input = plain(array);
    input.norm = NORM_AFFINE;
    input.scale = read_floats(reader, channels);
    input.bias = read_floats(reader, channels);
    Layer layer = {.kind = LAYER_ACTIVATE, .input = input, .output = output};
    layer_builder_add(&reader->builder, &layer);
    return output;
}

static int read_input(Reader *reader)
{
    int channels = (int)reader->shape.channels;
    reader->arrays.planes = add_array(reader, PLANE_COUNT, NUMBERS_BIT);
    reader->arrays.globals = add_board(reader, GLOBAL_COUNT);
    int trunk = add_array(reader, channels, NUMBERS_SHORT);
    LinearLayer layer = read_layer(reader, PLANE_COUNT, channels, NETWORK_WINDOW);
    LinearLayer dense = read_dense(reader, GLOBAL_COUNT, channels);
    int bias = add_bias(reader, reader->arrays.globals, dense, &layer);
    add_linear(reader, plain(reader->arrays.planes), layer, trunk);
    release(reader, bias);
    return trunk;
}

static void read_block(Reader *reader, int trunk, int channels, bool has_pool)
{
    int pooled = NO_ARRAY, bias = NO_ARRAY;
    int outer = add_norm(reader, trunk, channels);
    LinearLayer first = read_layer(reader, channels, channels, 3);
    if (has_pool) {
        pooled = add_pool(reader, outer, channels);
        LinearLayer dense = read_dense(reader, 2 * channels, channels);
        bias = add_bias(reader, pooled, dense, &first);
    }
    int inner = add_array(reader, channels, NUMBERS_BYTE);
    add_linear(reader, plain(outer), first, inner);
    LinearLayer second = read_layer(reader, channels, channels, 3);
    add_to_linear(reader, plain(inner), second, trunk);
    release(reader, pooled);
    release(reader, bias);
    release(reader, outer);
    release(reader, inner);
}

// Two blocks of fewer channels, which have sums of their own.
static void read_nested_block(Reader *reader, int trunk, bool has_pool)
{
    int channels = (int)reader->shape.channels, inner = (int)reader->shape.inner;
    int outer = add_norm(reader, trunk, channels);
    LinearLayer enter = read_layer(reader, channels, inner, 1);
    int sums = add_array(reader, inner, NUMBERS_SHORT);
    add_linear(reader, plain(outer), enter, sums);
    release(reader, outer);
    read_block(reader, sums, inner, has_pool);
    read_block(reader, sums, inner, false);
    int last = add_norm(reader, sums, inner);
    LinearLayer leave = read_layer(reader, inner, channels, 1);
    add_to_linear(reader, plain(last), leave, trunk);
    release(reader, last);
    release(reader, sums);
}

// Some outputs of a layer.
static LinearLayer slice(const LinearLayer *layer, int first, int count)
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

// Queries, keys and values of the trunk's activations. The array is what is found.
static int read_attention(Reader *reader, int input)
{
    int heads = (int)reader->shape.attention, size = NETWORK_ATTENTION_SIZE;
    int width = heads * size, parts[3], found = add_array(reader, width, NUMBERS_FLOAT);
    LinearLayer ask = read_layer(reader, (int)reader->shape.channels, 3 * width, 1);
    for (int i = 0; i < 3; i++) {
        parts[i] = add_array(reader, width, NUMBERS_FLOAT);
        add_linear(reader, plain(input), slice(&ask, i * width, width), parts[i]);
    }
    Layer layer = {.kind = LAYER_ATTENTION,
                   .input = plain(parts[0]),
                   .output = found,
                   .attention = {.keys = parts[1],
                                 .values = parts[2],
                                 .heads = heads,
                                 .key_heads = heads,
                                 .query_size = size,
                                 .value_size = size,
                                 .frequencies = read_floats(reader, width)}};
    layer_builder_add(&reader->builder, &layer);
    for (int i = 0; i < 3; i++)
        release(reader, parts[i]);
    return found;
}

// Attention, then two dense layers of each point.
static void read_attention_block(Reader *reader, int trunk)
{
    int channels = (int)reader->shape.channels;
    int width = (int)reader->shape.attention * NETWORK_ATTENTION_SIZE;
    int input = add_norm(reader, trunk, channels);
    int found = read_attention(reader, input);
    release(reader, input);
    input = add_norm(reader, found, width);
    add_to_linear(reader, plain(input), read_layer(reader, width, channels, 1), trunk);
    release(reader, found);
    release(reader, input);
    input = add_norm(reader, trunk, channels);
    int wide = add_array(reader, 2 * channels, NUMBERS_BYTE);
    add_linear(reader, plain(input), read_layer(reader, channels, 2 * channels, 1),
               wide);
    add_to_linear(reader, plain(wide), read_layer(reader, 2 * channels, channels, 1),
                  trunk);
    release(reader, input);
    release(reader, wide);
}

// What the heads begin with, by point.
typedef struct HeadChannels {
    int policy, value; // arrays
} HeadChannels;

// The layer of all heads. The file has as many outputs for it as are whole groups.
static HeadChannels read_heads(Reader *reader, int input, int pooled)
{
    const NetworkShape *shape = &reader->shape;
    int policy = (int)shape->policy, value = (int)shape->value;
    LinearLayer all =
        read_layer(reader, (int)shape->channels, runtime_stride(policy + value + 1), 1);
    LinearLayer of_policy = slice(&all, 0, policy);
    LinearLayer dense = read_dense(reader, 2 * (int)shape->channels, policy);
    int bias = add_bias(reader, pooled, dense, &of_policy);
    HeadChannels heads = {add_array(reader, policy, NUMBERS_FLOAT),
                          add_array(reader, value, NUMBERS_FLOAT)};
    reader->arrays.owner = add_array(reader, 1, NUMBERS_FLOAT);
    add_linear(reader, plain(input), of_policy, heads.policy);
    add_linear(reader, plain(input), slice(&all, policy, value), heads.value);
    add_linear(reader, plain(input), slice(&all, policy + value, 1),
               reader->arrays.owner);
    release(reader, bias);
    return heads;
}

static void read_policies(Reader *reader, int channels, int pooled)
{
    int count = network_policies(&reader->shape);
    int inputs = 2 * (int)reader->shape.channels;
    LinearLayer points = read_dense(reader, (int)reader->shape.policy, count);
    reader->arrays.policy = add_array(reader, count, NUMBERS_FLOAT);
    add_linear(reader, active(channels, ACTIVATION_RELU), points,
               reader->arrays.policy);
    LinearLayer pass = read_dense(reader, inputs, count);
    pass.bias = read_floats(reader, count);
    reader->arrays.pass = add_board(reader, count);
    add_linear(reader, plain(pooled), pass, reader->arrays.pass);
}

// The input of the value head: the mean, the sum and the maximum of each of its
// channels, then the globals.
static int add_value_inputs(Reader *reader, int channels)
{
    int count = 3 * (int)reader->shape.value;
    int inputs = add_board(reader, count + GLOBAL_COUNT);
    Layer pool = {.kind = LAYER_POOL,
                  .input = active(channels, ACTIVATION_RELU),
                  .output = inputs,
                  .pool = POOL_SUM};
    Layer globals = {.kind = LAYER_SPREAD,
                     .input = plain(reader->arrays.globals),
                     .output = inputs,
                     .first = count};
    layer_builder_add(&reader->builder, &pool);
    layer_builder_add(&reader->builder, &globals);
    return inputs;
}

// The hidden layer with a path around it, from version 3 on.
static void read_values(Reader *reader, int channels)
{
    const NetworkShape *shape = &reader->shape;
    int inputs = 3 * (int)shape->value + GLOBAL_COUNT, hidden = (int)shape->hidden;
    int values = network_values(shape), array = add_value_inputs(reader, channels);
    LinearLayer first = read_dense(reader, inputs, hidden);
    first.bias = read_floats(reader, hidden);
    reader->arrays.hidden = add_board(reader, hidden);
    add_linear(reader, plain(array), first, reader->arrays.hidden);
    LinearLayer second = read_dense(reader, hidden, values);
    second.bias = read_floats(reader, values);
    reader->arrays.values = add_board(reader, values);
    if (shape->version < NETWORK_VERSION_ERRORS) {
        add_linear(reader, active(reader->arrays.hidden, ACTIVATION_RELU), second,
                   reader->arrays.values);
        return;
    }
    LinearLayer around = read_dense(reader, inputs, values);
    around.bias = second.bias;
    second.bias = NULL;
    add_linear(reader, plain(array), around, reader->arrays.values);
    add_to_linear(reader, active(reader->arrays.hidden, ACTIVATION_LEAKY_RELU), second,
                  reader->arrays.values);
}

static void read_tensors(Reader *reader)
{
    const NetworkShape *shape = &reader->shape;
    int trunk = read_input(reader), channels = (int)shape->channels;
    for (int i = 0; i < (int)shape->blocks; i++) {
        if (shape->attention > 0 && i == (int)shape->blocks / 2)
            read_attention_block(reader, trunk);
        if (shape->inner > 0)
            read_nested_block(reader, trunk, i % 2 == 1);
        else
            read_block(reader, trunk, channels, i % 2 == 1);
    }
    int input = add_norm(reader, trunk, channels);
    int pooled = add_pool(reader, input, channels);
    HeadChannels heads = read_heads(reader, input, pooled);
    read_policies(reader, heads.policy, pooled);
    read_values(reader, heads.value);
}

bool network_has_magic(const unsigned char bytes[NETWORK_MAGIC_SIZE])
{
    return memcmp(bytes, MAGIC, sizeof MAGIC) == 0;
}

static uint64_t checksum(const unsigned char *bytes, size_t size)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3;
    return hash;
}

// Returns what the program cannot compute of a shape, or NULL.
static const char *find_misfit(const NetworkShape *shape)
{
    if (shape->blocks > NETWORK_BLOCKS_MAX || shape->channels > NETWORK_CHANNELS_MAX ||
        shape->policy > NETWORK_HEAD_MAX || shape->value > NETWORK_HEAD_MAX ||
        shape->hidden > NETWORK_HIDDEN_MAX || shape->attention > NETWORK_ATTENTION_MAX)
        return "larger than this program supports";
    if (shape->channels == 0 || shape->channels % CHANNEL_GROUP != 0 ||
        shape->inner % CHANNEL_GROUP != 0)
        return "its channels are not a multiple of 16";
    if (shape->inner > shape->channels)
        return "its nested blocks have more channels than the others";
    return NULL;
}

enum { FIELDS_LEAST = 8 }; // of a shape, in the oldest version

static void read_shape(Reader *reader)
{
    NetworkShape *shape = &reader->shape;
    uint32_t *fields[] = {&shape->version,  &shape->planes,   &shape->globals,
                          &shape->blocks,   &shape->channels, &shape->policy,
                          &shape->value,    &shape->hidden,   &shape->inner,
                          &shape->attention};
    int count = sizeof fields / sizeof fields[0];
    for (int i = 0; i < count; i++) {
        if (fields[i] == &shape->inner && shape->version < NETWORK_VERSION_BLOCKS)
            break;
        const unsigned char *bytes = next_bytes(reader, 4);
        *fields[i] = bytes == NULL ? 0 : (uint32_t)little_endian(bytes, 4);
    }
}

// Reads the head; the tensors come next. Returns what is wrong, or NULL.
static const char *read_head(Reader *reader, size_t size)
{
    const unsigned char *bytes = reader->at;
    NetworkShape *shape = &reader->shape;
    if (size < sizeof MAGIC + 4 * FIELDS_LEAST + 8 || !network_has_magic(bytes))
        return "not a Ponnuki network file (bad magic)";
    if (little_endian(bytes + size - 8, 8) != checksum(bytes, size - 8))
        return "damaged file (wrong checksum)";
    reader->at += sizeof MAGIC;
    reader->end -= 8;
    read_shape(reader);
    if (shape->version < NETWORK_VERSION_OLDEST || shape->version > NETWORK_VERSION)
        return "file version not supported by this program";
    if (shape->planes != PLANE_COUNT || shape->globals != GLOBAL_COUNT)
        return "trained with other input planes than this program has";
    return find_misfit(shape);
}

const char *network_read_layers(const unsigned char *bytes, size_t size,
                                NetworkShape *shape, NetworkArrays *arrays,
                                LayerList *list)
{
    Reader reader = {.at = bytes, .end = bytes + size};
    const char *error = read_head(&reader, size);
    if (error != NULL)
        return error;
    reader.builder = layer_builder_begin();
    read_tensors(&reader);
    bool is_whole = !reader.failed && reader.at == reader.end;
    if (!layer_builder_end(&reader.builder, list))
        return "out of memory";
    if (!is_whole) {
        layer_list_free(list);
        return "damaged file (wrong length)";
    }
    *shape = reader.shape;
    *arrays = reader.arrays;
    return NULL;
}
