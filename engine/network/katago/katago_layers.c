// SPDX-License-Identifier: MIT
#include "katago_layers.h"

#include <math.h>
#include <string.h>

enum {
    // What a larger window or step would reach is off every board.
    WINDOW_MAX = 37,
    DILATION_MAX = 18,
    POOLS = 3, // numbers that a channel is pooled to
};

bool katago_has_failed(const KatagoFileReader *reader)
{
    return reader->tokens.failed || reader->builder.failed;
}

KatagoArray katago_array_by_point(KatagoFileReader *reader, int channels)
{
    int index = layer_builder_array(&reader->builder, channels, false);
    return (KatagoArray){index, channels};
}

KatagoArray katago_array_of_board(KatagoFileReader *reader, int channels)
{
    int index = layer_builder_array(&reader->builder, channels, true);
    return (KatagoArray){index, channels};
}

void katago_release(KatagoFileReader *reader, KatagoArray array)
{
    layer_builder_release(&reader->builder, array.index);
}

LayerInput katago_plain_input(KatagoArray array)
{
    return (LayerInput){.array = array.index, .gate = NO_ARRAY};
}

const float *katago_read_numbers(KatagoFileReader *reader, size_t count)
{
    const float *from = token_reader_numbers(&reader->tokens, count);
    float *numbers =
        from != NULL ? layer_builder_numbers(&reader->builder, count) : NULL;
    if (numbers != NULL)
        memcpy(numbers, from, count * sizeof *numbers);
    return numbers;
}

// Reads the scale and the bias behind the mean and the variance, and merges all four.
static void merge(KatagoFileReader *reader, LayerInput *norm, int channels,
                  const bool has[2])
{
    size_t count = (size_t)channels;
    const float *mean = katago_read_numbers(reader, count);
    const float *variance = katago_read_numbers(reader, count);
    const float *file_scale = has[0] ? katago_read_numbers(reader, count) : NULL;
    const float *file_bias = has[1] ? katago_read_numbers(reader, count) : NULL;
    float *scale = layer_builder_numbers(&reader->builder, count);
    float *bias = layer_builder_numbers(&reader->builder, count);
    if (katago_has_failed(reader))
        return;
    bool finite = true;
    for (size_t i = 0; i < count; i++) {
        scale[i] = (has[0] ? file_scale[i] : 1) / sqrtf(variance[i] + norm->epsilon);
        bias[i] = (has[1] ? file_bias[i] : 0) - scale[i] * mean[i];
        finite &= fabsf(scale[i]) < INFINITY && fabsf(bias[i]) < INFINITY;
    }
    if (!finite)
        token_reader_fail(&reader->tokens, "a variance is negative, or numbers of the "
                                           "batch norm are too large");
    norm->scale = scale;
    norm->bias = bias;
}

// Begins a norm of the file: its name, its channels, and what keeps it from a division
// by zero.
static LayerInput begin_norm(KatagoFileReader *reader, KatagoArray array, NormKind kind)
{
    TokenReader *tokens = &reader->tokens;
    LayerInput norm = katago_plain_input(array);
    norm.norm = kind;
    token_reader_part(tokens);
    token_reader_integer(tokens, array.channels, array.channels,
                         "its number of channels");
    norm.epsilon = token_reader_positive(tokens, "its epsilon");
    return norm;
}

LayerInput katago_read_affine(KatagoFileReader *reader, KatagoArray array)
{
    LayerInput norm = begin_norm(reader, array, NORM_AFFINE);
    bool has[2];
    for (int i = 0; i < 2; i++)
        has[i] = token_reader_integer(&reader->tokens, 0, 1,
                                      "whether it has a scale or a bias") == 1;
    merge(reader, &norm, array.channels, has);
    norm.epsilon = 0;
    return norm;
}

LayerInput katago_read_rms_norm(KatagoFileReader *reader, KatagoArray array)
{
    LayerInput norm = begin_norm(reader, array, NORM_RMS);
    norm.scale = katago_read_numbers(reader, (size_t)array.channels);
    return norm;
}

