// SPDX-License-Identifier: MIT
//
// Every kernel of this machine, in every precision, against the definition of the
// layers: random networks on boards of several sizes.
#include "runtime.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "isa.h"
#include "layer_reference.h"
#include "picture.h"
#include "rng.h"

enum { LAYERS_MAX = 32, ARRAYS_MAX = 32, NUMBERS_MAX = 1 << 21, INPUTS_MAX = 8 };

// A network that is being made.
typedef struct Maker {
    Rng rng;
    Layer layers[LAYERS_MAX];
    LayerArray arrays[ARRAYS_MAX];
    LayerList list;
    int inputs[INPUTS_MAX], outputs[INPUTS_MAX];
    int input_count, output_count;
    float *numbers;
    size_t used;
} Maker;

static Maker *maker_new(uint64_t seed)
{
    Maker *maker = calloc(1, sizeof *maker);
    assert_non_null(maker);
    maker->numbers = calloc(NUMBERS_MAX, sizeof *maker->numbers);
    assert_non_null(maker->numbers);
    maker->rng = rng_seeded(seed, 1);
    maker->list = (LayerList){.layers = maker->layers, .arrays = maker->arrays};
    return maker;
}

static void maker_delete(Maker *maker)
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

static const float *draw_numbers(Maker *maker, int count, float mean, float deviation)
{
    float *numbers = maker->numbers + maker->used;
    maker->used += (size_t)count;
    assert_true(maker->used <= NUMBERS_MAX);
    for (int i = 0; i < count; i++)
        numbers[i] = mean + deviation * draw(&maker->rng);
    return numbers;
}

static int add_array(Maker *maker, int channels, bool is_board)
{
    assert_true(maker->list.array_count < ARRAYS_MAX);
    maker->arrays[maker->list.array_count] =
        (LayerArray){channels, is_board, NUMBERS_FLOAT};
    return maker->list.array_count++;
}

static int add_input(Maker *maker, int channels, bool is_board)
{
    int array = add_array(maker, channels, is_board);
    maker->inputs[maker->input_count++] = array;
    return array;
}

static void add_output(Maker *maker, int array)
{
    maker->outputs[maker->output_count++] = array;
}

static Layer *add_layer(Maker *maker, LayerKind kind, LayerInput input, int output)
{
    assert_true(maker->list.layer_count < LAYERS_MAX);
    Layer *layer = &maker->layers[maker->list.layer_count++];
    *layer = (Layer){.kind = kind, .input = input, .output = output};
    return layer;
}

static LayerInput plain(int array)
{
    return (LayerInput){.array = array, .gate = NO_ARRAY};
}

static LayerInput normed(Maker *maker, int array, NormKind norm, Activation activation)
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

// A linear layer from its input to its output.
static Layer *add_linear(Maker *maker, LayerInput input, int output, int columns,
                         int rows)
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

static int product_of(Maker *maker, LayerInput input, int outputs)
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

static float input_number(int input, int board, size_t index)
{
    Rng rng = rng_seeded((uint64_t)(input * 31 + board), index);
    return draw(&rng);
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
                    to[j] =
                        input_number(i, board, (size_t)(point * shape->channels + j));
                to += runtime_stride(shape->channels);
            }
    }
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
    if (!(worst <= (double)trial->tolerance * (deviation + 1e-3)))
        fail_msg("array %d, %dx%d: error %g of %g", array, trial->columns, trial->rows,
                 worst, deviation);
}

static void compare_board(const Trial *trial, int board, RuntimeMemory *memory)
{
    const Maker *maker = trial->maker;
    LayerValues values = layer_values_new(&maker->list, trial->columns, trial->rows);
    for (int i = 0; i < maker->input_count; i++)
        for (size_t j = 0; j < layer_values_size(&values, maker->inputs[i]); j++)
            values.arrays[maker->inputs[i]][j] = (double)input_number(i, board, j);
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

// The network on boards of several sizes, one memory for all. Returns the largest
// error, as a share of the deviation of an array.
static double try_kernel(const Maker *maker, const RuntimeKernel *kernel,
                         float tolerance)
{
    double largest = 0;
    static const int SIZES[][3] = {
        {19, 19, 1}, {9, 13, 2}, {2, 2, 1}, {5, 3, 2}, {1, 7, 1}};
    Runtime *runtime =
        runtime_new(&maker->list, maker->outputs, maker->output_count, kernel);
    assert_non_null(runtime);
    RuntimeMemory *memory = runtime_memory_new(runtime, 19, 19, 2);
    assert_non_null(memory);
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        Trial trial = {maker,       kernel,    SIZES[i][0], SIZES[i][1],
                       SIZES[i][2], tolerance, &largest};
        run_trial(&trial, memory);
    }
    runtime_memory_delete(memory);
    runtime_delete(runtime);
    return largest;
}

