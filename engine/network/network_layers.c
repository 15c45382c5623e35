// SPDX-License-Identifier: MIT
//
// Reads the tensors of a network's file into a list of layers (layer.h).
#include <string.h>

#include "network_internal.h"
#include "network_reader.h"

static const char MAGIC[NETWORK_MAGIC_SIZE] = "PONNUKI";

typedef struct Reader {
    NetworkReader in;
    NetworkShape shape;
    NetworkArrays arrays;
} Reader;

static int read_input(Reader *reader)
{
    int channels = (int)reader->shape.channels;
    reader->arrays.planes = reader_array(&reader->in, PLANE_COUNT, NUMBERS_BIT);
    reader->arrays.globals = reader_board(&reader->in, GLOBAL_COUNT);
    int trunk = reader_array(&reader->in, channels, NUMBERS_SHORT);
    LinearLayer layer =
        reader_layer(&reader->in, PLANE_COUNT, channels, NETWORK_WINDOW);
    LinearLayer dense = reader_dense(&reader->in, GLOBAL_COUNT, channels);
    int bias = reader_add_bias(&reader->in, reader->arrays.globals, dense, &layer);
    reader_add(&reader->in, plain_input(reader->arrays.planes), layer, trunk);
    reader_release(&reader->in, bias);
    return trunk;
}

static void read_block(Reader *reader, int trunk, int channels, bool has_pool)
{
    int pooled = NO_ARRAY, bias = NO_ARRAY;
    int outer = reader_add_norm(&reader->in, trunk, channels);
    LinearLayer first = reader_layer(&reader->in, channels, channels, 3);
    if (has_pool) {
        pooled = reader_add_pool(&reader->in, outer, channels);
        LinearLayer dense = reader_dense(&reader->in, 2 * channels, channels);
        bias = reader_add_bias(&reader->in, pooled, dense, &first);
    }
    int inner = reader_array(&reader->in, channels, NUMBERS_BYTE);
    reader_add(&reader->in, plain_input(outer), first, inner);
    LinearLayer second = reader_layer(&reader->in, channels, channels, 3);
    reader_add_to(&reader->in, plain_input(inner), second, trunk);
    reader_release(&reader->in, pooled);
    reader_release(&reader->in, bias);
    reader_release(&reader->in, outer);
    reader_release(&reader->in, inner);
}

// Two blocks of fewer channels, which have sums of their own.
static void read_nested_block(Reader *reader, int trunk, bool has_pool)
{
    int channels = (int)reader->shape.channels, inner = (int)reader->shape.inner;
    int outer = reader_add_norm(&reader->in, trunk, channels);
    LinearLayer enter = reader_layer(&reader->in, channels, inner, 1);
    int sums = reader_array(&reader->in, inner, NUMBERS_SHORT);
    reader_add(&reader->in, plain_input(outer), enter, sums);
    reader_release(&reader->in, outer);
    read_block(reader, sums, inner, has_pool);
    read_block(reader, sums, inner, false);
    int last = reader_add_norm(&reader->in, sums, inner);
    LinearLayer leave = reader_layer(&reader->in, inner, channels, 1);
    reader_add_to(&reader->in, plain_input(last), leave, trunk);
    reader_release(&reader->in, last);
    reader_release(&reader->in, sums);
}

// Queries, keys and values of the trunk's activations. The array is what is found.
static int read_attention(Reader *reader, int input)
{
    int heads = (int)reader->shape.attention, size = NETWORK_ATTENTION_SIZE;
    int width = heads * size, parts[3],
        found = reader_array(&reader->in, width, NUMBERS_FLOAT);
    LinearLayer ask =
        reader_layer(&reader->in, (int)reader->shape.channels, 3 * width, 1);
    for (int i = 0; i < 3; i++) {
        parts[i] = reader_array(&reader->in, width, NUMBERS_FLOAT);
        reader_add(&reader->in, plain_input(input),
                   linear_slice(&ask, i * width, width), parts[i]);
    }
    Layer layer = {.kind = LAYER_ATTENTION,
                   .input = plain_input(parts[0]),
                   .output = found,
                   .attention = {.keys = parts[1],
                                 .values = parts[2],
                                 .heads = heads,
                                 .key_heads = heads,
                                 .query_size = size,
                                 .value_size = size,
                                 .frequencies = reader_floats(&reader->in, width)}};
    layer_builder_add(&reader->in.builder, &layer);
    for (int i = 0; i < 3; i++)
        reader_release(&reader->in, parts[i]);
    return found;
}

