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

// Numbers of a row after norm, activation and gate.
INLINED Floats activate_numbers(const InputStage *stage, const StageRow *row, int first,
                                Activation activation)
{
    Floats x = load_floats(row->from + first);
    if (stage->norm != NORM_NONE)
        x = multiply_add(x * floats_all(row->factor), load_floats(stage->scale + first),
                         load_floats(stage->bias + first));
    x = activate_floats(x, activation);
    return row->gate != NULL ? x * load_floats(row->gate + first) : x;
}

// Computes a row, and returns the largest absolute value.
INLINED float activate_row(const InputStage *stage, const StageRow *row, float *to,
                           Activation activation)
{
    Floats peak = {0};
    for (int i = 0; i < stage->stride; i += WIDTH) {
        Floats x = activate_numbers(stage, row, i, activation);
        peak = floats_max(peak, floats_abs(x));
        store_floats(x, to + i);
    }
    return peak_of_floats(peak);
}

static float stage_row(const InputStage *stage, const StageRow *row, float *to)
{
    float peak = 0;
#define ACTIVATE(activation) peak = activate_row(stage, row, to, activation)
    EACH_ACTIVATION(stage->activation, ACTIVATE)
#undef ACTIVATE
    return peak;
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

#if IS_MATRIX_KERNEL
// Computes a row of inputs. There are zeros from the last number to the stride.
INLINED void round_activated_row(const InputStage *stage, const StageRow *row,
                                 const Prepared *to, Input *inputs,
                                 Activation activation)
{
    int i = 0;
    for (; i < stage->stride; i += WIDTH)
        store_inputs(activate_numbers(stage, row, i, activation), floats_all(1),
                     inputs + i);
    for (; i < to->stride; i += WIDTH)
        store_inputs((Floats){0}, floats_all(1), inputs + i);
}

static void prepare_row(const InputStage *stage, const StageRow *row,
                        const Prepared *to, int number)
{
    int cell = to->cells == NULL ? number : to->cells[number];
    Input *inputs = (Input *)to->inputs + (size_t)cell * (size_t)to->stride;
#define ACTIVATE(activation) round_activated_row(stage, row, to, inputs, activation)
    EACH_ACTIVATION(stage->activation, ACTIVATE)
#undef ACTIVATE
}
#else
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
static void prepare_row(const InputStage *stage, const StageRow *row,
                        const Prepared *to, int number)
{
    Input *inputs = (Input *)to->inputs + (size_t)number * (size_t)stage->stride;
    float *numbers = (float *)(void *)inputs;
    if (!IS_INTEGER) {
        stage_row(stage, row, numbers);
        to->scales[number] = 1;
        return;
    }
    const float *from = is_plain(stage) ? row->from : numbers;
    float peak = is_plain(stage) ? peak_of_numbers(from, stage->stride)
                                 : stage_row(stage, row, numbers);
    float factor = input_factor(peak, INPUT_TOP);
    round_numbers(from, factor, stage->stride, inputs);
    to->scales[number] = 1 / factor;
}
#endif

static void prepare_rows(const InputStage *stage, const Prepared *to)
{
    int row = 0;
    for (int board = 0; board < stage->boards; board++) {
        float factor = board_factor(stage, board);
        for (int i = 0; i < stage->points; i++, row++) {
            StageRow from = find_row(stage, row, factor);
            prepare_row(stage, &from, to, row);
        }
    }
}

#ifdef BYTE_KERNEL
// The least and the greatest number of a row.
typedef struct Range {
    float least, greatest;
} Range;

// Computes a row, balanced, and returns its range.
INLINED Range balance_row(const InputStage *stage, const StageRow *row, float *to,
                          Activation activation)
{
    Floats least = floats_all(INFINITY), greatest = -least;
    for (int i = 0; i < stage->stride; i += WIDTH) {
        Floats x = activate_numbers(stage, row, i, activation) *
                   load_floats(stage->balance + i);
        least = floats_min(least, x);
        greatest = floats_max(greatest, x);
        store_floats(x, to + i);
    }
    return (Range){-peak_of_floats(-least), peak_of_floats(greatest)};
}

// The part of a byte that is added to the numbers of a point before they are rounded.
// Many points of a board are alike, as the empty ones are. If all of them were rounded
// in the same way, their errors would add up in means and in attention.
static float phase_of(int point)
{
    enum { PHASES = 8, PHASE_STEP = 3 };
    return (float)(point * PHASE_STEP % PHASES) / PHASES;
}

// Rounds a row to bytes: its least number becomes BYTE_LEAST, its greatest one is
// BYTE_RANGE more, the phase included. Many rows reach much further to one side of 0
// than to the other. Numbers are stored as floats at first, as those of prepare_row.
static void prepare_row_of_bytes(const InputStage *stage, const StageRow *row,
                                 const Prepared *to, int number, int point)
{
    uint8_t *inputs = (uint8_t *)to->inputs + (size_t)number * (size_t)stage->stride;
    float *numbers = (float *)(void *)inputs;
    Range range = {0, 0};
#define BALANCE(activation) range = balance_row(stage, row, numbers, activation)
    EACH_ACTIVATION(stage->activation, BALANCE)
#undef BALANCE
    float factor = input_factor(range.greatest - range.least, BYTE_RANGE - 1);
    // A row without a range has no unit that a phase could be a part of.
    float phase = fminf(phase_of(point) / factor, range.greatest - range.least);
    float least = range.least - phase;
    for (int i = 0; i < stage->stride; i += WIDTH)
        store_bytes(load_floats(numbers + i) - floats_all(least), factor, BYTE_LEAST,
                    inputs + i);
    to->scales[number] = 1 / factor;
    to->offsets[number] = least - BYTE_LEAST / factor;
}

static void prepare_bytes(const InputStage *stage, const Prepared *to)
{
    int row = 0;
    for (int board = 0; board < stage->boards; board++) {
        float factor = board_factor(stage, board);
        for (int i = 0; i < stage->points; i++, row++) {
            StageRow from = find_row(stage, row, factor);
            prepare_row_of_bytes(stage, &from, to, row, i);
        }
    }
}
#endif

#if !IS_MATRIX_KERNEL
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

#endif
