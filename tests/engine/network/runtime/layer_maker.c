// SPDX-License-Identifier: MIT
#include "layer_maker.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "isa.h"
#include "layer_reference.h"
#include "picture.h"
#include "runtime.h"
#include "runtime_internal.h"

Maker *maker_new(uint64_t seed)
{
    Maker *maker = calloc(1, sizeof *maker);
    assert_non_null(maker);
    maker->numbers = calloc(NUMBERS_MAX, sizeof *maker->numbers);
    assert_non_null(maker->numbers);
    maker->rng = rng_seeded(seed, 1);
    maker->list = (LayerList){.layers = maker->layers, .arrays = maker->arrays};
    return maker;
}

void maker_delete(Maker *maker)
{
    free(maker->numbers);
    free(maker);
}

// About normal, of mean 0 and variance 1.
static float draw(Rng *rng)
{
    enum { TERMS = 12 };
    float sum = -TERMS / 2;
    for (int i = 0; i < TERMS; i++)
        sum += (float)(rng_next(rng) >> 8) * 0x1p-24f;
    return sum;
}

const float *draw_numbers(Maker *maker, int count, float mean, float deviation)
{
    float *numbers = maker->numbers + maker->used;
    maker->used += (size_t)count;
    assert_true(maker->used <= NUMBERS_MAX);
    for (int i = 0; i < count; i++)
        numbers[i] = mean + deviation * draw(&maker->rng);
    return numbers;
}

int add_array(Maker *maker, int channels, bool is_board)
{
    assert_true(maker->list.array_count < ARRAYS_MAX);
    maker->arrays[maker->list.array_count] =
        (LayerArray){channels, is_board, NUMBERS_FLOAT};
    return maker->list.array_count++;
}

int add_input(Maker *maker, int channels, bool is_board)
{
    int array = add_array(maker, channels, is_board);
    maker->inputs[maker->input_count++] = array;
    return array;
}

void add_output(Maker *maker, int array)
{
    maker->outputs[maker->output_count++] = array;
}

Layer *add_layer(Maker *maker, LayerKind kind, LayerInput input, int output)
{
    assert_true(maker->list.layer_count < LAYERS_MAX);
    Layer *layer = &maker->layers[maker->list.layer_count++];
    *layer = (Layer){.kind = kind, .input = input, .output = output};
    return layer;
}

LayerInput plain(int array)
{
    return (LayerInput){.array = array, .gate = NO_ARRAY};
}

LayerInput normed(Maker *maker, int array, NormKind norm, Activation activation)
{
    int channels = maker->arrays[array].channels;
    return (LayerInput){.array = array,
                        .norm = norm,
                        .epsilon = 1e-4f,
                        .scale = draw_numbers(maker, channels, 1, 0.3f),
                        .bias = draw_numbers(maker, channels, 0, 0.3f),
                        .activation = activation,
                        .gate = NO_ARRAY};
}

Layer *add_linear(Maker *maker, LayerInput input, int output, int columns, int rows)
{
    int inputs = maker->arrays[input.array].channels;
    int outputs = maker->arrays[output].channels;
    int count = columns * rows * inputs;
    Layer *layer = add_layer(maker, LAYER_LINEAR, input, output);
    layer->linear = (LinearLayer){
        .inputs = inputs,
        .outputs = outputs,
        .columns = columns,
        .rows = rows,
        .dilation_columns = 1,
        .dilation_rows = 1,
        .weights = draw_numbers(maker, count * outputs, 0, 1 / sqrtf((float)count)),
        .bias = draw_numbers(maker, outputs, 0, 0.3f),
    };
    return layer;
}

int product_of(Maker *maker, LayerInput input, int outputs)
{
    int output = add_array(maker, outputs, maker->arrays[input.array].is_board);
    add_linear(maker, input, output, 1, 1);
    return output;
}