// Does an instruction set have the kernel of one that is faster?
static bool has_same_kernel(int isa, Precision precision)
{
    const RuntimeKernel *kernel = runtime_kernel(isa_at(isa), precision);
    int first = 0;
    while (runtime_kernel(isa_at(first), precision) != kernel)
        first++;
    return first < isa;
}

// All kernels. Tolerances are for one layer, and grow with the layers.
static void try_all_within(Maker *maker, const float tolerance[PRECISION_COUNT])
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

// Of floats, of 16-bit and of 8-bit integers, of bfloat16. Errors of scores are errors
// of the exponent, so those of bytes are larger.
static const float TOLERANCE[PRECISION_COUNT] = {5e-5f, 3e-3f, 4e-2f, 1e-1f};
static const float ATTENTION_TOLERANCE[PRECISION_COUNT] = {5e-5f, 3e-3f, 1e-1f, 1e-1f};

static void try_all(Maker *maker)
{
    try_all_within(maker, TOLERANCE);
}

static const Activation ACTIVATIONS[] = {ACTIVATION_IDENTITY, ACTIVATION_RELU,
                                         ACTIVATION_MISH, ACTIVATION_SILU,
                                         ACTIVATION_LEAKY_RELU};
enum { ACTIVATION_COUNT = sizeof ACTIVATIONS / sizeof ACTIVATIONS[0] };

static void products_of_points(void **state)
{
    (void)state;
    static const int CHANNELS[][2] = {{1, 1},   {7, 17},    {22, 33},  {300, 6},
                                      {64, 96}, {128, 128}, {192, 230}};
    for (size_t i = 0; i < sizeof CHANNELS / sizeof CHANNELS[0]; i++) {
        Maker *maker = maker_new(i);
        int input = add_input(maker, CHANNELS[i][0], false);
        add_output(maker, product_of(maker, plain(input), CHANNELS[i][1]));
        LayerInput gated = plain(input);
        gated.gate = add_input(maker, CHANNELS[i][0], false);
        add_output(maker, product_of(maker, gated, CHANNELS[i][1]));
        try_all(maker);
    }
}

static void norms_and_activations(void **state)
{
    (void)state;
    static const NormKind NORMS[] = {NORM_NONE, NORM_AFFINE, NORM_RMS, NORM_RMS_BOARD};
    for (size_t i = 0; i < ACTIVATION_COUNT; i++)
        for (size_t j = 0; j < 4; j++) {
            Maker *maker = maker_new(4 * i + j);
            int input = add_input(maker, 21, false);
            LayerInput from = normed(maker, input, NORMS[j], ACTIVATIONS[i]);
            add_output(maker, product_of(maker, from, 9));
            from.scale = NULL; // means ones
            add_output(maker, product_of(maker, from, 9));
            try_all(maker);
        }
}

static void products_of_boards(void **state)
{
    (void)state;
    Maker *maker = maker_new(1);
    int input = add_input(maker, 19, true);
    int middle = product_of(maker, plain(input), 45);
    add_output(
        maker,
        product_of(maker, normed(maker, middle, NORM_RMS_BOARD, ACTIVATION_SILU), 3));
    try_all(maker);
}

static void windows(void **state)
{
    (void)state;
    static const int KINDS[][4] = {// columns, rows, dilations
                                   {3, 3, 1, 1}, {5, 5, 1, 1}, {3, 3, 2, 2},
                                   {1, 3, 1, 1}, {3, 5, 2, 1}, {1, 1, 1, 1}};
    static const int CHANNELS[][2] = {{22, 35}, {1, 3}, {64, 48}};
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++)
        for (size_t j = 0; j < sizeof CHANNELS / sizeof CHANNELS[0]; j++) {
            Maker *maker = maker_new(8 * i + j);
            int input = add_input(maker, CHANNELS[j][0], false);
            int output = add_array(maker, CHANNELS[j][1], false);
            // A bias and ReLU: what is off the board is 0 all the same.
            Layer *layer =
                add_linear(maker, normed(maker, input, NORM_AFFINE, ACTIVATION_RELU),
                           output, KINDS[i][0], KINDS[i][1]);
            layer->linear.dilation_columns = KINDS[i][2];
            layer->linear.dilation_rows = KINDS[i][3];
            add_output(maker, output);
            try_all(maker);
        }
}

