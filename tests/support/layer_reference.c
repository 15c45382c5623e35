// SPDX-License-Identifier: MIT
#include "layer_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double *new_numbers(size_t count)
{
    double *numbers = calloc(count > 0 ? count : 1, sizeof *numbers);
    if (numbers == NULL)
        abort();
    return numbers;
}

static int places(const LayerValues *values, int array)
{
    return values->list->arrays[array].is_board ? 1 : values->columns * values->rows;
}

static int channels_of(const LayerValues *values, int array)
{
    return values->list->arrays[array].channels;
}

size_t layer_values_size(const LayerValues *values, int array)
{
    return (size_t)(places(values, array) * channels_of(values, array));
}

LayerValues layer_values_new(const LayerList *list, int columns, int rows)
{
    LayerValues values = {list, columns, rows, NULL};
    values.arrays = calloc((size_t)list->array_count, sizeof *values.arrays);
    if (values.arrays == NULL)
        abort();
    for (int i = 0; i < list->array_count; i++)
        values.arrays[i] = new_numbers(layer_values_size(&values, i));
    return values;
}

void layer_values_free(LayerValues *values)
{
    for (int i = 0; i < values->list->array_count; i++)
        free(values->arrays[i]);
    free(values->arrays);
}

static double mean_square(const double *numbers, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += numbers[i] * numbers[i];
    return sum / (double)count;
}

// What a norm multiplies the numbers of a place by, but for the scale.
static double norm_factor(const LayerValues *values, const LayerInput *input, int place)
{
    size_t channels = (size_t)channels_of(values, input->array);
    const double *all = values->arrays[input->array];
    if (input->norm == NORM_RMS)
        return 1 / sqrt(mean_square(all + (size_t)place * channels, channels) +
                        (double)input->epsilon);
    if (input->norm == NORM_RMS_BOARD)
        return 1 / sqrt(mean_square(all, layer_values_size(values, input->array)) +
                        (double)input->epsilon);
    return 1;
}

static double activated(double x, Activation activation)
{
    switch (activation) {
    case ACTIVATION_IDENTITY:
        return x;
    case ACTIVATION_RELU:
        return x > 0 ? x : 0;
    case ACTIVATION_LEAKY_RELU:
        return x > 0 ? x : x / 8;
    case ACTIVATION_MISH:
        return x * tanh(x > 30 ? x : log1p(exp(x)));
    case ACTIVATION_SILU:
        return x / (1 + exp(-x));
    }
    abort();
}

static double input_number(const LayerValues *values, const LayerInput *input,
                           double factor, size_t index)
{
    size_t channel = index % (size_t)channels_of(values, input->array);
    double x = values->arrays[input->array][index] * factor;
    if (input->norm != NORM_NONE && input->scale != NULL)
        x *= (double)input->scale[channel];
    if (input->norm != NORM_NONE && input->bias != NULL)
        x += (double)input->bias[channel];
    x = activated(x, input->activation);
    return input->gate == NO_ARRAY ? x : x * values->arrays[input->gate][index];
}

// What a layer reads, which must be freed.
static double *read_input(const LayerValues *values, const LayerInput *input)
{
    size_t channels = (size_t)channels_of(values, input->array);
    double *numbers = new_numbers(layer_values_size(values, input->array));
    for (int place = 0; place < places(values, input->array); place++) {
        double factor = norm_factor(values, input, place);
        for (size_t i = (size_t)place * channels; i < (size_t)(place + 1) * channels;
             i++)
            numbers[i] = input_number(values, input, factor, i);
    }
    return numbers;
}

// The sum of one cell of a window. Its weights are by output, and other cells are
// between those of two outputs.
static void add_cell(const LinearLayer *layer, int cell, const double *input,
                     double *output)
{
    int cells = layer->columns * layer->rows;
    for (int o = 0; o < layer->outputs; o++) {
        const float *weights =
            layer->weights + (size_t)(o * cells + cell) * (size_t)layer->inputs;
        double sum = 0;
        for (int i = 0; i < layer->inputs; i++)
            sum += (double)weights[i] * input[i];
        output[o] += sum;
    }
}

// Computes a linear layer for the point of a board, which has one point of its own if
// its arrays are of the board.
static void compute_point(const LinearLayer *layer, const int size[2], int point,
                          const double *input, double *output)
{
    for (int o = 0; o < layer->outputs; o++)
        output[o] = layer->bias != NULL ? (double)layer->bias[o] : 0;
    for (int cell = 0; cell < layer->columns * layer->rows; cell++) {
        int right = cell % layer->columns - layer->columns / 2;
        int down = cell / layer->columns - layer->rows / 2;
        int column = point % size[0] + right * layer->dilation_columns;
        int row = point / size[0] + down * layer->dilation_rows;
        if (column >= 0 && column < size[0] && row >= 0 && row < size[1])
            add_cell(layer, cell,
                     input + (size_t)(row * size[0] + column) * (size_t)layer->inputs,
                     output);
    }
}

static void compute_linear(const LayerValues *values, const Layer *layer,
                           const double *input, double *output)
{
    bool is_board = values->list->arrays[layer->output].is_board;
    int size[] = {is_board ? 1 : values->columns, is_board ? 1 : values->rows};
    for (int point = 0; point < size[0] * size[1]; point++)
        compute_point(&layer->linear, size, point, input,
                      output + (size_t)(point * layer->linear.outputs));
}