// What the network computes, by the reference and by the runtime.
typedef struct Trial {
    const Maker *maker;
    const RuntimeKernel *kernel;
    int columns, rows, boards;
    float tolerance; // as a share of the deviation of the array
    double *largest; // error found, as a share of it
} Trial;

static float input_number(const Maker *maker, int input, int board, size_t index)
{
    Rng rng = rng_seeded((uint64_t)(input * 31 + board), index);
    float number = draw(&rng);
    return (int)rng_below(&rng, 100) < maker->zeros ? 0 : number;
}

static void fill_inputs(const Trial *trial, RuntimeMemory *memory)
{
    for (int i = 0; i < trial->maker->input_count; i++) {
        int array = trial->maker->inputs[i];
        const LayerArray *shape = &trial->maker->arrays[array];
        int points = shape->is_board ? 1 : trial->columns * trial->rows;
        float *to = runtime_array(memory, array);
        for (int board = 0; board < trial->boards; board++)
            for (int point = 0; point < points; point++) {
                memset(to, 0, sizeof *to * (size_t)runtime_stride(shape->channels));
                for (int j = 0; j < shape->channels; j++)
                    to[j] = input_number(trial->maker, i, board,
                                         (size_t)(point * shape->channels + j));
                to += runtime_stride(shape->channels);
            }
    }
}

static bool is_square(const LinearLayer *layer)
{
    return layer->columns == 3 && layer->rows == 3 && layer->dilation_columns == 1 &&
           layer->dilation_rows == 1;
}

// Integers of 16 bits are rounded more in the parts of squares than in windows.
static double tolerance_of(const Trial *trial, int array)
{
    enum { SQUARE_LENIENCE = 3 };
    const LayerList *list = &trial->maker->list;
    for (int i = 0; i < list->layer_count; i++) {
        const Layer *layer = &list->layers[i];
        if (layer->kind == LAYER_LINEAR && layer->output == array &&
            trial->kernel->precision == PRECISION_INT16 && is_square(&layer->linear))
            return SQUARE_LENIENCE * (double)trial->tolerance;
    }
    return (double)trial->tolerance;
}

static void compare_output(const Trial *trial, const LayerValues *values, int board,
                           int array, RuntimeMemory *memory)
{
    const LayerArray *shape = &trial->maker->arrays[array];
    int points = shape->is_board ? 1 : trial->columns * trial->rows;
    int stride = runtime_stride(shape->channels);
    const float *found =
        runtime_array(memory, array) + (ptrdiff_t)board * points * stride;
    double square = 0, worst = 0;
    for (int i = 0; i < points; i++)
        for (int j = 0; j < stride; j++) {
            double is = (double)found[i * stride + j];
            double should = j < shape->channels
                                ? values->arrays[array][i * shape->channels + j]
                                : 0;
            square += should * should;
            worst = fmax(worst, fabs(is - should));
            assert_true(isfinite(is));
        }
    double deviation = sqrt(square / (points * shape->channels));
    *trial->largest = fmax(*trial->largest, worst / (deviation + 1e-3));
    if (!(worst <= tolerance_of(trial, array) * (deviation + 1e-3)))
        fail_msg("array %d, %dx%d: error %g of %g", array, trial->columns, trial->rows,
                 worst, deviation);
}

static void compare_board(const Trial *trial, int board, RuntimeMemory *memory)
{
    const Maker *maker = trial->maker;
    LayerValues values = layer_values_new(&maker->list, trial->columns, trial->rows);
    for (int i = 0; i < maker->input_count; i++)
        for (size_t j = 0; j < layer_values_size(&values, maker->inputs[i]); j++)
            values.arrays[maker->inputs[i]][j] =
                (double)input_number(maker, i, board, j);
    layer_values_compute(&values);
    for (int i = 0; i < maker->output_count; i++)
        compare_output(trial, &values, board, maker->outputs[i], memory);
    layer_values_free(&values);
}