static void add_to_trunk(int channels)
{
    Maker *maker = maker_new(2);
    int trunk = add_input(maker, channels, false);
    int board = add_input(maker, channels, true);
    add_linear(maker, normed(maker, trunk, NORM_AFFINE, ACTIVATION_RELU), trunk, 1, 1)
        ->adds = true;
    int middle = add_array(maker, 24, false);
    add_linear(maker, normed(maker, trunk, NORM_AFFINE, ACTIVATION_RELU), middle, 3, 3)
        ->linear.bias = NULL;
    add_linear(maker, plain(middle), trunk, 3, 3)->adds = true;
    add_linear(maker, plain(middle), trunk, 5, 5)->adds = true;
    add_layer(maker, LAYER_SPREAD, normed(maker, board, NORM_AFFINE, ACTIVATION_SILU),
              trunk)
        ->adds = true;
    int spread = add_array(maker, channels, false);
    add_layer(maker, LAYER_SPREAD, plain(board), spread);
    add_output(maker, trunk);
    add_output(maker, spread);
    try_all(maker);
}

static void layers_that_add(void **state)
{
    (void)state;
    add_to_trunk(40);
    add_to_trunk(128);
}

static void pools(void **state)
{
    (void)state;
    for (int kind = POOL_MAXIMUM; kind <= POOL_SUM; kind++)
        for (int channels = 5; channels <= 32; channels += 27) {
            Maker *maker = maker_new(3);
            int input = add_input(maker, channels, false);
            int output = add_array(maker, 3 * channels, true);
            int sum = add_input(maker, 3 * channels, true);
            LayerInput from = normed(maker, input, NORM_AFFINE, ACTIVATION_MISH);
            add_layer(maker, LAYER_POOL, from, output)->pool = (PoolKind)kind;
            Layer *adding = add_layer(maker, LAYER_POOL, plain(input), sum);
            adding->pool = (PoolKind)kind;
            adding->adds = true;
            add_output(maker, output);
            add_output(maker, sum);
            try_all(maker);
        }
}

// Two pools and the numbers of a board, one after the other in an array.
static void parts_of_an_array(void **state)
{
    (void)state;
    enum { CHANNELS = 7, BOARD = 5, PART = 2 * CHANNELS };
    Maker *maker = maker_new(4);
    int input = add_input(maker, CHANNELS, false);
    int board = add_input(maker, BOARD, true);
    int joined = add_array(maker, 2 * PART + BOARD, true);
    LayerInput from = normed(maker, input, NORM_AFFINE, ACTIVATION_LEAKY_RELU);
    Layer *pool = add_layer(maker, LAYER_POOL, from, joined);
    pool->pool = POOL_TWO;
    pool->first = PART;
    add_layer(maker, LAYER_POOL, plain(input), joined)->pool = POOL_TWO;
    add_layer(maker, LAYER_SPREAD, plain(board), joined)->first = 2 * PART;
    Layer *adding = add_layer(maker, LAYER_SPREAD, plain(board), joined);
    adding->first = 1;
    adding->adds = true;
    add_output(maker, joined);
    try_all(maker);
}

// What several layers read is computed once.
static void activated_arrays(void **state)
{
    (void)state;
    for (size_t i = 0; i < ACTIVATION_COUNT; i++) {
        Maker *maker = maker_new(i);
        int input = add_input(maker, 21, false), gate = add_input(maker, 21, false);
        int output = add_array(maker, 21, false);
        LayerInput from = normed(maker, input, NORM_RMS, ACTIVATIONS[i]);
        from.gate = gate;
        add_layer(maker, LAYER_ACTIVATE, from, output);
        add_output(maker, output);
        add_output(maker, product_of(maker, plain(output), 18));
        try_all(maker);
    }
}

typedef struct HeadKind {
    int heads, key_heads, query_size, value_size;
    int turns; // 0: none, 1: shared, 2: of each head
    bool adds;
} HeadKind;

enum { BYTE_INPUTS = 128 }; // of a layer that is computed with bytes, at least

