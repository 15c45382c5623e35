// SPDX-License-Identifier: MIT
#include <math.h>
#include <string.h>

#include "runtime_internal.h"

static InputStage stage_of(RuntimeMemory *memory, const Step *step)
{
    const LayerInput *input = &step->input;
    return (InputStage){
        .from = runtime_array(memory, input->array),
        .gate = input->gate == NO_ARRAY ? NULL : runtime_array(memory, input->gate),
        .channels = memory->runtime->arrays[input->array].channels,
        .stride = runtime_array_stride(memory->runtime, input->array),
        .points = runtime_places(memory, input->array),
        .boards = memory->boards,
        .norm = input->norm,
        .epsilon = input->epsilon,
        .scale = input->scale,
        .bias = input->bias,
        .activation = input->activation,
    };
}

// The inputs of a layer that is no product.
static const float *plain_inputs(RuntimeMemory *memory, const Step *step)
{
    InputStage stage = stage_of(memory, step);
    if (step->preparation == PREPARED_NOT)
        return stage.from;
    memory->runtime->kernel->prepare_floats(&stage, NULL, memory->floats, NULL);
    return memory->floats;
}

// Numbers the points of all boards by cells.
static void fill_cells(const RuntimeMemory *memory, Cells cells)
{
    int *to = memory->cells;
    for (int board = 0; board < memory->boards; board++)
        for (int row = 0; row < memory->rows; row++)
            for (int column = 0; column < memory->columns; column++)
                *to++ = board * cells.count + cells.first + row * cells.stride + column;
}

// The numbers of the points, with zeros around them.
static Grid fill_grid(RuntimeMemory *memory, const InputStage *stage, Cells cells)
{
    fill_cells(memory, cells);
    Grid grid = {memory->grid, memory->peaks, memory->boards * cells.count,
                 stage->stride};
    size_t count = (size_t)grid.count;
    memset(grid.cells, 0, count * (size_t)grid.stride * sizeof *grid.cells);
    memset(grid.peaks, 0, count * sizeof *grid.peaks);
    memory->runtime->kernel->prepare_floats(stage, memory->cells, grid.cells,
                                            grid.peaks);
    return grid;
}

static void prepare_product(RuntimeMemory *memory, const Step *step)
{
    const RuntimeKernel *kernel = memory->runtime->kernel;
    InputStage stage = stage_of(memory, step);
    Prepared to = {memory->inputs, memory->scales};
    if (step->preparation == PREPARED_ROWS)
        kernel->prepare_rows(&stage, &to);
    if (step->preparation == PREPARED_CELLS) {
        Grid grid = fill_grid(memory, &stage, runtime_cells(memory, step));
        kernel->prepare_cells(&grid, &to, memory->boards * stage.points);
    }
    if (step->preparation == PREPARED_SQUARES) {
        Squares squares = runtime_squares(memory);
        Cells cells = {squares.stride, squares.stride + 1, squares.cells};
        Grid grid = fill_grid(memory, &stage, cells);
        kernel->prepare_squares(&squares, &grid, memory->sums, &to);
    }
}

static void run_linear(RuntimeMemory *memory, const Step *step)
{
    const Runtime *runtime = memory->runtime;
    if (!step->shares_inputs)
        prepare_product(memory, step);
    Product product = {
        .linear = &step->linear,
        .inputs = memory->inputs,
        .input_scale = memory->scales,
        .input_stride = runtime_array_stride(runtime, step->input.array),
        .rows = memory->boards * runtime_places(memory, step->input.array),
        .out = runtime_array(memory, step->output),
        .out_stride = runtime_array_stride(runtime, step->output),
        .adds = step->adds,
        .gate = step->gate == NULL ? NULL : &step->gate->linear,
        .activation = step->gate_activation,
    };
    if (step->preparation == PREPARED_NOT)
        product.inputs = runtime_array(memory, step->input.array);
    if (step->preparation == PREPARED_CELLS) {
        product.cells = memory->cells;
        product.cell_stride = runtime_cells(memory, step).stride;
    }
    if (step->preparation == PREPARED_SQUARES) {
        Squares squares = runtime_squares(memory);
        product.rows = memory->boards * squares.across * squares.up;
        runtime->kernel->multiply_squares(&product, &squares, memory->sums);
        return;
    }
    runtime->kernel->multiply(&product);
}

static void pool_board(const RuntimeMemory *memory, const Step *step, const float *from,
                       float *out)
{
    const Runtime *runtime = memory->runtime;
    int channels = runtime->arrays[step->input.array].channels;
    int stride = runtime_array_stride(runtime, step->input.array);
    int points = runtime_places(memory, step->input.array);
    float *sum = memory->sums, *maximum = memory->sums + stride;
    runtime->kernel->pool(from, points, stride, sum, maximum);
    float width = sqrtf((float)points) - 14;
    for (int i = 0; i < channels; i++) {
        float mean = sum[i] / (float)points;
        float third = step->pool == POOL_MAXIMUM ? maximum[i]
                                                 : mean * (width * width / 100 - 0.1f);
        float numbers[] = {mean, mean * width / 10, third};
        for (int j = 0; j < 3; j++) {
            float *to = &out[j * channels + i];
            *to = numbers[j] + (step->adds ? *to : 0);
        }
    }
}

