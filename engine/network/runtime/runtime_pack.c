// SPDX-License-Identifier: MIT
#include "runtime_internal.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "aligned.h"

static int round_up(int number, int unit)
{
    return (number + unit - 1) / unit * unit;
}

// How the numbers of a layer are packed, see RuntimeKernel.
typedef struct Packing {
    Precision precision; // of the weights; PRECISION_INT8 for bytes
    int step, chunk, block_inputs;
    size_t size; // of a weight, in bytes
    double input_top, weight_top;
} Packing;

static Packing packing_of(const RuntimeKernel *kernel, bool is_bytes)
{
    if (is_bytes)
        return (Packing){
            PRECISION_INT8, BYTE_STEP,  BYTE_STEP, 2 * kernel->block_inputs,
            sizeof(int8_t), BYTE_RANGE, BYTE_PEAK};
    // Products of a kernel of bytes that are none have 16 bits.
    Precision precision =
        kernel->precision == PRECISION_INT8 ? PRECISION_INT16 : kernel->precision;
    return (Packing){
        precision,          kernel->step,      kernel->chunk,     kernel->block_inputs,
        kernel->input_size, kernel->input_top, kernel->weight_top};
}

bool runtime_is_square(const LinearLayer *layer)
{
    return layer->columns == 3 && layer->rows == 3 && layer->dilation_columns == 1 &&
           layer->dilation_rows == 1;
}

// Cuts the window into segments: each cell, or some of its inputs if there are many.
static void find_segments(const Packing *packing, const LinearLayer *layer,
                          LinearWeights *linear)
{
    int unit = packing->chunk, most = packing->block_inputs;
    int inputs = round_up(layer->inputs, unit);
    int chunks = (inputs + most - 1) / most;
    if (linear->parts > 1)
        chunks = 1;
    int chunk = round_up((inputs + chunks - 1) / chunks, unit);
    int cells = linear->parts > 1 ? 1 : layer->columns * layer->rows, in_block = 0;
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
                .steps = size / packing->step,
            };
        }
    linear->blocks[linear->block_count] = linear->segment_count;
}

// A row of three weights for the parts of a square: the value of their polynomial at
// the points of runtime_squares.h, and what the parts need to become products. Source:
// Lavin, Gray 2016.
static void split_weights(int edge, double split[SQUARE_CELLS_MAX][3])
{
    static const double SMALL[] = {0, 2.0 / 3, -2.0 / 3, 1.5, -1.5};
    static const double LARGE[] = {0.3, -0.3, 0.85, -0.85, 1.8, -1.8};
    const double *points = edge == SQUARE_SMALL ? SMALL : LARGE;
    int count = edge + 1;
    for (int i = 0; i < count; i++) {
        double product = 1;
        for (int j = 0; j < count; j++)
            product *= j == i ? 1 : points[i] - points[j];
        split[i][0] = 1 / product;
        split[i][1] = points[i] / product;
        split[i][2] = points[i] * points[i] / product;
    }
    split[count][0] = split[count][1] = 0;
    split[count][2] = 1;
}