LayerInput katago_read_last_rms_norm(KatagoFileReader *reader, KatagoArray array)
{
    LayerInput norm = begin_norm(reader, array, NORM_RMS);
    if (token_reader_integer(&reader->tokens, 0, 1, "whether it is of the board") == 1)
        norm.norm = NORM_RMS_BOARD;
    token_reader_integer(&reader->tokens, 0, 0, "its number of groups");
    norm.scale = katago_read_numbers(reader, (size_t)array.channels);
    norm.bias = katago_read_numbers(reader, (size_t)array.channels);
    return norm;
}

Activation katago_read_activation(KatagoFileReader *reader)
{
    static const char *const NAMES[] = {
        [ACTIVATION_IDENTITY] = "ACTIVATION_IDENTITY",
        [ACTIVATION_RELU] = "ACTIVATION_RELU",
        [ACTIVATION_MISH] = "ACTIVATION_MISH",
        [ACTIVATION_SILU] = "ACTIVATION_SILU",
    };
    token_reader_part(&reader->tokens);
    if (reader->version < KATAGO_VERSION_ACTIVATIONS)
        return ACTIVATION_RELU;
    const char *word = token_reader_word(&reader->tokens);
    for (int i = 0; i < (int)(sizeof NAMES / sizeof NAMES[0]); i++)
        if (strcmp(word, NAMES[i]) == 0)
            return (Activation)i;
    token_reader_fail(&reader->tokens, "%.60s is an activation that is not known here",
                      word);
    return ACTIVATION_IDENTITY;
}

LayerInput katago_read_active(KatagoFileReader *reader, KatagoArray array)
{
    LayerInput input = katago_plain_input(array);
    input.activation = katago_read_activation(reader);
    return input;
}

LayerInput katago_read_norm(KatagoFileReader *reader, KatagoArray array)
{
    LayerInput norm = katago_read_affine(reader, array);
    norm.activation = katago_read_activation(reader);
    return norm;
}

static void transpose(const float *from, size_t rows, size_t columns, float *to)
{
    enum { SIDE = 16 }; // of squares, whose lines stay in the cache
    for (size_t row = 0; row < rows; row += SIDE)
        for (size_t column = 0; column < columns; column += SIDE)
            for (size_t j = column; j < columns && j < column + SIDE; j++)
                for (size_t i = row; i < rows && i < row + SIDE; i++)
                    to[j * rows + i] = from[i * columns + j];
}

// Reads weights that the file has by input, then output; they become by output, then
// input.
static const float *read_weights(KatagoFileReader *reader, size_t inputs,
                                 size_t outputs)
{
    const float *from = token_reader_numbers(&reader->tokens, inputs * outputs);
    float *weights =
        from != NULL ? layer_builder_numbers(&reader->builder, inputs * outputs) : NULL;
    if (weights != NULL)
        transpose(from, inputs, outputs, weights);
    return weights;
}

static int read_odd(KatagoFileReader *reader, const char *what)
{
    int number = token_reader_integer(&reader->tokens, 1, WINDOW_MAX, what);
    if (number % 2 == 0)
        token_reader_fail(&reader->tokens, "%s is %d, which is not odd", what, number);
    return number;
}

static void read_channels(KatagoFileReader *reader, int inputs, int outputs,
                          LinearLayer *layer)
{
    layer->inputs =
        token_reader_integer(&reader->tokens, inputs, inputs, "its number of inputs");
    layer->outputs = token_reader_integer(&reader->tokens, outputs > 0 ? outputs : 1,
                                          outputs > 0 ? outputs : KATAGO_CHANNELS_MAX,
                                          "its number of outputs");
}

