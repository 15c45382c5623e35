// SPDX-License-Identifier: MIT
#include "runtime_internal.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "aligned.h"

static int round_up(int number, int unit)
{
    return (number + unit - 1) / unit * unit;
}

bool runtime_is_square(const LinearLayer *layer)
{
    return layer->columns == 3 && layer->rows == 3 && layer->dilation_columns == 1 &&
           layer->dilation_rows == 1;
}

// Cuts the window into segments: each cell, or some of its inputs if there are many.
static void find_segments(const RuntimeKernel *kernel, const LinearLayer *layer,
                          LinearWeights *linear)
{
    int unit = kernel->chunk, most = kernel->block_inputs;
    int inputs = round_up(layer->inputs, unit);
    int chunks = (inputs + most - 1) / most;
    if (linear->is_square)
        chunks = 1;
    int chunk = round_up((inputs + chunks - 1) / chunks, unit);
    int cells = linear->is_square ? 1 : layer->columns * layer->rows, in_block = 0;
    for (int cell = 0; cell < cells; cell++)
        for (int i = 0; i < inputs; i += chunk) {
            int size = inputs - i < chunk ? inputs - i : chunk;
            if (in_block == 0 || in_block + size > most) {
                linear->blocks[linear->block_count++] = linear->segment_count;
                in_block = 0;
            }
            in_block += size;
            linear->segments[linear->segment_count++] = (Segment){
                .column = (cell % layer->columns - layer->columns / 2) *
                          layer->dilation_columns,
                .row = (cell / layer->columns - layer->rows / 2) * layer->dilation_rows,
                .input = i,
                .steps = size / kernel->step,
            };
        }
    linear->blocks[linear->block_count] = linear->segment_count;
}

// A row of three weights for the parts of a square: the value of their polynomial at
// the points of runtime_squares.h, and what the parts need to become products. Source:
// Lavin, Gray 2016.
static void split_weights(double split[SQUARE_CELLS][3])
{
    static const double POINTS[SQUARE_CELLS - 1] = {0, 2.0 / 3, -2.0 / 3, 1.5, -1.5};
    for (int i = 0; i < SQUARE_CELLS - 1; i++) {
        double product = 1;
        for (int j = 0; j < SQUARE_CELLS - 1; j++)
            product *= j == i ? 1 : POINTS[i] - POINTS[j];
        split[i][0] = 1 / product;
        split[i][1] = POINTS[i] / product;
        split[i][2] = POINTS[i] * POINTS[i] / product;
    }
    split[SQUARE_CELLS - 1][0] = split[SQUARE_CELLS - 1][1] = 0;
    split[SQUARE_CELLS - 1][2] = 1;
}

// The weights of an output for the parts of a square, [part][length].
static void fill_square_row(const LinearLayer *layer, const float *weights, int length,
                            double *row)
{
    double split[SQUARE_CELLS][3];
    split_weights(split);
    for (int part = 0; part < SQUARE_PARTS; part++)
        for (int i = 0; i < layer->inputs; i++) {
            double sum = 0;
            for (int cell = 0; cell < 9; cell++)
                sum += split[part / SQUARE_CELLS][cell / 3] *
                       split[part % SQUARE_CELLS][cell % 3] *
                       (double)weights[cell * layer->inputs + i];
            row[part * length + i] = sum;
        }
}

static void fill_window_row(const LinearLayer *layer, const LinearWeights *linear,
                            const float *weights, int step, double *row)
{
    for (int i = 0; i < linear->segment_count; i++) {
        const Segment *segment = &linear->segments[i];
        int column = segment->column / layer->dilation_columns + layer->columns / 2;
        int line = segment->row / layer->dilation_rows + layer->rows / 2;
        const float *from = weights + (line * layer->columns + column) * layer->inputs;
        for (int j = segment->input; j < segment->input + segment->steps * step; j++)
            *row++ = j < layer->inputs ? (double)from[j] : 0;
    }
}

// The factor from weights to integers: the largest for which no sum overflows.
static double weight_factor(const RuntimeKernel *kernel, const LinearWeights *linear,
                            const double *row)
{
    double peak = 0, factor = INFINITY;
    for (int block = 0; block < linear->block_count; block++) {
        double sum = 0;
        int count = 0;
        for (int i = linear->blocks[block]; i < linear->blocks[block + 1]; i++)
            for (int j = 0; j < linear->segments[i].steps * kernel->step; j++) {
                double weight = fabs(*row++);
                peak = fmax(peak, weight);
                sum += weight;
                count++;
            }
        // Rounding adds up to one half to each weight.
        double limit = (double)INT32_MAX / kernel->input_top - 0.5 * count - 1;
        if (sum > 0)
            factor = fmin(factor, limit / sum);
    }
    return peak > 0 ? fmin(factor, kernel->weight_top / peak) : 1;
}