// The numbers beyond the last channel are always 0.
static void clear_rest(RuntimeMemory *memory, int array)
{
    int stride = runtime_array_stride(memory->runtime, array);
    int channels = memory->runtime->arrays[array].channels;
    float *row = runtime_array(memory, array);
    int rows = memory->boards * runtime_places(memory, array);
    for (int i = 0; channels < stride && i < rows; i++, row += stride)
        memset(row + channels, 0, (size_t)(stride - channels) * sizeof *row);
}

static void run_pool(RuntimeMemory *memory, const Step *step)
{
    const Runtime *runtime = memory->runtime;
    const float *from = plain_inputs(memory, step);
    ptrdiff_t stride = runtime_array_stride(runtime, step->input.array);
    ptrdiff_t points = runtime_places(memory, step->input.array);
    for (ptrdiff_t i = 0; i < memory->boards; i++)
        pool_board(memory, step, from + i * points * stride,
                   runtime_array(memory, step->output) +
                       i * runtime_array_stride(runtime, step->output));
    clear_rest(memory, step->output);
}

static void run_spread(RuntimeMemory *memory, const Step *step)
{
    const Runtime *runtime = memory->runtime;
    const float *from = plain_inputs(memory, step);
    ptrdiff_t stride = runtime_array_stride(runtime, step->output);
    int points = runtime_places(memory, step->output);
    for (ptrdiff_t i = 0; i < memory->boards; i++)
        runtime->kernel->spread(
            from + i * stride, points, (int)stride,
            runtime_array(memory, step->output) + i * points * stride, step->adds);
}

static void run_attention(RuntimeMemory *memory, const Step *step)
{
    const Runtime *runtime = memory->runtime;
    const AttentionLayer *layer = &step->attention;
    Attention attention = {
        .layer = layer,
        .queries = plain_inputs(memory, step),
        .keys = runtime_array(memory, layer->keys),
        .values = runtime_array(memory, layer->values),
        .query_stride = runtime_array_stride(runtime, step->input.array),
        .key_stride = runtime_array_stride(runtime, layer->keys),
        .value_stride = runtime_array_stride(runtime, layer->values),
        .columns = memory->columns,
        .rows = memory->rows,
        .boards = memory->boards,
        .turns = step->turns,
        .turn_stride = step->turn_stride,
        .out = runtime_array(memory, step->output),
        .out_stride = runtime_array_stride(runtime, step->output),
        .adds = step->adds,
        .scratch = memory->attention,
    };
    runtime->kernel->attend(&attention);
    clear_rest(memory, step->output);
}

static void run_step(RuntimeMemory *memory, const Step *step)
{
    if (step->is_fused)
        return;
    switch (step->kind) {
    case LAYER_LINEAR:
        run_linear(memory, step);
        break;
    case LAYER_POOL:
        run_pool(memory, step);
        break;
    case LAYER_SPREAD:
        run_spread(memory, step);
        break;
    case LAYER_ATTENTION:
        run_attention(memory, step);
        break;
    }
}

void runtime_run(RuntimeMemory *memory)
{
    for (int i = 0; i < memory->runtime->step_count; i++) {
        double start = memory->clock == NULL ? 0 : memory->clock();
        run_step(memory, &memory->runtime->steps[i]);
        if (memory->clock != NULL)
            memory->seconds[i] += memory->clock() - start;
    }
}

void runtime_memory_set_clock(RuntimeMemory *memory, double (*clock)(void))
{
    memory->clock = clock;
}

static double macs_of(const RuntimeMemory *memory, const Step *step)
{
    double points = memory->boards * runtime_places(memory, step->input.array);
    if (step->kind == LAYER_LINEAR)
        return points * step->linear.inputs * step->linear.outputs *
               step->window_columns * step->window_rows;
    if (step->kind == LAYER_ATTENTION)
        return points * runtime_places(memory, step->input.array) *
               step->attention.heads *
               (step->attention.query_size + step->attention.value_size);
    return 0;
}

bool runtime_step_report(const RuntimeMemory *memory, int step,
                         RuntimeStepReport *report)
{
    if (step >= memory->runtime->step_count)
        return false;
    const Step *at = &memory->runtime->steps[step];
    *report = (RuntimeStepReport){at->kind, at->window_columns, at->window_rows,
                                  macs_of(memory, at), memory->seconds[step]};
    return true;
}
