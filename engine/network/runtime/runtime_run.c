// SPDX-License-Identifier: MIT
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aligned.h"
#include "runtime_internal.h"

struct RuntimeMemory {
    const Runtime *runtime;
    int columns, rows, boards;
    float *numbers; // of all arrays
    size_t *places; // of arrays
    void *inputs;   // of a product
    float *scales;  // of the inputs: rows or squares
    float *grid;    // cells with a margin
    float *peaks;   // of the cells
    float *floats;  // inputs of other layers
    float *sums;    // of squares, or of pools
    void *attention;
    int *cells; // of points
    double (*clock)(void);
    double *seconds; // of steps
};

// The cells around and between the points of a board.
typedef struct Cells {
    int stride; // from a row to the one above
    int first;  // of the board
    int count;
} Cells;

static Cells cells_with_margin(const RuntimeMemory *memory, const Step *step)
{
    int stride = memory->columns + 2 * step->margin_columns;
    return (Cells){stride, step->margin_rows * stride + step->margin_columns,
                   stride * (memory->rows + 2 * step->margin_rows)};
}

static Squares find_squares(const RuntimeMemory *memory)
{
    Squares squares = {.columns = memory->columns,
                       .rows = memory->rows,
                       .boards = memory->boards,
                       .across = (memory->columns + SQUARE - 1) / SQUARE,
                       .up = (memory->rows + SQUARE - 1) / SQUARE};
    squares.stride = squares.across * SQUARE + 2;
    squares.cells = squares.stride * (squares.up * SQUARE + 2);
    return squares;
}

static int stride_of(const Runtime *runtime, int array)
{
    return runtime_stride(runtime->arrays[array].channels);
}

static int points_of(const RuntimeMemory *memory, int array)
{
    return memory->runtime->arrays[array].is_board ? 1 : memory->columns * memory->rows;
}

// The largest needs of all steps, in numbers.
typedef struct Needs {
    size_t inputs, scales, grid, peaks, floats, sums, attention;
} Needs;

static void need(size_t *most, size_t count)
{
    if (count > *most)
        *most = count;
}

static void need_grid(Needs *needs, size_t cells, size_t stride)
{
    need(&needs->grid, cells * stride);
    need(&needs->peaks, cells);
}

static void add_needs(const RuntimeMemory *memory, const Step *step, Needs *needs)
{
    const Runtime *runtime = memory->runtime;
    size_t stride = (size_t)stride_of(runtime, step->input.array);
    size_t boards = (size_t)memory->boards;
    size_t points = boards * (size_t)points_of(memory, step->input.array);
    if (step->preparation == PREPARED_FLOATS)
        need(&needs->floats, points * stride);
    need(&needs->scales, points);
    if (step->kind == LAYER_POOL)
        need(&needs->sums, 2 * stride);
    if (step->kind == LAYER_ATTENTION)
        need(&needs->attention, runtime->kernel->attention_scratch(
                                    &step->attention, memory->columns * memory->rows));
    // The rows are floats before they are integers, which are smaller.
    if (step->preparation == PREPARED_ROWS)
        need(&needs->inputs, (points + 1) * stride);
    if (step->preparation == PREPARED_CELLS) {
        size_t cells = boards * (size_t)cells_with_margin(memory, step).count;
        need_grid(needs, cells, stride);
        need(&needs->inputs, cells * stride);
    }
    if (step->preparation == PREPARED_SQUARES) {
        Squares squares = find_squares(memory);
        size_t count = boards * (size_t)(squares.across * squares.up);
        need_grid(needs, boards * (size_t)squares.cells, stride);
        need(&needs->inputs, SQUARE_PARTS * count * stride);
        need(&needs->scales, SQUARE_PARTS * count);
        need(&needs->sums, SQUARE_PARTS * count * (size_t)runtime->kernel->panel);
        need(&needs->sums, SQUARE_PARTS * stride); // of one square
    }
}

