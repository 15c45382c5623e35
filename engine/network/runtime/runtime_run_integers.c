// SPDX-License-Identifier: MIT
//
// Runs the layers of arrays of integers, board by board.
#include "runtime_internal.h"

IntegerGrid runtime_find_grid(int columns, int rows)
{
    int stride = (columns + 2) / 2 * 2;
    return (IntegerGrid){.columns = columns,
                         .rows = rows,
                         .stride = stride,
                         .first = 2 * stride + 2,
                         .cells = (rows + 5) * stride + INTEGER_TILE_MAX};
}

void runtime_fill_points(const IntegerGrid *grid, int *points)
{
    for (int i = 0; i < grid->cells; i++)
        points[i] = -1;
    for (int row = 0; row < grid->rows; row++)
        for (int column = 0; column < grid->columns; column++)
            points[grid->first + row * grid->stride + column] =
                row * grid->columns + column;
}

IntegerGrid runtime_integer_grid(const RuntimeMemory *memory)
{
    IntegerGrid grid = runtime_find_grid(memory->columns, memory->rows);
    grid.points = memory->points;
    return grid;
}

// Squares are rounded up to a tile.
size_t runtime_integer_inputs(const RuntimeMemory *memory, const Step *step)
{
    IntegerGrid grid = runtime_integer_grid(memory);
    size_t places = (size_t)grid.cells;
    if (step->preparation == PREPARED_SQUARES)
        places = SQUARE_WEIGHTS *
                 ((size_t)((grid.columns + 1) / 2) * (size_t)((grid.rows + 1) / 2) +
                  INTEGER_TILE_MAX);
    return places * (size_t)runtime_array_stride(memory->runtime, step->input.array);
}

static const float *bias_of(RuntimeMemory *memory, const Step *step, int board)
{
    if (!step->has_bias_array)
        return step->linear.bias;
    return runtime_array(memory, step->bias_array) +
           (ptrdiff_t)board * runtime_array_stride(memory->runtime, step->bias_array);
}

// The input bytes of a layer for a board, as they are multiplied.
static const void *prepare_bytes(RuntimeMemory *memory, const Step *step, int board)
{
    const RuntimeKernel *kernel = memory->runtime->kernel;
    const uint8_t *bytes = runtime_board_numbers(memory, step->input.array, board);
    if (step->preparation == PREPARED_NOT)
        return bytes;
    unsigned char *inputs = memory->inputs;
    inputs += (size_t)board * runtime_integer_inputs(memory, step) * kernel->input_size;
    if (!step->shares_inputs) {
        IntegerGrid grid = runtime_integer_grid(memory);
        kernel->prepare_integers(
            &grid, step->preparation == PREPARED_SQUARES,
            runtime_array_stride(memory->runtime, step->input.array), bytes, inputs);
    }
    return inputs;
}

static void multiply_bytes(RuntimeMemory *memory, const Step *step, int board)
{
    const Runtime *runtime = memory->runtime;
    IntegerGrid grid = runtime_integer_grid(memory);
    IntegerProduct product = {
        .linear = &step->linear,
        .grid = &grid,
        .inputs = prepare_bytes(memory, step, board),
        .bias = bias_of(memory, step, board),
        .numbers = runtime->arrays[step->output].numbers,
        .out = runtime_board_numbers(memory, step->output, board),
        .out_stride = runtime_array_stride(runtime, step->output),
        .adds = step->adds,
    };
    runtime->kernel->multiply_integers(&product);
}

static BitProduct bit_product_of(const RuntimeMemory *memory, const Step *step,
                                 const IntegerGrid *grid)
{
    return (BitProduct){
        .linear = &step->linear,
        .grid = grid,
        .channels = memory->runtime->arrays[step->input.array].channels,
        .columns = step->window_columns,
        .rows = step->window_rows,
        .out_stride = runtime_array_stride(memory->runtime, step->output),
        .scratch = memory->sparse,
    };
}

size_t runtime_bit_scratch(const RuntimeMemory *memory, const Step *step)
{
    IntegerGrid grid = runtime_integer_grid(memory);
    BitProduct product = bit_product_of(memory, step, &grid);
    return memory->runtime->kernel->bit_scratch(&product);
}

static void add_bits(RuntimeMemory *memory, const Step *step, int board)
{
    IntegerGrid grid = runtime_integer_grid(memory);
    BitProduct product = bit_product_of(memory, step, &grid);
    product.bits = runtime_board_numbers(memory, step->input.array, board);
    product.bias = bias_of(memory, step, board);
    product.out = runtime_board_numbers(memory, step->output, board);
    memory->runtime->kernel->add_bits(&product);
}

void runtime_multiply_integers(RuntimeMemory *memory, const Step *step)
{
    bool is_bits = memory->runtime->arrays[step->input.array].numbers == NUMBERS_BIT;
    for (int board = 0; board < memory->boards; board++)
        if (is_bits)
            add_bits(memory, step, board);
        else
            multiply_bytes(memory, step, board);
}

void runtime_round_to_bytes(RuntimeMemory *memory, const Step *step)
{
    const Runtime *runtime = memory->runtime;
    const LayerInput *input = &step->input;
    IntegerGrid grid = runtime_integer_grid(memory);
    for (int board = 0; board < memory->boards; board++) {
        IntegerStage stage = {runtime->arrays[input->array].numbers,
                              runtime_board_numbers(memory, input->array, board),
                              runtime_array_stride(runtime, input->array), input->scale,
                              input->bias};
        runtime->kernel->round_to_bytes(
            &grid, &stage, runtime_board_numbers(memory, step->output, board));
    }
}