static void add_attention(Maker *maker, const HeadKind *kind, LayerInput input,
                          int keys, int values, int output)
{
    int pairs = kind->query_size / 2;
    int count = kind->turns == 2 ? kind->key_heads * pairs : pairs;
    Layer *layer = add_layer(maker, LAYER_ATTENTION, input, output);
    layer->adds = kind->adds;
    layer->attention = (AttentionLayer){
        .keys = keys,
        .values = values,
        .heads = kind->heads,
        .key_heads = kind->key_heads,
        .query_size = kind->query_size,
        .value_size = kind->value_size,
        .frequencies =
            kind->turns == 0 ? NULL : draw_numbers(maker, 2 * count, 0, 0.5f),
        .shares_frequencies = kind->turns == 1,
    };
}

static void attention(void **state)
{
    (void)state;
    static const HeadKind KINDS[] = {{6, 6, 32, 32, 2, false}, {6, 3, 32, 16, 2, false},
                                     {2, 1, 12, 7, 1, false},  {1, 1, 5, 20, 0, false},
                                     {3, 3, 16, 48, 1, true},  {4, 2, 2, 1, 2, true}};
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++) {
        const HeadKind *kind = &KINDS[i];
        Maker *maker = maker_new(i);
        int queries = add_input(maker, kind->heads * kind->query_size, false);
        int keys = add_input(maker, kind->key_heads * kind->query_size, false);
        int values = add_input(maker, kind->key_heads * kind->value_size, false);
        int output = add_input(maker, kind->heads * kind->value_size, false);
        add_attention(maker, kind, plain(queries), keys, values, output);
        add_output(maker, output);
        // What only a product reads need not be floats.
        int middle = add_array(maker, kind->heads * kind->value_size, false);
        HeadKind overwriting = *kind;
        overwriting.adds = false;
        add_attention(maker, &overwriting, plain(queries), keys, values, middle);
        add_output(maker, product_of(maker, plain(middle), 40));
        bool has_bytes = kind->heads * kind->query_size >= BYTE_INPUTS;
        try_all_within(maker, has_bytes ? ATTENTION_TOLERANCE : TOLERANCE);
    }
}

// A row of ReLUs and products whose sums are as large as they can be: in integers they
// must not overflow.
static void largest_sums(void **state)
{
    (void)state;
    Maker *maker = maker_new(5);
    int input = add_input(maker, 512, false);
    LayerInput from = plain(input);
    from.norm = NORM_AFFINE; // the same for all inputs, and positive
    float *bias = maker->numbers + maker->used;
    float *scale = bias + 512;
    maker->used += 1024;
    for (int i = 0; i < 512; i++) {
        scale[i] = 1e-5f;
        bias[i] = 100;
    }
    from.scale = scale;
    from.bias = bias;
    for (int window = 1; window <= 5; window += 2) {
        int output = add_array(maker, 4, false);
        Layer *layer = add_linear(maker, from, output, window, window);
        float *weights = maker->numbers + (layer->linear.weights - maker->numbers);
        for (int i = 0; i < 512 * window * window * 4; i++)
            weights[i] = 0.01f;
        add_output(maker, output);
    }
    try_all(maker);
}

// Queries, keys and values that are all the same, or very large.
static void attention_of_equals_and_of_one(void **state)
{
    (void)state;
    for (int power = -3; power <= 3; power += 3) {
        Maker *maker = maker_new(6);
        int input = add_input(maker, 8, false);
        LayerInput from = normed(maker, input, NORM_AFFINE, ACTIVATION_IDENTITY);
        float *scale = maker->numbers + (from.scale - maker->numbers);
        for (int i = 0; i < 8; i++)
            scale[i] = powf(10, (float)power);
        int queries = product_of(maker, from, 32), keys = product_of(maker, from, 32);
        int values = product_of(maker, plain(input), 32);
        int output = add_array(maker, 32, false);
        HeadKind kind = {1, 1, 32, 32, 0, false};
        add_attention(maker, &kind, plain(queries), keys, values, output);
        // Large products decide for one point, so their errors are errors of the
        // exponent.
        if (power < 3)
            add_output(maker, output);
        try_all(maker);
    }
}

// The array, where of the first two channels only one is not 0, but large.
static LayerInput with_long_channel(Maker *maker, int array, int which)
{
    enum { LENGTH = 25 };
    LayerInput input = normed(maker, array, NORM_AFFINE, ACTIVATION_IDENTITY);
    float *scale = maker->numbers + (input.scale - maker->numbers);
    float *bias = maker->numbers + (input.bias - maker->numbers);
    scale[0] = scale[1] = 0;
    bias[which] = LENGTH;
    bias[1 - which] = 0;
    return input;
}