LinearLayer katago_read_convolution(KatagoFileReader *reader, int inputs, int outputs)
{
    LinearLayer layer = {.bias = NULL};
    token_reader_part(&reader->tokens);
    layer.rows = read_odd(reader, "its number of rows");
    layer.columns = read_odd(reader, "its number of columns");
    read_channels(reader, inputs, outputs, &layer);
    layer.dilation_rows =
        token_reader_integer(&reader->tokens, 1, DILATION_MAX, "its dilation");
    layer.dilation_columns =
        token_reader_integer(&reader->tokens, 1, DILATION_MAX, "its dilation");
    size_t cells = (size_t)layer.rows * (size_t)layer.columns;
    layer.weights =
        read_weights(reader, cells * (size_t)layer.inputs, (size_t)layer.outputs);
    return layer;
}

LinearLayer katago_read_dense(KatagoFileReader *reader, int inputs, int outputs)
{
    LinearLayer layer = {
        .columns = 1, .rows = 1, .dilation_columns = 1, .dilation_rows = 1};
    token_reader_part(&reader->tokens);
    read_channels(reader, inputs, outputs, &layer);
    layer.weights = read_weights(reader, (size_t)layer.inputs, (size_t)layer.outputs);
    return layer;
}

void katago_add_linear(KatagoFileReader *reader, LayerInput input, LinearLayer linear,
                       KatagoArray output)
{
    Layer layer = {
        .kind = LAYER_LINEAR, .input = input, .output = output.index, .linear = linear};
    layer_builder_add(&reader->builder, &layer);
}

void katago_add_residual(KatagoFileReader *reader, LayerInput input, LinearLayer linear,
                         KatagoArray output)
{
    Layer layer = {.kind = LAYER_LINEAR,
                   .input = input,
                   .output = output.index,
                   .adds = true,
                   .linear = linear};
    layer_builder_add(&reader->builder, &layer);
}

KatagoArray katago_add_convolution(KatagoFileReader *reader, LayerInput input,
                                   int inputs)
{
    LinearLayer layer = katago_read_convolution(reader, inputs, 0);
    KatagoArray output = katago_array_by_point(reader, layer.outputs);
    katago_add_linear(reader, input, layer, output);
    return output;
}

KatagoArray katago_add_dense(KatagoFileReader *reader, LayerInput input, int inputs,
                             int outputs)
{
    LinearLayer layer = katago_read_dense(reader, inputs, outputs);
    KatagoArray output = katago_array_by_point(reader, layer.outputs);
    katago_add_linear(reader, input, layer, output);
    return output;
}

KatagoArray katago_add_biased(KatagoFileReader *reader, LayerInput input, int inputs,
                              int outputs)
{
    LinearLayer layer = katago_read_dense(reader, inputs, outputs);
    token_reader_part(&reader->tokens);
    token_reader_integer(&reader->tokens, layer.outputs, layer.outputs,
                         "its number of channels");
    layer.bias = katago_read_numbers(reader, (size_t)layer.outputs);
    KatagoArray output = katago_array_of_board(reader, layer.outputs);
    katago_add_linear(reader, input, layer, output);
    return output;
}

KatagoArray katago_add_pool(KatagoFileReader *reader, LayerInput input, int channels,
                            PoolKind kind)
{
    KatagoArray pooled = katago_array_of_board(reader, POOLS * channels);
    Layer layer = {
        .kind = LAYER_POOL, .input = input, .output = pooled.index, .pool = kind};
    layer_builder_add(&reader->builder, &layer);
    return pooled;
}

void katago_add_spread(KatagoFileReader *reader, KatagoArray board, KatagoArray points)
{
    Layer layer = {.kind = LAYER_SPREAD,
                   .input = katago_plain_input(board),
                   .output = points.index,
                   .adds = true};
    layer_builder_add(&reader->builder, &layer);
}

void katago_add_bias(KatagoFileReader *reader, KatagoArray board, KatagoArray points)
{
    LinearLayer dense = katago_read_dense(reader, board.channels, points.channels);
    KatagoArray bias = katago_array_of_board(reader, points.channels);
    katago_add_linear(reader, katago_plain_input(board), dense, bias);
    katago_add_spread(reader, bias, points);
    katago_release(reader, bias);
}