static void compute_pool(const LayerValues *values, const Layer *layer,
                         const double *input, double *output)
{
    int channels = channels_of(values, layer->input.array);
    int points = values->columns * values->rows;
    double width = sqrt(points) - 14;
    output += layer->first;
    for (int i = 0; i < channels; i++) {
        double sum = 0, most = -INFINITY;
        for (int point = 0; point < points; point++) {
            double number = input[point * channels + i];
            sum += number;
            most = number > most ? number : most;
        }
        double mean = sum / points;
        output[i] = mean;
        output[channels + i] = layer->pool == POOL_TWO   ? most
                               : layer->pool == POOL_SUM ? sum / 20
                                                         : mean * width / 10;
        if (layer->pool == POOL_TWO)
            continue;
        output[2 * channels + i] =
            layer->pool == POOL_SQUARE ? mean * (width * width / 100 - 0.1) : most;
    }
}

static void compute_spread(const LayerValues *values, const Layer *layer,
                           const double *input, double *output)
{
    size_t channels = (size_t)channels_of(values, layer->input.array);
    size_t count = channels * (size_t)places(values, layer->output);
    for (size_t i = 0; i < count; i++)
        output[(size_t)layer->first + i] = input[i % channels];
}

// Turns the pairs of a query or a key by the angles of a point.
static void turn(const LayerValues *values, int point, int pairs,
                 const float *frequencies, double *numbers)
{
    for (int i = 0; i < pairs; i++) {
        double angle = point % values->columns * (double)frequencies[2 * i] +
                       point / values->columns * (double)frequencies[2 * i + 1];
        double a = numbers[2 * i], b = numbers[2 * i + 1];
        numbers[2 * i] = a * cos(angle) - b * sin(angle);
        numbers[2 * i + 1] = a * sin(angle) + b * cos(angle);
    }
}

// The queries or keys of all points, turned. They must be freed.
static double *turned(const LayerValues *values, const AttentionLayer *layer, int heads,
                      const double *from)
{
    int points = values->columns * values->rows, size = layer->query_size;
    size_t count = (size_t)(points * heads * size);
    double *numbers = new_numbers(count);
    memcpy(numbers, from, count * sizeof *numbers);
    for (int i = 0; i < points * heads && layer->frequencies != NULL; i++) {
        int key_head = i % heads * layer->key_heads / heads;
        int table = layer->shares_frequencies ? 0 : key_head;
        turn(values, i / heads, size / 2,
             layer->frequencies + (size_t)(table * size / 2 * 2),
             numbers + (size_t)(i * size));
    }
    return numbers;
}

static double product(int size, const double *query, const double *key)
{
    double sum = 0;
    for (int i = 0; i < size; i++)
        sum += query[i] * key[i];
    return sum;
}

static void softmax(double *numbers, int count)
{
    double sum = 0, most = -INFINITY;
    for (int i = 0; i < count; i++)
        most = fmax(most, numbers[i]);
    for (int i = 0; i < count; i++)
        sum += numbers[i] = exp(numbers[i] - most);
    for (int i = 0; i < count; i++)
        numbers[i] /= sum;
}

// What one head of one point gathers. `weights` is room for one number for each point.
static void gather(const LayerValues *values, const AttentionLayer *layer, int key_head,
                   const double *query, const double *keys, double *weights,
                   double *found)
{
    int points = values->columns * values->rows, size = layer->query_size;
    for (int i = 0; i < points; i++) {
        int place = i * layer->key_heads + key_head;
        weights[i] = product(size, query, keys + (size_t)(place * size)) / sqrt(size);
    }
    softmax(weights, points);
    for (int i = 0; i < points; i++) {
        int place = (i * layer->key_heads + key_head) * layer->value_size;
        for (int j = 0; j < layer->value_size; j++)
            found[j] += weights[i] * values->arrays[layer->values][place + j];
    }
}

static void compute_attention(const LayerValues *values, const Layer *layer,
                              const double *input, double *output)
{
    const AttentionLayer *sizes = &layer->attention;
    int points = values->columns * values->rows, heads = sizes->heads;
    double *weights = new_numbers((size_t)points);
    double *queries = turned(values, sizes, heads, input);
    double *keys = turned(values, sizes, sizes->key_heads, values->arrays[sizes->keys]);
    for (int i = 0; i < points * heads; i++)
        gather(values, sizes, i % heads * sizes->key_heads / heads,
               queries + (size_t)(i * sizes->query_size), keys, weights,
               output + (size_t)(i * sizes->value_size));
    free(weights);
    free(queries);
    free(keys);
}

static void compute_layer(const LayerValues *values, const Layer *layer)
{
    size_t size = layer_values_size(values, layer->output);
    double *input = read_input(values, &layer->input), *output = new_numbers(size);
    bool is_part = layer->kind == LAYER_POOL || layer->kind == LAYER_SPREAD;
    if (is_part && !layer->adds)
        memcpy(output, values->arrays[layer->output], size * sizeof *output);
    switch (layer->kind) {
    case LAYER_LINEAR:
        compute_linear(values, layer, input, output);
        break;
    case LAYER_POOL:
        compute_pool(values, layer, input, output);
        break;
    case LAYER_SPREAD:
        compute_spread(values, layer, input, output);
        break;
    case LAYER_ATTENTION:
        compute_attention(values, layer, input, output);
        break;
    case LAYER_ACTIVATE:
        memcpy(output, input, size * sizeof *output);
        break;
    }
    double *to = values->arrays[layer->output];
    for (size_t i = 0; i < size; i++)
        to[i] = (layer->adds ? to[i] : 0) + output[i];
    free(input);
    free(output);
}

void layer_values_compute(LayerValues *values)
{
    for (int i = 0; i < values->list->layer_count; i++)
        compute_layer(values, &values->list->layers[i]);
}
