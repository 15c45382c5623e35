// SPDX-License-Identifier: MIT
#include <stdatomic.h>
#include <stdlib.h>

#include "aligned.h"
#include "runtime_internal.h"

enum { LINE = 64 };

Cells runtime_cells(const RuntimeMemory *memory, const Step *step)
{
    // The cells to the right of a row are those to the left of the next one.
    int margin = step->margin_columns, stride = memory->columns + margin;
    return (Cells){stride, step->margin_rows * stride + margin,
                   stride * (memory->rows + 2 * step->margin_rows) + margin};
}

Squares runtime_squares(const RuntimeMemory *memory)
{
    int edge = memory->runtime->square;
    Squares squares = {.edge = edge,
                       .columns = memory->columns,
                       .rows = memory->rows,
                       .boards = memory->boards,
                       .across = (memory->columns + edge - 1) / edge,
                       .up = (memory->rows + edge - 1) / edge};
    squares.stride = squares.across * edge + 2;
    squares.cells = squares.stride * (squares.up * edge + 2);
    return squares;
}

int runtime_array_stride(const Runtime *runtime, int array)
{
    return runtime_stride(runtime->arrays[array].channels);
}

int runtime_input_stride(const Runtime *runtime, int array)
{
    int unit = runtime->kernel->chunk;
    return (runtime_array_stride(runtime, array) + unit - 1) / unit * unit;
}

// Bytes of an array, for all boards.
static size_t array_bytes(const RuntimeMemory *memory, int array)
{
    static const size_t SIZES[] = {[NUMBERS_FLOAT] = sizeof(float),
                                   [NUMBERS_BIT] = sizeof(uint32_t),
                                   [NUMBERS_BYTE] = sizeof(uint8_t),
                                   [NUMBERS_SHORT] = sizeof(int16_t)};
    NumberKind numbers = memory->runtime->arrays[array].numbers;
    size_t places = (size_t)runtime_places(memory, array);
    size_t stride = (size_t)runtime_array_stride(memory->runtime, array);
    if (numbers == NUMBERS_BIT)
        stride = 1;
    else if (numbers != NUMBERS_FLOAT)
        places = (size_t)runtime_find_grid(memory->columns, memory->rows).cells;
    return (size_t)memory->boards * places * stride * SIZES[numbers];
}

int runtime_places(const RuntimeMemory *memory, int array)
{
    return memory->runtime->arrays[array].is_board ? 1 : memory->columns * memory->rows;
}