// Queries and keys whose product could be large, by their lengths, but is not. Matrices
// look for the largest score then.
static void attention_of_long_vectors(void **state)
{
    (void)state;
    enum { SIZE = 32 };
    const RuntimeKernel *matrices = runtime_kernel(isa_best(), PRECISION_BF16);
    Maker *maker = maker_new(9);
    int queries = add_input(maker, SIZE, false), from = add_input(maker, SIZE, false);
    int values = add_input(maker, SIZE, false), output = add_array(maker, SIZE, false);
    int keys = add_array(maker, SIZE, false);
    add_layer(maker, LAYER_ACTIVATE, with_long_channel(maker, from, 1), keys);
    HeadKind kind = {1, 1, SIZE, SIZE, 0, false};
    add_attention(maker, &kind, with_long_channel(maker, queries, 0), keys, values,
                  output);
    add_output(maker, output);
    try_kernel(maker, runtime_kernel(isa_best(), PRECISION_FLOAT), 1e-4f);
    if (matrices != NULL)
        try_kernel(maker, matrices, 5e-2f);
    maker_delete(maker);
}

// Layers that read the same inputs, while these change between some of them.
static void share_inputs(int channels, bool has_gate)
{
    Maker *maker = maker_new(7);
    int trunk = add_input(maker, channels, false);
    int gate = add_input(maker, channels, false);
    LayerInput from = normed(maker, trunk, NORM_RMS, ACTIVATION_SILU);
    if (has_gate)
        from.gate = gate;
    add_output(maker, product_of(maker, from, 20));
    add_output(maker, product_of(maker, from, channels));
    add_output(maker, product_of(maker, from, channels + 9));
    int wide = add_array(maker, 16, false);
    add_linear(maker, from, wide, 3, 3); // prepared in another way
    add_output(maker, wide);
    add_output(maker, product_of(maker, from, 10));
    add_linear(maker, plain(trunk), gate, 1, 1)->adds = true;
    add_output(maker, product_of(maker, from, 11));
    add_linear(maker, from, trunk, 1, 1)->adds = true;
    add_output(maker, product_of(maker, from, channels + 1));
    try_all(maker);
}

static void shared_inputs(void **state)
{
    (void)state;
    share_inputs(48, true);
    share_inputs(128, false);
}

// How a product and its gate lie in a network.
typedef enum GateCase {
    VALUE_FIRST,
    GATE_FIRST,
    VALUE_IS_OUTPUT,
    GATE_IS_READ_AGAIN,
    VALUE_IS_CHANGED,
    LAYER_BETWEEN,
    MANY_INPUTS, // more than a block
    BYTES,       // enough for 8-bit integers
    WHOLE,       // as many values as matrices have, or a multiple of it
    GATE_CASES,
} GateCase;

static void add_gated(Maker *maker, GateCase which, Activation activation)
{
    int channels = which == MANY_INPUTS ? 300 : which == BYTES ? 128 : 30;
    int width = which == BYTES ? 131 : which == WHOLE ? 96 : 37;
    int trunk = add_input(maker, channels, false);
    LayerInput from = normed(maker, trunk, NORM_RMS, ACTIVATION_IDENTITY);
    int first = product_of(maker, from, width);
    if (which == LAYER_BETWEEN)
        add_linear(maker, plain(trunk), trunk, 1, 1)->adds = true;
    int second = product_of(maker, from, width);
    LayerInput gated = plain(which == GATE_FIRST ? second : first);
    gated.gate = which == GATE_FIRST ? first : second;
    gated.activation = activation;
    if (which == VALUE_IS_CHANGED)
        add_linear(maker, plain(trunk), gated.array, 1, 1)->adds = true;
    add_linear(maker, gated, trunk, 1, 1)->adds = true;
    add_output(maker, trunk);
    if (which == VALUE_IS_OUTPUT)
        add_output(maker, gated.array);
    if (which == GATE_IS_READ_AGAIN)
        add_output(maker, product_of(maker, plain(gated.gate), 5));
}