// The weights of an output for the parts of a square, [part][length].
static void fill_square_row(const LinearLayer *layer, int edge, const float *weights,
                            int length, double *row)
{
    double split[SQUARE_CELLS_MAX][3];
    int cells = edge + 2;
    split_weights(edge, split);
    for (int part = 0; part < square_parts(edge); part++)
        for (int i = 0; i < layer->inputs; i++) {
            double sum = 0;
            for (int cell = 0; cell < 9; cell++)
                sum += split[part / cells][cell / 3] * split[part % cells][cell % 3] *
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
static double weight_factor(const Packing *packing, const LinearWeights *linear,
                            const double *row)
{
    double peak = 0, factor = INFINITY;
    for (int block = 0; block < linear->block_count; block++) {
        double sum = 0;
        int count = 0;
        for (int i = linear->blocks[block]; i < linear->blocks[block + 1]; i++)
            for (int j = 0; j < linear->segments[i].steps * packing->step; j++) {
                double weight = fabs(*row++);
                peak = fmax(peak, weight);
                sum += weight;
                count++;
            }
        // Rounding adds up to one half to each weight.
        double limit = (double)INT32_MAX / packing->input_top - 0.5 * count - 1;
        if (sum > 0)
            factor = fmin(factor, limit / sum);
    }
    return peak > 0 ? fmin(factor, packing->weight_top / peak) : 1;
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

// Returns the sum of the integers.
static int32_t store_row(const Packing *packing, const PackedRow *row, void *to)
{
    size_t step = (size_t)packing->step;
    int32_t sum = 0;
    for (size_t i = 0; i < (size_t)row->length; i++) {
        size_t place = row->first + i / step * row->panel * step + i % step;
        if (packing->precision == PRECISION_FLOAT) {
            ((float *)to)[place] = (float)row->weights[i];
            continue;
        }
        if (packing->precision == PRECISION_BF16) {
            ((uint16_t *)to)[place] = bfloat_of((float)row->weights[i]);
            continue;
        }
        int32_t weight = (int32_t)lround(row->weights[i] * row->factor);
        if (packing->precision == PRECISION_INT8)
            ((int8_t *)to)[place] = (int8_t)weight;
        else
            ((int16_t *)to)[place] = (int16_t)weight;
        sum += weight;
    }
    return sum;
}

static int row_length(const LinearWeights *linear, int step)
{
    int length = 0;
    for (int i = 0; i < linear->segment_count; i++)
        length += linear->segments[i].steps * step;
    return length;
}

// What packs the outputs of a layer one by one.
typedef struct Packer {
    const RuntimeKernel *kernel;
    const LinearLayer *layer;
    Packing packing;
    LinearWeights *linear;
    const Step *step;
    int edge;    // of squares
    double *row; // the weights of an output
} Packer;

// Balances the weights of an output with its inputs.
static void balance_row(const Packer *packer)
{
    for (int i = 0; i < packer->layer->inputs; i++)
        packer->row[i] /= (double)packer->step->balance[i];
}

// What rounding takes from the sum in the mean; weights become integers by the factor.
static double mean_error(const Packer *packer, double factor)
{
    double sum = 0;
    for (int i = 0; i < packer->layer->inputs; i++) {
        double weight = packer->row[i], mean = (double)packer->step->means[i];
        sum += (weight - (double)lround(weight * factor) / factor) * mean *
               (double)packer->step->balance[i];
    }
    return sum;
}

static void pack_output(const Packer *packer, int output)
{
    const RuntimeKernel *kernel = packer->kernel;
    const LinearLayer *layer = packer->layer;
    const Packing *packing = &packer->packing;
    LinearWeights *linear = packer->linear;
    double *row = packer->row;
    size_t count = (size_t)layer->columns * (size_t)layer->rows * (size_t)layer->inputs;
    const float *weights = layer->weights + (size_t)output * count;
    int length = row_length(linear, packing->step);
    if (linear->parts > 1)
        fill_square_row(layer, packer->edge, weights, length, row);
    else
        fill_window_row(layer, linear, weights, packing->step, row);
    if (linear->is_bytes)
        balance_row(packer);
    int panel = output / kernel->panel, place = output % kernel->panel;
    bool is_narrow = linear->ends_narrow && panel == linear->panels - 1;
    size_t width = (size_t)(is_narrow ? kernel->narrow_panel : kernel->panel);
    size_t first =
        (size_t)panel * (size_t)linear->parts * (size_t)length * (size_t)kernel->panel +
        (size_t)place * (size_t)packing->step;
    if (layer->bias != NULL)
        linear->bias[output] = layer->bias[output];
    for (int part = 0; part < linear->parts; part++, row += length) {
        PackedRow packed = {row, length, weight_factor(packing, linear, row),
                            first + (size_t)part * (size_t)length * width, width};
        int32_t sum = store_row(packing, &packed, linear->weights);
        linear->scale[part * linear->panels * kernel->panel + output] =
            (float)(1 / packed.factor);
        if (linear->is_bytes) {
            linear->totals[output] = (float)(sum / packed.factor);
            linear->bias[output] += (float)mean_error(packer, packed.factor);
        }
    }
}

// Takes what has a size before the segments are known.
static bool take_memory(Runtime *runtime, const Packer *packer)
{
    const LinearLayer *layer = packer->layer;
    LinearWeights *linear = packer->linear;
    size_t outputs = (size_t)linear->panels * (size_t)packer->kernel->panel;
    size_t parts = (size_t)linear->parts;
    size_t segments = (size_t)layer->columns * (size_t)layer->rows *
                      (size_t)(layer->inputs / packer->packing.block_inputs + 2);
    linear->segments = runtime_take(runtime, segments, sizeof *linear->segments);
    linear->blocks = runtime_take(runtime, segments + 1, sizeof *linear->blocks);
    linear->scale = runtime_take(runtime, parts * outputs, sizeof *linear->scale);
    linear->bias = runtime_take(runtime, outputs, sizeof *linear->bias);
    if (linear->is_bytes)
        linear->totals = runtime_take(runtime, outputs, sizeof *linear->totals);
    return linear->segments != NULL && linear->blocks != NULL &&
           linear->scale != NULL && linear->bias != NULL &&
           (!linear->is_bytes || linear->totals != NULL);
}

bool runtime_pack_linear(Runtime *runtime, const LinearLayer *layer, Step *step)
{
    const RuntimeKernel *kernel = runtime->kernel;
    LinearWeights *linear = &step->linear;
    bool is_bytes = step->preparation == PREPARED_BYTES;
    bool has_squares = step->preparation == PREPARED_SQUARES;
    Packer packer = {kernel,          layer, packing_of(kernel, is_bytes), linear, step,
                     runtime->square, NULL};
    int stride = runtime_stride(layer->outputs);
    *linear = (LinearWeights){.inputs = layer->inputs,
                              .outputs = layer->outputs,
                              .panels = round_up(stride, kernel->panel) / kernel->panel,
                              .parts = has_squares ? square_parts(runtime->square) : 1,
                              .is_bytes = is_bytes};
    int outputs = linear->panels * kernel->panel;
    linear->ends_narrow = stride <= outputs - kernel->panel + kernel->narrow_panel;
    if (!take_memory(runtime, &packer))
        return false;
    find_segments(&packer.packing, layer, linear);
    size_t length = (size_t)row_length(linear, packer.packing.step);
    length *= (size_t)linear->parts;
    if (linear->ends_narrow)
        outputs -= kernel->panel - kernel->narrow_panel;
    linear->weights =
        runtime_take(runtime, (size_t)outputs * length, packer.packing.size);
    packer.row = runtime_allocate(length, sizeof *packer.row);
    bool is_ready = linear->weights != NULL && packer.row != NULL;
    for (int output = 0; is_ready && output < layer->outputs; output++)
        pack_output(&packer, output);
    aligned_delete(packer.row);
    return is_ready;
}

bool runtime_pack_sparse(Runtime *runtime, const LinearLayer *layer, Step *step)
{
    // Floats of which each cell is a segment.
    const Packing packing = {.step = 1, .chunk = 1, .block_inputs = INT_MAX / 2};
    LinearWeights *linear = &step->linear;
    size_t stride = (size_t)runtime_stride(layer->outputs);
    size_t cells = (size_t)layer->columns * (size_t)layer->rows;
    size_t inputs = cells * (size_t)layer->inputs;
    float *weights = runtime_take(runtime, inputs * stride, sizeof *weights);
    *linear = (LinearWeights){
        .inputs = layer->inputs,
        .outputs = layer->outputs,
        .parts = 1,
        .segments = runtime_take(runtime, cells, sizeof *linear->segments),
        .blocks = runtime_take(runtime, 2, sizeof *linear->blocks),
        .weights = weights,
        .bias = runtime_copy_channels(runtime, layer->bias, 0, layer->outputs)};
    if (weights == NULL || linear->bias == NULL || linear->segments == NULL ||
        linear->blocks == NULL)
        return false;
    find_segments(&packing, layer, linear);
    for (size_t output = 0; output < (size_t)layer->outputs; output++)
        for (size_t i = 0; i < inputs; i++)
            weights[i * stride + output] = layer->weights[output * inputs + i];
    return true;
}

void runtime_drop_linear(Runtime *runtime, const LinearWeights *linear)
{
    runtime_drop(runtime, linear->segments);
    runtime_drop(runtime, linear->blocks);
    runtime_drop(runtime, linear->weights);
    runtime_drop(runtime, linear->scale);
    runtime_drop(runtime, linear->bias);
    runtime_drop(runtime, linear->totals);
}
