// SPDX-License-Identifier: MIT
//
// Packs the linear layers of lists of integers, where sums of floats have a fixed
// order.
#include <string.h>

#include "runtime_internal.h"

// [panel][input][output of the panel]
static bool pack_floats(Runtime *runtime, const LinearLayer *layer,
                        LinearWeights *linear)
{
    size_t panel = (size_t)runtime->kernel->panel, inputs = (size_t)layer->inputs;
    size_t panels = ((size_t)layer->outputs + panel - 1) / panel;
    float *weights = runtime_take(runtime, panels * inputs * panel, sizeof *weights);
    linear->weights = weights;
    linear->bias = runtime_take(runtime, panels * panel, sizeof *linear->bias);
    if (weights == NULL || linear->bias == NULL)
        return false;
    for (size_t output = 0; output < (size_t)layer->outputs; output++) {
        float *to = weights + output / panel * inputs * panel + output % panel;
        for (size_t i = 0; i < inputs; i++)
            to[i * panel] = layer->weights[output * inputs + i];
        if (layer->bias != NULL)
            linear->bias[output] = layer->bias[output];
    }
    return true;
}

// The weights of a part of an output, and where they go.
typedef struct IntegerRow {
    const int8_t *weights;
    size_t inputs, step;     // and how many of them are multiplied together
    size_t first, step_size; // the place of the first step, and numbers of a step
} IntegerRow;

static int32_t store_bytes(const IntegerRow *row, int8_t *to)
{
    int32_t sum = 0;
    for (size_t i = 0, place = row->first; i < row->inputs; place += row->step_size)
        for (size_t j = 0; j < row->step; j++, i++)
            sum += to[place + j] = row->weights[i];
    return sum;
}

static int32_t store_shorts(const IntegerRow *row, int16_t *to)
{
    int32_t sum = 0;
    for (size_t i = 0, place = row->first; i < row->inputs; place += row->step_size)
        for (size_t j = 0; j < row->step; j++, i++)
            // A number, no character.
            // NOLINTNEXTLINE(*signed-char*,cert-str34-c)
            sum += to[place + j] = row->weights[i];
    return sum;
}

// Outputs of a panel. The last panel may be half as wide.
static size_t panel_width(const RuntimeKernel *kernel, const LinearWeights *linear,
                          int output)
{
    int panel = kernel->panel;
    return (size_t)(linear->outputs - output / panel * panel < panel ? panel / 2
                                                                     : panel);
}

// Sums begin with minus what the shift of the inputs adds to them.
static void pack_output(const RuntimeKernel *kernel, const LinearLayer *layer,
                        int output, LinearWeights *linear)
{
    int parts = linear->parts, panel = kernel->panel;
    size_t width = panel_width(kernel, linear, output), step = (size_t)kernel->step;
    size_t part_size = width * (size_t)linear->inputs;
    size_t first =
        (size_t)(output / panel * panel) * (size_t)linear->inputs * (size_t)parts;
    for (int part = 0; part < parts; part++) {
        IntegerRow row = {
            layer->integers + (ptrdiff_t)(output * parts + part) * layer->inputs,
            (size_t)layer->inputs, step,
            first + (size_t)part * part_size + (size_t)(output % panel) * step,
            width * step};
        int32_t sum = kernel->input_size == sizeof(int8_t)
                          ? store_bytes(&row, linear->weights)
                          : store_shorts(&row, linear->weights);
        linear->beginnings[part * linear->outputs + output] =
            -kernel->shift[part > 0] * sum;
    }
}

static bool pack_bytes(Runtime *runtime, const LinearLayer *layer,
                       LinearWeights *linear)
{
    const RuntimeKernel *kernel = runtime->kernel;
    linear->inputs = runtime_stride(layer->inputs);
    linear->outputs = runtime_stride(layer->outputs);
    size_t outputs = (size_t)linear->outputs * (size_t)linear->parts;
    linear->weights =
        runtime_take(runtime, outputs * (size_t)linear->inputs, kernel->input_size);
    linear->beginnings = runtime_take(runtime, outputs, sizeof *linear->beginnings);
    if (linear->weights == NULL || linear->beginnings == NULL)
        return false;
    for (int output = 0; output < layer->outputs; output++)
        pack_output(kernel, layer, output, linear);
    return true;
}

// Sums the weights of the first channel in the part of a window that is on the board:
// at most reach[i] places to the left, right, below and above a point.
static void sum_edges(const LinearLayer *layer, const int reach[4], int stride,
                      const int8_t *weights, int32_t *sums)
{
    for (int row = -reach[2]; row <= reach[3]; row++)
        for (int column = -reach[0]; column <= reach[1]; column++) {
            int place =
                (row + layer->rows / 2) * layer->columns + column + layer->columns / 2;
            const int8_t *from = weights + (ptrdiff_t)place * layer->inputs * stride;
            for (int o = 0; o < layer->outputs; o++)
                sums[o] += from[o];
        }
}

static void fill_edges(const LinearLayer *layer, int stride,
                       const LinearWeights *linear)
{
    int across = layer->columns / 2 + 1, up = layer->rows / 2 + 1;
    int32_t *sums = linear->edges;
    for (int i = 0; i < across * across; i++)
        for (int j = 0; j < up * up; j++, sums += stride) {
            const int reach[] = {i / across, i % across, j / up, j % up};
            sum_edges(layer, reach, stride, linear->weights, sums);
        }
}

static bool pack_bits(Runtime *runtime, const LinearLayer *layer, LinearWeights *linear)
{
    size_t inputs =
        (size_t)layer->inputs * (size_t)layer->columns * (size_t)layer->rows;
    size_t stride = (size_t)runtime_stride(layer->outputs);
    int8_t *weights = runtime_take(runtime, inputs * stride, sizeof *weights);
    linear->weights = weights;
    linear->edges = runtime_take(
        runtime,
        (size_t)(window_edge_count(layer->columns) * window_edge_count(layer->rows)) *
            stride,
        sizeof *linear->edges);
    if (weights == NULL || linear->edges == NULL)
        return false;
    for (size_t output = 0; output < (size_t)layer->outputs; output++)
        for (size_t i = 0; i < inputs; i++)
            weights[i * stride + output] = layer->integers[output * inputs + i];
    fill_edges(layer, (int)stride, linear);
    return true;
}

bool runtime_pack_exact(Runtime *runtime, const LinearLayer *layer, Step *step)
{
    LinearWeights *linear = &step->linear;
    *linear =
        (LinearWeights){.inputs = layer->inputs, .outputs = layer->outputs, .parts = 1};
    if (layer->integers == NULL)
        return pack_floats(runtime, layer, linear);
    linear->scale = runtime_copy_channels(runtime, layer->scale, 0, layer->outputs);
    linear->bias = runtime_copy_channels(runtime, layer->bias, 0, layer->outputs);
    if (linear->scale == NULL || linear->bias == NULL)
        return false;
    if (runtime->arrays[step->input.array].numbers == NUMBERS_BIT)
        return pack_bits(runtime, layer, linear);
    linear->parts = runtime_is_square(layer) ? SQUARE_WEIGHTS : 1;
    return pack_bytes(runtime, layer, linear);
}