// Attention, then two dense layers of each point.
static void read_attention_block(Reader *reader, int trunk)
{
    int channels = (int)reader->shape.channels;
    int width = (int)reader->shape.attention * NETWORK_ATTENTION_SIZE;
    int input = reader_add_norm(&reader->in, trunk, channels);
    int found = read_attention(reader, input);
    reader_release(&reader->in, input);
    input = reader_add_norm(&reader->in, found, width);
    reader_add_to(&reader->in, plain_input(input),
                  reader_layer(&reader->in, width, channels, 1), trunk);
    reader_release(&reader->in, found);
    reader_release(&reader->in, input);
    input = reader_add_norm(&reader->in, trunk, channels);
    int wide = reader_array(&reader->in, 2 * channels, NUMBERS_BYTE);
    reader_add(&reader->in, plain_input(input),
               reader_layer(&reader->in, channels, 2 * channels, 1), wide);
    reader_add_to(&reader->in, plain_input(wide),
                  reader_layer(&reader->in, 2 * channels, channels, 1), trunk);
    reader_release(&reader->in, input);
    reader_release(&reader->in, wide);
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
    LinearLayer all = reader_layer(&reader->in, (int)shape->channels,
                                   runtime_stride(policy + value + 1), 1);
    LinearLayer of_policy = linear_slice(&all, 0, policy);
    LinearLayer dense = reader_dense(&reader->in, 2 * (int)shape->channels, policy);
    int bias = reader_add_bias(&reader->in, pooled, dense, &of_policy);
    HeadChannels heads = {reader_array(&reader->in, policy, NUMBERS_FLOAT),
                          reader_array(&reader->in, value, NUMBERS_FLOAT)};
    reader->arrays.owner = reader_array(&reader->in, 1, NUMBERS_FLOAT);
    reader_add(&reader->in, plain_input(input), of_policy, heads.policy);
    reader_add(&reader->in, plain_input(input), linear_slice(&all, policy, value),
               heads.value);
    reader_add(&reader->in, plain_input(input), linear_slice(&all, policy + value, 1),
               reader->arrays.owner);
    reader_release(&reader->in, bias);
    return heads;
}

static void read_policies(Reader *reader, int channels, int pooled)
{
    int count = network_policies(&reader->shape);
    int inputs = 2 * (int)reader->shape.channels;
    LinearLayer points = reader_dense(&reader->in, (int)reader->shape.policy, count);
    reader->arrays.policy = reader_array(&reader->in, count, NUMBERS_FLOAT);
    reader_add(&reader->in, active_input(channels, ACTIVATION_RELU), points,
               reader->arrays.policy);
    LinearLayer pass = reader_dense(&reader->in, inputs, count);
    pass.bias = reader_floats(&reader->in, count);
    reader->arrays.pass = reader_board(&reader->in, count);
    reader_add(&reader->in, plain_input(pooled), pass, reader->arrays.pass);
}

// The input of the value head: the mean, the sum and the maximum of each of its
// channels, then the globals.
static int add_value_inputs(Reader *reader, int channels)
{
    int count = 3 * (int)reader->shape.value;
    int inputs = reader_board(&reader->in, count + GLOBAL_COUNT);
    Layer pool = {.kind = LAYER_POOL,
                  .input = active_input(channels, ACTIVATION_RELU),
                  .output = inputs,
                  .pool = POOL_SUM};
    Layer globals = {.kind = LAYER_SPREAD,
                     .input = plain_input(reader->arrays.globals),
                     .output = inputs,
                     .first = count};
    layer_builder_add(&reader->in.builder, &pool);
    layer_builder_add(&reader->in.builder, &globals);
    return inputs;
}

