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

INLINED Floats stage_numbers(const InputStage *stage, const StageRow *row, int channel)
{
    Floats x = load_floats(row->from + channel);
    if (stage->norm != NORM_NONE)
        x = multiply_add(x * floats_all(row->factor),
                         load_floats(stage->scale + channel),
                         load_floats(stage->bias + channel));
    x = activate_floats(x, stage->activation);
    if (row->gate != NULL)
        x = x * load_floats(row->gate + channel);
    return x;
}

// Computes a row, and returns the largest absolute value.
INLINED float stage_row(const InputStage *stage, const StageRow *row, float *to)
{
    Floats peak = {0};
    for (int i = 0; i < stage->stride; i += WIDTH) {
        Floats x = stage_numbers(stage, row, i);
        peak = floats_max(peak, floats_abs(x));
        store_floats(x, to + i);
    }
    return peak_of_floats(peak);
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

INLINED void round_row(const float *from, float factor, int count, Input *to)
{
    for (int i = 0; i < count; i += WIDTH)
        store_inputs(load_floats(from + i), floats_all(factor), to + i);
}

// Numbers are at first stored as floats where integers will be. They reach into the
// next row, which comes later; behind the last row there is room for one more.
static void prepare_rows(const InputStage *stage, void *to, float *scales)
{
    int row = 0;
    Input *inputs = to;
    for (int board = 0; board < stage->boards; board++) {
        float factor = board_factor(stage, board);
        for (int i = 0; i < stage->points; i++, row++, inputs += stage->stride) {
            StageRow from = find_row(stage, row, factor);
            float *numbers = (float *)(void *)inputs;
            float peak = stage_row(stage, &from, numbers);
            float rounding = input_factor(peak, INPUT_TOP);
            scales[row] = 1 / rounding;
            if (IS_INTEGER)
                round_row(numbers, rounding, stage->stride, inputs);
        }
    }
}

static void prepare_cells(const float *from, const float *peaks, int cells, int stride,
                          void *to, float *scales, int rows)
{
    float peak = 0;
    for (int i = 0; i < cells; i++)
        peak = peaks[i] > peak ? peaks[i] : peak;
    float factor = input_factor(peak, INPUT_TOP);
    for (int i = 0; i < cells; i++) {
        size_t place = (size_t)i * (size_t)stride;
        round_row(from + place, factor, stride, (Input *)to + place);
    }
    for (int i = 0; i < rows; i++)
        scales[i] = 1 / factor;
}

#endif
