// SPDX-License-Identifier: MIT
#include "layer_sound.h"

#include <math.h>
#include <stdlib.h>

static bool exists(const LayerList *list, int array)
{
    return array >= 0 && array < list->array_count;
}

// Is it an array of that kind with so many channels?
static bool has_shape(const LayerList *list, int array, int channels, bool is_board)
{
    return exists(list, array) && list->arrays[array].channels == channels &&
           list->arrays[array].is_board == is_board;
}

static bool are_finite(const float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(numbers[i]))
            return false;
    return true;
}

static bool input_is_sound(const LayerList *list, const LayerInput *input)
{
    if (!exists(list, input->array))
        return false;
    const LayerArray *array = &list->arrays[input->array];
    size_t channels = (size_t)array->channels;
    bool is_rms = input->norm == NORM_RMS || input->norm == NORM_RMS_BOARD;
    return (input->scale == NULL || are_finite(input->scale, channels)) &&
           (input->bias == NULL || are_finite(input->bias, channels)) &&
           (!is_rms || (input->epsilon > 0 && isfinite(input->epsilon))) &&
           (input->gate == NO_ARRAY ||
            has_shape(list, input->gate, array->channels, array->is_board));
}

static bool linear_is_sound(const LayerList *list, const Layer *layer)
{
    const LinearLayer *linear = &layer->linear;
    bool is_board = list->arrays[layer->input.array].is_board;
    int cells = linear->columns * linear->rows;
    bool is_single = linear->columns == 1 && linear->rows == 1;
    size_t weights = (size_t)cells * (size_t)linear->inputs * (size_t)linear->outputs;
    return linear->columns % 2 == 1 && linear->rows % 2 == 1 &&
           linear->dilation_columns > 0 && linear->dilation_rows > 0 &&
           has_shape(list, layer->input.array, linear->inputs, is_board) &&
           has_shape(list, layer->output, linear->outputs, is_board) &&
           (!is_board || is_single) && are_finite(linear->weights, weights) &&
           (linear->bias == NULL || are_finite(linear->bias, (size_t)linear->outputs));
}

static bool attention_is_sound(const LayerList *list, const Layer *layer)
{
    const AttentionLayer *sizes = &layer->attention;
    int queries = sizes->heads * sizes->query_size;
    int keys = sizes->key_heads * sizes->query_size;
    int tables = sizes->shares_frequencies ? 1 : sizes->key_heads;
    return sizes->heads > 0 && sizes->key_heads > 0 &&
           sizes->heads % sizes->key_heads == 0 && sizes->query_size > 0 &&
           has_shape(list, layer->input.array, queries, false) &&
           has_shape(list, sizes->keys, keys, false) &&
           has_shape(list, sizes->values, sizes->key_heads * sizes->value_size,
                     false) &&
           has_shape(list, layer->output, sizes->heads * sizes->value_size, false) &&
           (sizes->frequencies == NULL ||
            (sizes->query_size % 2 == 0 &&
             are_finite(sizes->frequencies, (size_t)(tables * sizes->query_size))));
}

static bool layer_is_sound(const LayerList *list, const Layer *layer)
{
    if (!input_is_sound(list, &layer->input) || !exists(list, layer->output) ||
        layer->output == layer->input.array || layer->output == layer->input.gate)
        return false;
    LayerArray input = list->arrays[layer->input.array];
    switch (layer->kind) {
    case LAYER_LINEAR:
        return linear_is_sound(list, layer);
    case LAYER_POOL:
        return !input.is_board &&
               has_shape(list, layer->output, 3 * input.channels, true);
    case LAYER_SPREAD:
        return input.is_board && has_shape(list, layer->output, input.channels, false);
    case LAYER_ATTENTION:
        return attention_is_sound(list, layer);
    case LAYER_ACTIVATE:
        return has_shape(list, layer->output, input.channels, input.is_board);
    }
    return false;
}

// Was all that a layer reads filled? Arrays exist.
static bool is_filled(const Layer *layer, const bool filled[])
{
    bool is_attention = layer->kind == LAYER_ATTENTION;
    int gate = layer->input.gate;
    return filled[layer->input.array] && (gate == NO_ARRAY || filled[gate]) &&
           (!layer->adds || filled[layer->output]) &&
           (!is_attention ||
            (filled[layer->attention.keys] && filled[layer->attention.values]));
}

bool layer_list_is_sound(const LayerList *list, const int inputs[], int input_count)
{
    bool *filled = calloc((size_t)list->array_count + 1, sizeof *filled), sound = true;
    if (filled == NULL)
        abort();
    for (int i = 0; i < input_count; i++)
        if (inputs[i] != NO_ARRAY)
            filled[inputs[i]] = true;
    for (int i = 0; i < list->layer_count && sound; i++) {
        const Layer *layer = &list->layers[i];
        sound = layer_is_sound(list, layer) && is_filled(layer, filled);
        if (sound)
            filled[layer->output] = true;
    }
    free(filled);
    return sound;
}