static bool allocate_scratch(RuntimeMemory *memory)
{
    const Runtime *runtime = memory->runtime;
    Needs needs = {0};
    for (int i = 0; i < runtime->step_count; i++)
        add_needs(memory, &runtime->steps[i], &needs);
    size_t points = (size_t)(memory->columns * memory->rows * memory->boards);
    memory->inputs = runtime_allocate(needs.inputs, runtime->kernel->input_size);
    memory->scales = runtime_allocate(needs.scales, sizeof *memory->scales);
    memory->grid = runtime_allocate(needs.grid, sizeof *memory->grid);
    memory->peaks = runtime_allocate(needs.peaks, sizeof *memory->peaks);
    memory->floats = runtime_allocate(needs.floats, sizeof *memory->floats);
    memory->sums = runtime_allocate(needs.sums, sizeof *memory->sums);
    memory->attention = runtime_allocate(needs.attention, 1);
    memory->cells = runtime_allocate(points, sizeof *memory->cells);
    memory->seconds =
        runtime_allocate((size_t)runtime->step_count, sizeof *memory->seconds);
    return memory->inputs != NULL && memory->scales != NULL && memory->grid != NULL &&
           memory->peaks != NULL && memory->floats != NULL && memory->sums != NULL &&
           memory->attention != NULL && memory->cells != NULL &&
           memory->seconds != NULL;
}

static bool allocate_arrays(RuntimeMemory *memory)
{
    const Runtime *runtime = memory->runtime;
    size_t count = (size_t)runtime->array_count;
    size_t *sizes = calloc(count, sizeof *sizes);
    memory->places = calloc(count, sizeof *memory->places);
    if (sizes != NULL && memory->places != NULL) {
        for (int i = 0; i < runtime->array_count; i++)
            sizes[i] = (size_t)memory->boards * (size_t)points_of(memory, i) *
                       (size_t)stride_of(runtime, i);
        size_t total = runtime_place_arrays(runtime, sizes, memory->places);
        memory->numbers = runtime_allocate(total, sizeof *memory->numbers);
    }
    free(sizes);
    return memory->numbers != NULL;
}

RuntimeMemory *runtime_memory_new(const Runtime *runtime, int columns, int rows,
                                  int boards)
{
    RuntimeMemory *memory = calloc(1, sizeof *memory);
    if (memory == NULL)
        return NULL;
    memory->runtime = runtime;
    runtime_memory_begin(memory, columns, rows, boards);
    if (allocate_arrays(memory) && allocate_scratch(memory))
        return memory;
    runtime_memory_delete(memory);
    return NULL;
}

void runtime_memory_delete(RuntimeMemory *memory)
{
    if (memory == NULL)
        return;
    aligned_delete(memory->numbers);
    free(memory->places);
    aligned_delete(memory->inputs);
    aligned_delete(memory->scales);
    aligned_delete(memory->grid);
    aligned_delete(memory->peaks);
    aligned_delete(memory->floats);
    aligned_delete(memory->sums);
    aligned_delete(memory->attention);
    aligned_delete(memory->cells);
    aligned_delete(memory->seconds);
    free(memory);
}

void runtime_memory_begin(RuntimeMemory *memory, int columns, int rows, int boards)
{
    memory->columns = columns;
    memory->rows = rows;
    memory->boards = boards;
}

float *runtime_array(RuntimeMemory *memory, int array)
{
    return memory->numbers + memory->places[array];
}