// The largest needs of all steps, in numbers.
typedef struct Needs {
    size_t inputs, prepared, scales, grid, peaks, floats, sums, attention;
    size_t sparse; // bytes
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

static void add_integer_needs(const RuntimeMemory *memory, const Step *step,
                              Needs *needs)
{
    if (step->preparation != PREPARED_NOT)
        need(&needs->inputs,
             (size_t)memory->boards * runtime_integer_inputs(memory, step));
    if (memory->runtime->arrays[step->input.array].numbers == NUMBERS_BIT)
        need(&needs->sparse, runtime_bit_scratch(memory, step));
}

static void add_needs(RuntimeMemory *memory, const Step *step, Needs *needs)
{
    const Runtime *runtime = memory->runtime;
    size_t stride = (size_t)runtime_array_stride(runtime, step->input.array);
    size_t boards = (size_t)memory->boards;
    size_t points = boards * (size_t)runtime_places(memory, step->input.array);
    if (step->preparation == PREPARED_FLOATS)
        need(&needs->floats, points * stride);
    need(&needs->scales, 2 * points);
    if (step->kind == LAYER_POOL)
        need(&needs->sums, 2 * stride);
    if (step->kind == LAYER_ATTENTION)
        need(&needs->attention, runtime->kernel->attention_scratch(
                                    &step->attention, memory->columns * memory->rows));
    if (runtime_is_integer(runtime, step->input.array)) {
        add_integer_needs(memory, step, needs);
        return;
    }
    size_t input_stride = (size_t)runtime_input_stride(runtime, step->input.array);
    size_t behind = (size_t)runtime->kernel->rows_behind;
    // The rows are floats before they are integers, which are smaller.
    if (step->preparation == PREPARED_ROWS || step->preparation == PREPARED_BYTES)
        need(step->reads_prepared ? &needs->prepared : &needs->inputs,
             (points + 2 + behind) * input_stride);
    if (step->preparation == PREPARED_CELLS) {
        size_t cells = boards * (size_t)runtime_cells(memory, step).count;
        need_grid(needs, cells, stride);
        need(&needs->inputs, (cells + behind) * input_stride);
    }
    if (step->preparation == PREPARED_SPARSE) {
        SparseProduct product = runtime_sparse_product(memory, step);
        need(&needs->sparse, runtime->kernel->sparse_scratch(&product));
    }
    if (step->preparation == PREPARED_SQUARES) {
        Squares squares = runtime_squares(memory);
        size_t count = boards * (size_t)(squares.across * squares.up);
        size_t parts = (size_t)square_parts(squares.edge);
        need_grid(needs, boards * (size_t)squares.cells, stride);
        need(&needs->inputs, parts * count * stride);
        need(&needs->scales, parts * count);
        need(&needs->sums, parts * count * (size_t)runtime->kernel->panel);
        need(&needs->sums, parts * stride); // of one square
    }
}

static bool allocate_scratch(RuntimeMemory *memory)
{
    const Runtime *runtime = memory->runtime;
    Needs needs = {0};
    for (int i = 0; i < runtime->step_count; i++)
        add_needs(memory, &runtime->steps[i], &needs);
    size_t points =
        (size_t)memory->columns * (size_t)memory->rows * (size_t)memory->boards;
    memory->inputs = runtime_allocate(needs.inputs, runtime->kernel->input_size);
    memory->prepared = runtime_allocate(needs.prepared, runtime->kernel->input_size);
    memory->scales = runtime_allocate(needs.scales, sizeof *memory->scales);
    memory->grid = runtime_allocate(needs.grid, sizeof *memory->grid);
    memory->peaks = runtime_allocate(needs.peaks, sizeof *memory->peaks);
    memory->floats = runtime_allocate(needs.floats, sizeof *memory->floats);
    memory->sums = runtime_allocate(needs.sums, sizeof *memory->sums);
    memory->attention = runtime_allocate(needs.attention, 1);
    memory->cells = runtime_allocate(points, sizeof *memory->cells);
    memory->sparse = runtime_allocate(needs.sparse, 1);
    memory->seconds =
        runtime_allocate((size_t)runtime->step_count, sizeof *memory->seconds);
    return memory->inputs != NULL && memory->prepared != NULL &&
           memory->scales != NULL && memory->grid != NULL && memory->peaks != NULL &&
           memory->floats != NULL && memory->sums != NULL &&
           memory->attention != NULL && memory->cells != NULL &&
           memory->sparse != NULL && memory->seconds != NULL;
}

static bool allocate_arrays(RuntimeMemory *memory)
{
    const Runtime *runtime = memory->runtime;
    size_t count = (size_t)runtime->array_count;
    size_t *sizes = calloc(count, sizeof *sizes);
    memory->places = calloc(count, sizeof *memory->places);
    if (sizes != NULL && memory->places != NULL) {
        for (int i = 0; i < runtime->array_count; i++)
            sizes[i] = (array_bytes(memory, i) + LINE - 1) / LINE * LINE;
        size_t total = runtime_place_arrays(runtime, sizes, memory->places);
        memory->numbers = runtime_allocate(total, 1);
    }
    free(sizes);
    return memory->numbers != NULL;
}

void runtime_memory_free(RuntimeMemory *memory)
{
    if (memory == NULL)
        return;
    aligned_delete(memory->numbers);
    free(memory->places);
    aligned_delete(memory->inputs);
    aligned_delete(memory->prepared);
    aligned_delete(memory->scales);
    runtime_forget_observations(memory);
    aligned_delete(memory->grid);
    aligned_delete(memory->peaks);
    aligned_delete(memory->floats);
    aligned_delete(memory->sums);
    aligned_delete(memory->attention);
    aligned_delete(memory->cells);
    aligned_delete(memory->points);
    aligned_delete(memory->sparse);
    aligned_delete(memory->seconds);
    free(memory);
}

// The spare memory, if it is for such boards, and for the runtime as it is now.
static RuntimeMemory *take_spare(const Runtime *runtime, int columns, int rows,
                                 int boards)
{
    RuntimeMemory *memory = atomic_exchange(&runtime->spare->memory, NULL);
    if (memory != NULL && memory->most_columns == columns &&
        memory->most_rows == rows && memory->most_boards == boards &&
        memory->calibrations == runtime->calibrations)
        return memory;
    runtime_memory_free(memory);
    return NULL;
}

static RuntimeMemory *make_memory(const Runtime *runtime, int columns, int rows,
                                  int boards)
{
    RuntimeMemory *memory = calloc(1, sizeof *memory);
    if (memory == NULL)
        return NULL;
    memory->runtime = runtime;
    memory->calibrations = runtime->calibrations;
    memory->most_columns = columns;
    memory->most_rows = rows;
    memory->most_boards = boards;
    memory->points = runtime_allocate((size_t)runtime_find_grid(columns, rows).cells,
                                      sizeof *memory->points);
    if (memory->points != NULL) {
        runtime_memory_begin(memory, columns, rows, boards);
        if (allocate_arrays(memory) && allocate_scratch(memory))
            return memory;
    }
    runtime_memory_free(memory);
    return NULL;
}

RuntimeMemory *runtime_memory_new(const Runtime *runtime, int columns, int rows,
                                  int boards)
{
    RuntimeMemory *memory = take_spare(runtime, columns, rows, boards);
    if (memory == NULL)
        return make_memory(runtime, columns, rows, boards);
    runtime_memory_begin(memory, columns, rows, boards);
    return memory;
}

void runtime_memory_delete(RuntimeMemory *memory)
{
    if (memory == NULL)
        return;
    bool is_plain = memory->observations == NULL && memory->clock == NULL;
    if (is_plain)
        memory = atomic_exchange(&memory->runtime->spare->memory, memory);
    runtime_memory_free(memory);
}

void runtime_memory_begin(RuntimeMemory *memory, int columns, int rows, int boards)
{
    memory->boards = boards;
    if (memory->columns == columns && memory->rows == rows)
        return;
    memory->columns = columns;
    memory->rows = rows;
    IntegerGrid grid = runtime_find_grid(columns, rows);
    runtime_fill_points(&grid, memory->points);
}

void *runtime_board_numbers(RuntimeMemory *memory, int array, int board)
{
    size_t bytes = array_bytes(memory, array) / (size_t)memory->boards;
    return memory->numbers + memory->places[array] + (size_t)board * bytes;
}

float *runtime_array(RuntimeMemory *memory, int array)
{
    return runtime_board_numbers(memory, array, 0);
}

uint32_t *runtime_bits(RuntimeMemory *memory, int array)
{
    return runtime_board_numbers(memory, array, 0);
}

void *runtime_integers(RuntimeMemory *memory, int array)
{
    return runtime_board_numbers(memory, array, 0);
}
