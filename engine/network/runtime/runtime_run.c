// SPDX-License-Identifier: MIT
#include <math.h>
#include <string.h>

#include "float_mode.h"
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
        .balance = step->balance,
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

static void clear_cells(Grid *grid, int first, int last)
{
    size_t count = (size_t)(last - first), stride = (size_t)grid->stride;
    memset(grid->cells + (size_t)first * stride, 0,
           count * stride * sizeof *grid->cells);
    memset(grid->peaks + first, 0, count * sizeof *grid->peaks);
}

// The numbers of the points, with zeros around them.
static Grid fill_grid(RuntimeMemory *memory, const InputStage *stage, Cells cells)
{
    fill_cells(memory, cells);
    Grid grid = {memory->grid, memory->peaks, memory->boards * cells.count,
                 stage->stride};
    int last = 0; // behind the points so far
    for (int i = 0; i < memory->boards * stage->points; i += memory->columns) {
        clear_cells(&grid, last, memory->cells[i]);
        last = memory->cells[i] + memory->columns;
    }
    clear_cells(&grid, last, grid.count);
    memory->runtime->kernel->prepare_floats(stage, memory->cells, grid.cells,
                                            grid.peaks);
    return grid;
}

static void prepare_product(RuntimeMemory *memory, const Step *step)
{
    const RuntimeKernel *kernel = memory->runtime->kernel;
    InputStage stage = stage_of(memory, step);
    Prepared to = {memory->inputs, memory->scales,
                   memory->scales +
                       memory->boards * runtime_places(memory, step->input.array),
                   NULL, runtime_input_stride(memory->runtime, step->input.array)};
    if (step->preparation == PREPARED_ROWS)
        kernel->prepare_rows(&stage, &to);
    if (memory->observations != NULL && step->takes_bytes)
        runtime_observe(memory, step, &to);
    if (step->preparation == PREPARED_BYTES)
        kernel->prepare_bytes(&stage, &to);
    if (step->preparation == PREPARED_CELLS && kernel->prepare_cells == NULL) {
        Cells cells = runtime_cells(memory, step);
        size_t count = (size_t)memory->boards * (size_t)cells.count;
        memset(to.inputs, 0, count * (size_t)to.stride * kernel->input_size);
        fill_cells(memory, cells);
        to.cells = memory->cells;
        kernel->prepare_rows(&stage, &to);
    } else if (step->preparation == PREPARED_CELLS) {
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

SparseProduct runtime_sparse_product(RuntimeMemory *memory, const Step *step)
{
    const Runtime *runtime = memory->runtime;
    return (SparseProduct){
        .linear = &step->linear,
        .from = runtime_array(memory, step->input.array),
        .stride = runtime_array_stride(runtime, step->input.array),
        .columns = memory->columns,
        .rows = memory->rows,
        .boards = memory->boards,
        .margin_columns = step->margin_columns,
        .margin_rows = step->margin_rows,
        .out = runtime_array(memory, step->output),
        .out_stride = runtime_array_stride(runtime, step->output),
        .adds = step->adds,
        .scratch = memory->sparse,
    };
}

static void run_linear(RuntimeMemory *memory, const Step *step)
{
    const Runtime *runtime = memory->runtime;
    if (step->preparation == PREPARED_SPARSE) {
        SparseProduct product = runtime_sparse_product(memory, step);
        runtime->kernel->multiply_sparse(&product);
        return;
    }
    if (runtime_is_integer(runtime, step->input.array)) {
        runtime_multiply_integers(memory, step);
        return;
    }
    if (!step->shares_inputs && !step->reads_prepared)
        prepare_product(memory, step);
    int rows = memory->boards * runtime_places(memory, step->input.array);
    Product product = {
        .linear = &step->linear,
        .inputs = step->reads_prepared ? memory->prepared : memory->inputs,
        .input_scale = memory->scales,
        .input_offset = memory->scales + rows,
        .input_stride = runtime_input_stride(runtime, step->input.array),
        .rows = rows,
        .out = runtime_array(memory, step->output),
        .out_stride = runtime_array_stride(runtime, step->output),
        .adds = step->adds,
        .prepared = step->writes_prepared ? memory->prepared : NULL,
        .gate = step->gate == NULL ? NULL : &step->gate->linear,
        .activation = step->gate_activation,
    };
    if (step->preparation == PREPARED_NOT || step->preparation == PREPARED_FLOATS)
        product.inputs = plain_inputs(memory, step);
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
    if (step->linear.is_bytes)
        runtime->kernel->multiply_bytes(&product);
    else
        runtime->kernel->multiply(&product);
}

// What a pool makes of a channel. Returns how many numbers there are.
static int pool_channel(PoolKind pool, int points, float sum, float maximum,
                        float numbers[3])
{
    float area = (float)points, width = sqrtf(area) - 14, mean = sum / area;
    numbers[0] = mean;
    numbers[1] = mean * width / 10;
    numbers[2] = maximum;
    switch (pool) {
    case POOL_MAXIMUM:
        break;
    case POOL_SQUARE:
        numbers[2] = mean * (width * width / 100 - 0.1f);
        break;
    case POOL_TWO:
        numbers[1] = maximum;
        return 2;
    case POOL_SUM:
        numbers[1] = mean * (area / 20);
        break;
    }
    return 3;
}

// The sum and the maximum of each channel of the input.
static void sum_board(RuntimeMemory *memory, const Step *step, const float *from,
                      int board)
{
    const Runtime *runtime = memory->runtime;
    const RuntimeKernel *kernel = runtime->kernel;
    int array = step->input.array, stride = runtime_array_stride(runtime, array);
    int points = runtime_places(memory, array);
    float *sum = memory->sums, *maximum = memory->sums + stride;
    if (runtime_is_integer(runtime, array)) {
        IntegerGrid grid = runtime_integer_grid(memory);
        kernel->pool_bytes(&grid, runtime_board_numbers(memory, array, board), stride,
                           sum, maximum);
        return;
    }
    kernel->pool(from + (ptrdiff_t)board * points * stride, points, stride, sum,
                 maximum);
}

static void pool_board(RuntimeMemory *memory, const Step *step, const float *from,
                       int board)
{
    const Runtime *runtime = memory->runtime;
    int channels = runtime->arrays[step->input.array].channels;
    int points = runtime_places(memory, step->input.array);
    const float *sum = memory->sums;
    const float *maximum = sum + runtime_array_stride(runtime, step->input.array);
    float *out = runtime_board_numbers(memory, step->output, board);
    sum_board(memory, step, from, board);
    for (int i = 0; i < channels; i++) {
        float numbers[3];
        int count = pool_channel(step->pool, points, sum[i], maximum[i], numbers);
        for (int j = 0; j < count; j++) {
            float *to = &out[step->first + j * channels + i];
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
    bool is_integer = runtime_is_integer(memory->runtime, step->input.array);
    const float *from = is_integer ? NULL : plain_inputs(memory, step);
    for (int i = 0; i < memory->boards; i++)
        pool_board(memory, step, from, i);
    clear_rest(memory, step->output);
}

// Numbers of a board go to another array of the board.
static void join_boards(RuntimeMemory *memory, const Step *step)
{
    const LayerArray *array = &memory->runtime->arrays[step->input.array];
    const float *from = plain_inputs(memory, step);
    for (int i = 0; i < memory->boards; i++) {
        float *to = runtime_board_numbers(memory, step->output, i);
        for (int j = 0; j < array->channels; j++)
            to[step->first + j] = from[j] + (step->adds ? to[step->first + j] : 0);
        from += runtime_stride(array->channels);
    }
    clear_rest(memory, step->output);
}

static void run_spread(RuntimeMemory *memory, const Step *step)
{
    const Runtime *runtime = memory->runtime;
    if (runtime->arrays[step->output].is_board) {
        join_boards(memory, step);
        return;
    }
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
        .prepared = step->writes_prepared ? memory->prepared : NULL,
        .scratch = memory->attention,
    };
    if (step->attends_bytes)
        runtime->kernel->attend_bytes(&attention);
    else
        runtime->kernel->attend(&attention);
    if (!step->writes_prepared)
        clear_rest(memory, step->output);
}

static void run_activate(RuntimeMemory *memory, const Step *step)
{
    if (runtime_is_integer(memory->runtime, step->output)) {
        runtime_round_to_bytes(memory, step);
        return;
    }
    InputStage stage = stage_of(memory, step);
    memory->runtime->kernel->prepare_floats(&stage, NULL,
                                            runtime_array(memory, step->output), NULL);
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
    case LAYER_ACTIVATE:
        run_activate(memory, step);
        break;
    }
}

static void run_steps(RuntimeMemory *memory)
{
    for (int i = 0; i < memory->runtime->step_count; i++) {
        double start = memory->clock == NULL ? 0 : memory->clock();
        run_step(memory, &memory->runtime->steps[i]);
        if (memory->clock != NULL)
            memory->seconds[i] += memory->clock() - start;
    }
}

// The results of a list of integers must not depend on what a processor does with
// subnormals.
void runtime_run(RuntimeMemory *memory)
{
    if (memory->runtime->kernel->precision == PRECISION_EXACT) {
        run_steps(memory);
        return;
    }
    unsigned mode = float_mode_flush();
    run_steps(memory);
    float_mode_restore(mode);
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