// The nearest bfloat16, ties to even: the first half of a float. Pre: it is finite.
static uint16_t bfloat_of(float number)
{
    enum { BITS = 16 };
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return (uint16_t)((bits + 0x7fff + (bits >> BITS & 1)) >> BITS);
}

// The weights of an output for one part, and where they go: the place of the first one,
// and the outputs of its panel.
typedef struct PackedRow {
    const double *weights;
    int length;
    double factor;
    size_t first, panel;
} PackedRow;

static void store_row(const RuntimeKernel *kernel, const PackedRow *row, void *to)
{
    size_t step = (size_t)kernel->step;
    for (size_t i = 0; i < (size_t)row->length; i++) {
        size_t place = row->first + i / step * row->panel * step + i % step;
        if (kernel->precision == PRECISION_FLOAT)
            ((float *)to)[place] = (float)row->weights[i];
        else if (kernel->precision == PRECISION_BF16)
            ((uint16_t *)to)[place] = bfloat_of((float)row->weights[i]);
        else
            ((int16_t *)to)[place] = (int16_t)lround(row->weights[i] * row->factor);
    }
}

static int row_length(const LinearWeights *linear, int step)
{
    int length = 0;
    for (int i = 0; i < linear->segment_count; i++)
        length += linear->segments[i].steps * step;
    return length;
}

// `row` is memory for the weights of an output.
static void pack_output(const RuntimeKernel *kernel, const LinearLayer *layer,
                        int output, double *row, LinearWeights *linear)
{
    size_t count = (size_t)layer->columns * (size_t)layer->rows * (size_t)layer->inputs;
    const float *weights = layer->weights + (size_t)output * count;
    int parts = linear->is_square ? SQUARE_PARTS : 1;
    int length = row_length(linear, kernel->step);
    if (linear->is_square)
        fill_square_row(layer, weights, length, row);
    else
        fill_window_row(layer, linear, weights, kernel->step, row);
    int panel = output / kernel->panel, place = output % kernel->panel;
    bool is_narrow = linear->ends_narrow && panel == linear->panels - 1;
    size_t width = (size_t)(is_narrow ? kernel->narrow_panel : kernel->panel);
    size_t first =
        (size_t)panel * (size_t)parts * (size_t)length * (size_t)kernel->panel +
        (size_t)place * (size_t)kernel->step;
    for (int part = 0; part < parts; part++, row += length) {
        PackedRow packed = {row, length, weight_factor(kernel, linear, row),
                            first + (size_t)part * (size_t)length * width, width};
        store_row(kernel, &packed, linear->weights);
        linear->scale[part * linear->panels * kernel->panel + output] =
            (float)(1 / packed.factor);
    }
    if (layer->bias != NULL)
        linear->bias[output] = layer->bias[output];
}

bool runtime_pack_linear(Runtime *runtime, const LinearLayer *layer, Step *step)
{
    const RuntimeKernel *kernel = runtime->kernel;
    LinearWeights *linear = &step->linear;
    *linear = (LinearWeights){.inputs = layer->inputs,
                              .outputs = layer->outputs,
                              .is_square = kernel->prepare_squares != NULL &&
                                           runtime_is_square(layer)};
    int stride = runtime_stride(layer->outputs);
    linear->panels = round_up(stride, kernel->panel) / kernel->panel;
    size_t outputs = (size_t)linear->panels * (size_t)kernel->panel;
    linear->ends_narrow = stride <= (int)outputs - kernel->panel + kernel->narrow_panel;
    size_t parts = linear->is_square ? SQUARE_PARTS : 1;
    size_t segments = (size_t)layer->columns * (size_t)layer->rows *
                      (size_t)(layer->inputs / kernel->block_inputs + 2);
    linear->segments = runtime_take(runtime, segments, sizeof *linear->segments);
    linear->blocks = runtime_take(runtime, segments + 1, sizeof *linear->blocks);
    linear->scale = runtime_take(runtime, parts * outputs, sizeof *linear->scale);
    linear->bias = runtime_take(runtime, outputs, sizeof *linear->bias);
    if (linear->segments == NULL || linear->blocks == NULL || linear->scale == NULL ||
        linear->bias == NULL)
        return false;
    find_segments(kernel, layer, linear);
    int length = row_length(linear, kernel->step);
    size_t packed = outputs;
    if (linear->ends_narrow)
        packed -= (size_t)(kernel->panel - kernel->narrow_panel);
    linear->weights =
        runtime_take(runtime, parts * packed * (size_t)length, kernel->input_size);
    double *row = runtime_allocate(parts * (size_t)length, sizeof *row);
    bool is_ready = linear->weights != NULL && row != NULL;
    for (int output = 0; is_ready && output < layer->outputs; output++)
        pack_output(kernel, layer, output, row, linear);
    aligned_delete(row);
    return is_ready;
}