static void gated_products(void **state)
{
    (void)state;
    for (int which = 0; which < GATE_CASES; which++)
        for (size_t i = 0; i < ACTIVATION_COUNT; i++) {
            Maker *maker = maker_new((uint64_t)which);
            add_gated(maker, (GateCase)which, ACTIVATIONS[i]);
            try_all(maker);
        }
}

static double activated(double x, Activation activation)
{
    switch (activation) {
    case ACTIVATION_RELU:
        return x > 0 ? x : 0;
    case ACTIVATION_LEAKY_RELU:
        return x > 0 ? x : x / 8;
    case ACTIVATION_MISH:
        return x * tanh(log1p(exp(x)));
    case ACTIVATION_SILU:
        return x / (1 + exp(-x));
    case ACTIVATION_IDENTITY:
        break;
    }
    return x;
}

enum { ROW_SIDE = 19, ROW_POINTS = ROW_SIDE * ROW_SIDE };

// to = weight * activation(from), point by point.
static void run_points(const RuntimeKernel *kernel, Activation activation, float weight,
                       const float from[ROW_POINTS], float to[ROW_POINTS])
{
    const LayerArray shape = {1, false, NUMBERS_FLOAT};
    LayerArray arrays[] = {shape, shape};
    Layer layer = {.kind = LAYER_LINEAR,
                   .input = {.array = 0, .activation = activation, .gate = NO_ARRAY},
                   .output = 1,
                   .linear = {.inputs = 1,
                              .outputs = 1,
                              .columns = 1,
                              .rows = 1,
                              .dilation_columns = 1,
                              .dilation_rows = 1,
                              .weights = &weight}};
    LayerList list = {&layer, 1, arrays, 2, NULL};
    Runtime *runtime = runtime_new(&list, &(int){1}, 1, kernel);
    assert_non_null(runtime);
    RuntimeMemory *memory = runtime_memory_new(runtime, ROW_SIDE, ROW_SIDE, 1);
    assert_non_null(memory);
    float *in = runtime_array(memory, 0);
    const float *out = runtime_array(memory, 1);
    for (int i = 0; i < ROW_POINTS; i++)
        in[(ptrdiff_t)i * runtime_stride(1)] = from[i];
    runtime_run(memory);
    for (int i = 0; i < ROW_POINTS; i++)
        to[i] = out[(ptrdiff_t)i * runtime_stride(1)];
    runtime_memory_delete(memory);
    runtime_delete(runtime);
}

static void check_activation(const RuntimeKernel *kernel, Activation activation)
{
    float numbers[ROW_POINTS], results[ROW_POINTS];
    for (int i = 0; i < ROW_POINTS; i++)
        numbers[i] = (float)(i - ROW_POINTS / 2) * 0.47f;
    run_points(kernel, activation, 1, numbers, results);
    for (int i = 0; i < ROW_POINTS; i++) {
        double should = activated((double)numbers[i], activation);
        double is = (double)results[i];
        if (!(fabs(is - should) <= 1e-6 * fabs(should) + 1e-36))
            fail_msg("activation %d of %g: %g, not %g", (int)activation,
                     (double)numbers[i], is, should);
    }
}

static void activations_are_exact(void **state)
{
    (void)state;
    for (int i = 0; isa_at(i) != NULL; i++)
        for (size_t j = 0; j < ACTIVATION_COUNT; j++)
            check_activation(runtime_kernel(isa_at(i), PRECISION_FLOAT),
                             ACTIVATIONS[j]);
}

// 8-bit integers are used where there are enough inputs: results differ a little.
static void bytes_are_used(void **state)
{
    (void)state;
    for (int i = 0; isa_at(i) != NULL; i++) {
        const RuntimeKernel *bytes = runtime_kernel(isa_at(i), PRECISION_INT8);
        if (bytes == NULL)
            continue;
        Maker *maker = maker_new(8);
        int input = add_input(maker, 128, false);
        add_output(maker, product_of(maker, plain(input), 128));
        assert_true(try_kernel(maker, bytes, 1) > 3e-3);
        try_kernel(maker, runtime_kernel(isa_at(i), PRECISION_INT16), 3e-3f);
        maker_delete(maker);
    }
}