static InputStage stage_of(RuntimeMemory *memory, const Step *step)
{
    const LayerInput *input = &step->input;
    return (InputStage){
        .from = runtime_array(memory, input->array),
        .gate = input->gate == NO_ARRAY ? NULL : runtime_array(memory, input->gate),
        .channels = memory->runtime->arrays[input->array].channels,
        .stride = stride_of(memory->runtime, input->array),
        .points = points_of(memory, input->array),
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
static void fill_grid(RuntimeMemory *memory, const InputStage *stage, Cells cells)
{
    fill_cells(memory, cells);
    size_t count = (size_t)(memory->boards * cells.count);
    memset(memory->grid, 0, count * (size_t)stage->stride * sizeof *memory->grid);
    memset(memory->peaks, 0, count * sizeof *memory->peaks);
    memory->runtime->kernel->prepare_floats(stage, memory->cells, memory->grid,
                                            memory->peaks);
}

static void prepare_product(RuntimeMemory *memory, const Step *step)
{
    const RuntimeKernel *kernel = memory->runtime->kernel;
    InputStage stage = stage_of(memory, step);
    if (step->preparation == PREPARED_ROWS)
        kernel->prepare_rows(&stage, memory->inputs, memory->scales);
    if (step->preparation == PREPARED_CELLS) {
        Cells cells = cells_with_margin(memory, step);
        fill_grid(memory, &stage, cells);
        kernel->prepare_cells(memory->grid, memory->peaks, memory->boards * cells.count,
                              stage.stride, memory->inputs, memory->scales,
                              memory->boards * stage.points);
    }
    if (step->preparation == PREPARED_SQUARES) {
        Squares squares = find_squares(memory);
        Cells cells = {squares.stride, squares.stride + 1, squares.cells};
        fill_grid(memory, &stage, cells);
        kernel->prepare_squares(&squares, memory->grid, stage.stride, memory->sums,
                                memory->inputs, memory->scales);
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
        .input_stride = stride_of(runtime, step->input.array),
        .rows = memory->boards * points_of(memory, step->input.array),
        .out = runtime_array(memory, step->output),
        .out_stride = stride_of(runtime, step->output),
        .adds = step->adds,
        .gate = step->gate == NULL ? NULL : &step->gate->linear,
        .activation = step->gate_activation,
    };
    if (step->preparation == PREPARED_NOT)
        product.inputs = runtime_array(memory, step->input.array);
    if (step->preparation == PREPARED_CELLS) {
        product.cells = memory->cells;
        product.cell_stride = cells_with_margin(memory, step).stride;
    }
    if (step->preparation == PREPARED_SQUARES) {
        Squares squares = find_squares(memory);
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
    int stride = stride_of(runtime, step->input.array);
    int points = points_of(memory, step->input.array);
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
    int stride = stride_of(memory->runtime, array);
    int channels = memory->runtime->arrays[array].channels;
    float *row = runtime_array(memory, array);
    int rows = memory->boards * points_of(memory, array);
    for (int i = 0; channels < stride && i < rows; i++, row += stride)
        memset(row + channels, 0, (size_t)(stride - channels) * sizeof *row);
}

static void run_pool(RuntimeMemory *memory, const Step *step)
{
    const Runtime *runtime = memory->runtime;
    const float *from = plain_inputs(memory, step);
    ptrdiff_t stride = stride_of(runtime, step->input.array);
    ptrdiff_t points = points_of(memory, step->input.array);
    for (ptrdiff_t i = 0; i < memory->boards; i++)
        pool_board(memory, step, from + i * points * stride,
                   runtime_array(memory, step->output) +
                       i * stride_of(runtime, step->output));
    clear_rest(memory, step->output);
}

static void run_spread(RuntimeMemory *memory, const Step *step)
{
    const Runtime *runtime = memory->runtime;
    const float *from = plain_inputs(memory, step);
    ptrdiff_t stride = stride_of(runtime, step->output);
    int points = points_of(memory, step->output);
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
        .query_stride = stride_of(runtime, step->input.array),
        .key_stride = stride_of(runtime, layer->keys),
        .value_stride = stride_of(runtime, layer->values),
        .columns = memory->columns,
        .rows = memory->rows,
        .boards = memory->boards,
        .turns = step->turns,
        .turn_stride = step->turn_stride,
        .out = runtime_array(memory, step->output),
        .out_stride = stride_of(runtime, step->output),
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
    double points = memory->boards * points_of(memory, step->input.array);
    if (step->kind == LAYER_LINEAR)
        return points * step->linear.inputs * step->linear.outputs *
               step->window_columns * step->window_rows;
    if (step->kind == LAYER_ATTENTION)
        return points * points_of(memory, step->input.array) * step->attention.heads *
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