// The hidden layer with a path around it, from version 3 on.
static void read_values(Reader *reader, int channels)
{
    const NetworkShape *shape = &reader->shape;
    int inputs = 3 * (int)shape->value + GLOBAL_COUNT, hidden = (int)shape->hidden;
    int values = network_values(shape), array = add_value_inputs(reader, channels);
    LinearLayer first = reader_dense(&reader->in, inputs, hidden);
    first.bias = reader_floats(&reader->in, hidden);
    reader->arrays.hidden = reader_board(&reader->in, hidden);
    reader_add(&reader->in, plain_input(array), first, reader->arrays.hidden);
    LinearLayer second = reader_dense(&reader->in, hidden, values);
    second.bias = reader_floats(&reader->in, values);
    reader->arrays.values = reader_board(&reader->in, values);
    if (shape->version < NETWORK_VERSION_ERRORS) {
        reader_add(&reader->in, active_input(reader->arrays.hidden, ACTIVATION_RELU),
                   second, reader->arrays.values);
        return;
    }
    LinearLayer around = reader_dense(&reader->in, inputs, values);
    around.bias = second.bias;
    second.bias = NULL;
    reader_add(&reader->in, plain_input(array), around, reader->arrays.values);
    reader_add_to(&reader->in,
                  active_input(reader->arrays.hidden, ACTIVATION_LEAKY_RELU), second,
                  reader->arrays.values);
}

// What all heads read.
typedef struct TrunkOutput {
    int features; // activations, by point
    int pooled;   // their means and maxima
} TrunkOutput;

static TrunkOutput read_trunk(Reader *reader)
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
    TrunkOutput output = {.features = reader_add_norm(&reader->in, trunk, channels)};
    output.pooled = reader_add_pool(&reader->in, output.features, channels);
    return output;
}

static void read_tensors(Reader *reader)
{
    TrunkOutput trunk = read_trunk(reader);
    HeadChannels heads = read_heads(reader, trunk.features, trunk.pooled);
    read_policies(reader, heads.policy, trunk.pooled);
    read_values(reader, heads.value);
}

bool network_has_magic(const unsigned char bytes[NETWORK_MAGIC_SIZE])
{
    return memcmp(bytes, MAGIC, sizeof MAGIC) == 0;
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
        const unsigned char *bytes = reader_bytes(&reader->in, 4);
        *fields[i] = bytes == NULL ? 0 : (uint32_t)little_endian(bytes, 4);
    }
}

// Reads the head; the tensors come next. Returns what is wrong, or NULL.
static const char *read_head(Reader *reader, size_t size)
{
    const unsigned char *bytes = reader->in.at;
    NetworkShape *shape = &reader->shape;
    if (size < sizeof MAGIC + 4 * FIELDS_LEAST + 8 || !network_has_magic(bytes))
        return "not a Ponnuki network file (bad magic)";
    if (little_endian(bytes + size - 8, 8) != network_file_hash(bytes, size - 8))
        return "damaged file (wrong checksum)";
    reader->in.at += sizeof MAGIC;
    reader->in.end -= 8;
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
    Reader reader = {.in = {.at = bytes, .end = bytes + size}};
    const char *error = read_head(&reader, size);
    if (error != NULL)
        return error;
    reader.in.builder = layer_builder_begin();
    read_tensors(&reader);
    bool is_whole = !reader.in.failed && reader.in.at == reader.in.end;
    if (!layer_builder_end(&reader.in.builder, list))
        return "out of memory";
    if (!is_whole) {
        layer_list_free(list);
        return "damaged file (wrong length)";
    }
    *shape = reader.shape;
    *arrays = reader.arrays;
    return NULL;
}

const char *network_read_trunk(const unsigned char *bytes, size_t size,
                               NetworkReader *rest, NetworkTrunk *trunk)
{
    Reader reader = {.in = {.at = bytes, .end = bytes + size}};
    const char *error = read_head(&reader, size);
    if (error != NULL)
        return error;
    reader.in.builder = layer_builder_begin();
    TrunkOutput output = read_trunk(&reader);
    *rest = reader.in;
    *trunk = (NetworkTrunk){.shape = reader.shape,
                            .planes = reader.arrays.planes,
                            .globals = reader.arrays.globals,
                            .features = output.features,
                            .pooled = output.pooled};
    return NULL;
}