// The largest error of attention with 8-bit integers, as a share of the deviation.
static double error_of_attention(const RuntimeKernel *bytes, int heads)
{
    enum { SIZE = 32 };
    HeadKind kind = {heads, heads, SIZE, SIZE, 0, false};
    Maker *maker = maker_new(8);
    int queries = add_input(maker, heads * SIZE, false);
    int keys = add_input(maker, heads * SIZE, false);
    int values = add_input(maker, heads * SIZE, false);
    int output = add_array(maker, heads * SIZE, false);
    add_attention(maker, &kind, plain(queries), keys, values, output);
    add_output(maker, output);
    double error = try_kernel(maker, bytes, ATTENTION_TOLERANCE[PRECISION_INT8]);
    maker_delete(maker);
    return error;
}

// So it is with queries and keys.
static void bytes_are_used_in_attention(void **state)
{
    (void)state;
    const double tolerance = (double)ATTENTION_TOLERANCE[PRECISION_INT16];
    for (int i = 0; isa_at(i) != NULL; i++) {
        const RuntimeKernel *bytes = runtime_kernel(isa_at(i), PRECISION_INT8);
        if (bytes == NULL)
            continue;
        assert_true(error_of_attention(bytes, 3) < tolerance);
        assert_true(error_of_attention(bytes, 4) > tolerance);
    }
}

// Where there are matrices, they are what is taken. Only AMX has them.
static void matrices_are_used(void **state)
{
    (void)state;
    for (int i = 0; isa_at(i) != NULL; i++) {
        const RuntimeKernel *matrices = runtime_kernel(isa_at(i), PRECISION_BF16);
        assert_int_equal(matrices != NULL, strcmp(isa_at(i)->name, "amx") == 0);
        if (matrices == NULL)
            continue;
        assert_ptr_equal(runtime_kernel(isa_at(i), PRECISION_AUTO), matrices);
        Maker *maker = maker_new(8);
        int input = add_input(maker, 128, false);
        add_output(maker, product_of(maker, plain(input), 128));
        assert_true(try_kernel(maker, matrices, 3e-2f) > 3e-3);
        maker_delete(maker);
    }
}

// Numbers whose factor to integers would be infinite.
static void nearly_nothing_is_nothing(void **state)
{
    (void)state;
    float numbers[ROW_POINTS], results[ROW_POINTS];
    for (int i = 0; i < ROW_POINTS; i++)
        numbers[i] = 1e-37f;
    for (int i = 0; isa_at(i) != NULL; i++)
        for (int precision = 0; precision < PRECISION_COUNT; precision++) {
            const RuntimeKernel *kernel =
                runtime_kernel(isa_at(i), (Precision)precision);
            if (kernel == NULL)
                continue;
            run_points(kernel, ACTIVATION_IDENTITY, 1, numbers, results);
            for (int j = 0; j < ROW_POINTS; j++)
                assert_true(fabsf(results[j]) < 1e-30f);
        }
}

#ifdef __SSE2__
// Subnormal numbers would take a hundred times as long. Who calls keeps them.
static void subnormals_are_zeros_in_a_run_only(void **state)
{
    (void)state;
    volatile float small = 1e-30f, smaller = 1e-10f;
    float numbers[ROW_POINTS], results[ROW_POINTS];
    for (int i = 0; i < ROW_POINTS; i++)
        numbers[i] = small;
    for (int i = 0; isa_at(i) != NULL; i++) {
        run_points(runtime_kernel(isa_at(i), PRECISION_FLOAT), ACTIVATION_IDENTITY,
                   smaller, numbers, results);
        for (int j = 0; j < ROW_POINTS; j++)
            assert_false(results[j] > 0);
        assert_true(small * smaller > 0);
    }
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_of_points),
        cmocka_unit_test(norms_and_activations),
        cmocka_unit_test(products_of_boards),
        cmocka_unit_test(windows),
        cmocka_unit_test(layers_that_add),
        cmocka_unit_test(pools),
        cmocka_unit_test(parts_of_an_array),
        cmocka_unit_test(activated_arrays),
        cmocka_unit_test(attention),
        cmocka_unit_test(largest_sums),
        cmocka_unit_test(attention_of_equals_and_of_one),
        cmocka_unit_test(attention_of_long_vectors),
        cmocka_unit_test(shared_inputs),
        cmocka_unit_test(gated_products),
        cmocka_unit_test(activations_are_exact),
        cmocka_unit_test(bytes_are_used),
        cmocka_unit_test(bytes_are_used_in_attention),
        cmocka_unit_test(matrices_are_used),
        cmocka_unit_test(nearly_nothing_is_nothing),
#ifdef __SSE2__
        cmocka_unit_test(subnormals_are_zeros_in_a_run_only),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