static void run_trial(const Trial *trial, RuntimeMemory *memory)
{
    runtime_memory_begin(memory, trial->columns, trial->rows, trial->boards);
    fill_inputs(trial, memory);
    runtime_run(memory);
    for (int board = 0; board < trial->boards; board++)
        compare_board(trial, board, memory);
}

// Boards that tell how to round to bytes.
static void show_example(const Maker *maker, const RuntimeKernel *kernel,
                         Runtime *runtime, Example example)
{
    Trial trial = {
        .maker = maker, .kernel = kernel, .columns = 9, .rows = 13, .boards = 2};
    RuntimeMemory *memory =
        runtime_memory_new(runtime, trial.columns, trial.rows, trial.boards);
    // It fits the boards to come, but not the runtime any more.
    RuntimeMemory *old = runtime_memory_new(runtime, 19, 19, 2);
    assert_true(memory != NULL && old != NULL && runtime_memory_observe(memory));
    runtime_memory_begin(memory, trial.columns, trial.rows, trial.boards);
    fill_inputs(&trial, memory);
    if (example == EXAMPLE_INFINITE)
        runtime_array(memory, maker->inputs[0])[0] = INFINITY;
    runtime_run(memory);
    assert_true(runtime_calibrate(runtime, &maker->list, memory));
    runtime_memory_delete(memory);
    runtime_memory_delete(old);
    RuntimeMemory *next = runtime_memory_new(runtime, 19, 19, 2);
    assert_non_null(next);
    assert_int_equal(next->calibrations, runtime->calibrations);
    runtime_memory_delete(next);
}

double try_with_example(const Maker *maker, const RuntimeKernel *kernel,
                        Example example, float tolerance)
{
    double largest = 0;
    static const int SIZES[][3] = {
        {19, 19, 1}, {9, 13, 2}, {2, 2, 1}, {5, 3, 2}, {1, 7, 1}};
    Runtime *runtime =
        runtime_new(&maker->list, maker->outputs, maker->output_count, kernel);
    assert_non_null(runtime);
    if (example != EXAMPLE_NONE && runtime_wants_example(runtime))
        show_example(maker, kernel, runtime, example);
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        // From the second one on, the memory is that of the boards before.
        RuntimeMemory *memory = runtime_memory_new(runtime, 19, 19, 2);
        assert_non_null(memory);
        Trial trial = {maker,       kernel,    SIZES[i][0], SIZES[i][1],
                       SIZES[i][2], tolerance, &largest};
        run_trial(&trial, memory);
        runtime_memory_delete(memory);
    }
    runtime_delete(runtime);
    return largest;
}

double try_kernel(const Maker *maker, const RuntimeKernel *kernel, float tolerance)
{
    return try_with_example(maker, kernel, EXAMPLE_INPUTS, tolerance);
}

bool has_same_kernel(int isa, Precision precision)
{
    const RuntimeKernel *kernel = runtime_kernel(isa_at(isa), precision);
    int first = 0;
    while (runtime_kernel(isa_at(first), precision) != kernel)
        first++;
    return first < isa;
}

void try_all_within(Maker *maker, const float tolerance[PRECISION_COUNT])
{
    float layers = sqrtf((float)maker->list.layer_count);
    for (int i = 0; isa_at(i) != NULL; i++)
        for (int precision = 0; precision < PRECISION_COUNT; precision++) {
            const RuntimeKernel *kernel =
                runtime_kernel(isa_at(i), (Precision)precision);
            if (kernel != NULL && !has_same_kernel(i, (Precision)precision))
                try_kernel(maker, kernel, layers * tolerance[precision]);
        }
    maker_delete(maker);
}

// Of floats, of 16-bit and of 8-bit integers, of bfloat16.
const float LAYER_TOLERANCE[PRECISION_COUNT] = {5e-5f, 3e-3f, 5e-2f, 1e-1f};

void try_all(Maker *maker)
{
    try_all_within(maker, LAYER_TOLERANCE);
}
