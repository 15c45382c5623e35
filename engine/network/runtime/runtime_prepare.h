// SPDX-License-Identifier: MIT
//
// What happens to the inputs of a layer before they are multiplied: norm, activation,
// gate, and rounding; for runtime_kernel_tmpl.c only.
#ifndef RUNTIME_PREPARE_H
#define RUNTIME_PREPARE_H

#include <math.h>

#include "runtime_tile.h"

INLINED float sum_of_squares(const float *from, size_t count)
{
    Floats sum = {0};
    for (size_t i = 0; i < count; i += WIDTH) {
        Floats x = load_floats(from + i);
        sum = multiply_add(x, x, sum);
    }
    return sum_of_floats(sum);
}

// What a root-mean-square norm multiplies with; `rows` rows have a mean of their own.
static float norm_factor(const InputStage *stage, const float *from, int rows)
{
    // Rows are summed one by one, so that a sum of many numbers stays exact.
    double sum = 0;
    for (int i = 0; i < rows; i++)
        sum += (double)sum_of_squares(from + (size_t)i * (size_t)stage->stride,
                                      (size_t)stage->stride);
    double mean = sum / ((double)rows * stage->channels);
    return (float)(1 / sqrt(mean + (double)stage->epsilon));
}

// A row of a stage; `factor` is that of a root-mean-square norm.
typedef struct StageRow {
    const float *from, *gate;
    float factor;
} StageRow;

// Computes a row, and returns the largest absolute value.
INLINED float activate_row(const InputStage *stage, const StageRow *row, float *to,
                           Activation activation)
{
    Floats peak = {0}, factor = floats_all(row->factor);
    for (int i = 0; i < stage->stride; i += WIDTH) {
        Floats x = load_floats(row->from + i);
        if (stage->norm != NORM_NONE)
            x = multiply_add(x * factor, load_floats(stage->scale + i),
                             load_floats(stage->bias + i));
        x = activate_floats(x, activation);
        if (row->gate != NULL)
            x = x * load_floats(row->gate + i);
        peak = floats_max(peak, floats_abs(x));
        store_floats(x, to + i);
    }
    return peak_of_floats(peak);
}

// A loop for each activation.
static float stage_row(const InputStage *stage, const StageRow *row, float *to)
{
    switch (stage->activation) {
    case ACTIVATION_RELU:
        return activate_row(stage, row, to, ACTIVATION_RELU);
    case ACTIVATION_LEAKY_RELU:
        return activate_row(stage, row, to, ACTIVATION_LEAKY_RELU);
    case ACTIVATION_MISH:
        return activate_row(stage, row, to, ACTIVATION_MISH);
    case ACTIVATION_SILU:
        return activate_row(stage, row, to, ACTIVATION_SILU);
    case ACTIVATION_IDENTITY:
        break;
    }
    return activate_row(stage, row, to, ACTIVATION_IDENTITY);
}

static StageRow find_row(const InputStage *stage, int row, float board_factor)
{
    size_t place = (size_t)row * (size_t)stage->stride;
    StageRow found = {stage->from + place, NULL, board_factor};
    if (stage->gate != NULL)
        found.gate = stage->gate + place;
    if (stage->norm == NORM_RMS)
        found.factor = norm_factor(stage, found.from, 1);
    return found;
}

// The factor of all points of a board, for norms that have it.
static float board_factor(const InputStage *stage, int board)
{
    if (stage->norm != NORM_RMS_BOARD)
        return 1;
    size_t place = (size_t)(board * stage->points) * (size_t)stage->stride;
    return norm_factor(stage, stage->from + place, stage->points);
}

static void prepare_floats(const InputStage *stage, const int *cells, float *to,
                           float *peaks)
{
    int row = 0;
    for (int board = 0; board < stage->boards; board++) {
        float factor = board_factor(stage, board);
        for (int i = 0; i < stage->points; i++, row++) {
            StageRow from = find_row(stage, row, factor);
            int cell = cells == NULL ? row : cells[row];
            float peak =
                stage_row(stage, &from, to + (size_t)cell * (size_t)stage->stride);
            if (peaks != NULL)
                peaks[cell] = peak;
        }
    }
}

static bool is_plain(const InputStage *stage)
{
    return stage->norm == NORM_NONE && stage->gate == NULL &&
           stage->activation == ACTIVATION_IDENTITY;
}

INLINED float peak_of_numbers(const float *from, int count)
{
    Floats peak = {0};
    for (int i = 0; i < count; i += WIDTH)
        peak = floats_max(peak, floats_abs(load_floats(from + i)));
    return peak_of_floats(peak);
}

// Numbers are at first stored as floats where integers will be. They reach into the
// next rows, which come later; behind the last row there is room.
static float prepare_row_of_product(const InputStage *stage, const StageRow *row,
                                    Input *to)
{
    float *numbers = (float *)(void *)to;
    if (!IS_INTEGER) {
        stage_row(stage, row, numbers);
        return 1;
    }
    const float *from = is_plain(stage) ? row->from : numbers;
    float peak = is_plain(stage) ? peak_of_numbers(from, stage->stride)
                                 : stage_row(stage, row, numbers);
    float factor = input_factor(peak, INPUT_TOP);
    round_numbers(from, factor, stage->stride, to);
    return 1 / factor;
}

static void prepare_rows(const InputStage *stage, const Prepared *to)
{
    int row = 0;
    Input *inputs = to->inputs;
    for (int board = 0; board < stage->boards; board++) {
        float factor = board_factor(stage, board);
        for (int i = 0; i < stage->points; i++, row++, inputs += stage->stride) {
            StageRow from = find_row(stage, row, factor);
            to->scales[row] = prepare_row_of_product(stage, &from, inputs);
        }
    }
}

#ifdef BYTE_KERNEL
typedef int8_t Bytes __attribute__((vector_size(WIDTH)));

// Rounds a group of numbers to bytes; returns its scale. The numbers may lie where the
// bytes go, or behind.
INLINED float round_group(const float *from, uint8_t *to)
{
    Floats numbers[BYTE_GROUP / WIDTH], peaks = {0};
    for (int i = 0; i < BYTE_GROUP / WIDTH; i++) {
        numbers[i] = load_floats(from + (ptrdiff_t)i * WIDTH);
        peaks = floats_max(peaks, floats_abs(numbers[i]));
    }
    float factor = input_factor(peak_of_floats(peaks), BYTE_PEAK);
    for (int i = 0; i < BYTE_GROUP / WIDTH; i++) {
        Ints ints = round_floats(numbers[i] * floats_all(factor)) + BYTE_SHIFT;
        Bytes bytes = __builtin_convertvector(ints, Bytes);
        memcpy(to + (ptrdiff_t)i * WIDTH, &bytes, sizeof bytes);
    }
    return 1 / factor;
}

// Numbers are stored as floats at first, as those of prepare_row_of_product.
static void prepare_bytes(const InputStage *stage, const Prepared *to)
{
    int row = 0;
    uint8_t *inputs = to->inputs;
    float *scale = to->scales;
    for (int board = 0; board < stage->boards; board++) {
        float factor = board_factor(stage, board);
        for (int i = 0; i < stage->points; i++, row++, inputs += stage->stride) {
            StageRow from = find_row(stage, row, factor);
            const float *numbers = from.from;
            if (!is_plain(stage)) {
                stage_row(stage, &from, (float *)(void *)inputs);
                numbers = (const float *)(const void *)inputs;
            }
            for (int j = 0; j < stage->stride; j += BYTE_GROUP)
                *scale++ = round_group(numbers + j, inputs + j);
        }
    }
}
#endif

static void prepare_cells(const Grid *grid, const Prepared *to, int rows)
{
    float peak = 0;
    for (int i = 0; i < grid->count; i++)
        peak = grid->peaks[i] > peak ? grid->peaks[i] : peak;
    float factor = input_factor(peak, INPUT_TOP);
    for (int i = 0; i < grid->count; i++) {
        size_t place = (size_t)i * (size_t)grid->stride;
        round_numbers(grid->cells + place, factor, grid->stride,
                      (Input *)to->inputs + place);
    }
    for (int i = 0; i < rows; i++)
        to->scales[i] = 1 / factor;
}

#endif
