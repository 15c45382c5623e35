// SPDX-License-Identifier: MIT
//
// Every kernel of this machine, in every precision, against the definition of the
// layers: random networks on boards of several sizes. Attention has a test of its own.
#include "runtime.h"

#include <math.h>

#include "isa.h"
#include "layer_maker.h"
#include "picture.h"

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

// Of windows.
static const int WINDOWS[][4] = { // columns, rows, dilations
    {3, 3, 1, 1}, {5, 5, 1, 1}, {3, 3, 2, 2}, {1, 3, 1, 1}, {3, 5, 2, 1}, {1, 1, 1, 1}};
enum { WINDOW_COUNT = sizeof WINDOWS / sizeof WINDOWS[0] };
static const int WINDOW_CHANNELS[][2] = {{22, 35}, {1, 3}, {64, 48}};

static Layer *add_window(Maker *maker, LayerInput input, int output, const int kind[4])
{
    Layer *layer = add_linear(maker, input, output, kind[0], kind[1]);
    layer->linear.dilation_columns = kind[2];
    layer->linear.dilation_rows = kind[3];
    return layer;
}

static void windows(void **state)
{
    (void)state;
    for (size_t i = 0; i < WINDOW_COUNT; i++)
        for (size_t j = 0; j < sizeof WINDOW_CHANNELS / sizeof WINDOW_CHANNELS[0];
             j++) {
            Maker *maker = maker_new(8 * i + j);
            int input = add_input(maker, WINDOW_CHANNELS[j][0], false);
            int output = add_array(maker, WINDOW_CHANNELS[j][1], false);
            // A bias and ReLU: what is off the board is 0 all the same.
            add_window(maker, normed(maker, input, NORM_AFFINE, ACTIVATION_RELU),
                       output, WINDOWS[i]);
            add_output(maker, output);
            try_all(maker);
        }
}

// So many weights that no cache holds those of large squares (runtime.c).
static void windows_of_many_weights(void **state)
{
    (void)state;
    static const struct {
        Precision precision;
        int inputs, outputs;
    } TRIALS[] = {{PRECISION_FLOAT, 64, 1340}, {PRECISION_INT16, 64, 2680}};
    for (size_t i = 0; i < sizeof TRIALS / sizeof TRIALS[0]; i++) {
        Maker *maker = maker_new(11 + i);
        int input = add_input(maker, TRIALS[i].inputs, false);
        int output = add_array(maker, TRIALS[i].outputs, false);
        add_window(maker, normed(maker, input, NORM_AFFINE, ACTIVATION_RELU), output,
                   WINDOWS[0]);
        add_output(maker, output);
        Precision precision = TRIALS[i].precision;
        for (int j = 0; isa_at(j) != NULL; j++)
            if (!has_same_kernel(j, precision))
                try_kernel(maker, runtime_kernel(isa_at(j), precision),
                           LAYER_TOLERANCE[precision]);
        maker_delete(maker);
    }
}

// What nothing has been done to may be nearly all 0, or may not.
static void windows_of_planes(void **state)
{
    (void)state;
    static const int ZEROS[] = {0, 90, 100};
    for (size_t i = 0; i < WINDOW_COUNT; i++)
        for (size_t j = 0; j < sizeof WINDOW_CHANNELS / sizeof WINDOW_CHANNELS[0];
             j++) {
            Maker *maker = maker_new(8 * i + j);
            maker->zeros = ZEROS[(i + j) % 3];
            int input = add_input(maker, WINDOW_CHANNELS[j][0], false);
            int output = add_array(maker, WINDOW_CHANNELS[j][1], false);
            add_window(maker, plain(input), output, WINDOWS[i]);
            add_window(maker, plain(input), output, WINDOWS[0])->adds = true;
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
    add_to_trunk(88); // a wide panel, then a narrow one
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

// A memory that is deleted is the next one for such boards, and no other one.
static void memories_are_used_again(void **state)
{
    (void)state;
    Maker *maker = maker_new(9);
    add_output(maker, product_of(maker, plain(add_input(maker, 3, false)), 5));
    Runtime *runtime = runtime_new(&maker->list, maker->outputs, maker->output_count,
                                   runtime_kernel(isa_at(0), PRECISION_FLOAT));
    assert_non_null(runtime);
    RuntimeMemory *first = runtime_memory_new(runtime, 19, 19, 1);
    RuntimeMemory *second = runtime_memory_new(runtime, 19, 19, 1);
    assert_non_null(first);
    assert_non_null(second);
    assert_ptr_not_equal(first, second);
    uintptr_t place = (uintptr_t)first;
    runtime_memory_delete(first);
    first = runtime_memory_new(runtime, 19, 19, 1);
    assert_true((uintptr_t)first == place);
    runtime_memory_delete(first);
    runtime_memory_delete(second);
    // A larger one: ASan would see one that is too small.
    first = runtime_memory_new(runtime, 19, 19, 3);
    assert_non_null(first);
    memset(runtime_array(first, maker->inputs[0]), 0,
           3 * ROW_POINTS * sizeof(float) * (size_t)runtime_stride(3));
    runtime_run(first);
    runtime_memory_delete(first);
    runtime_delete(runtime);
    maker_delete(maker);
}

// 8-bit integers are used where there are enough inputs, and an example that tells
// something: results differ a little.
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
        try_with_example(maker, bytes, EXAMPLE_NONE, 3e-3f);
        try_with_example(maker, bytes, EXAMPLE_INFINITE, 3e-3f);
        try_kernel(maker, runtime_kernel(isa_at(i), PRECISION_INT16), 3e-3f);
        maker_delete(maker);
    }
}

enum { ALIKE_SIDE = 8, ALIKE_POINTS = ALIKE_SIDE * ALIKE_SIDE, ALIKE_CHANNELS = 128 };

// The product of a board on which all points are alike. Bytes are told how to round by
// one with numbers of size 1.
static void run_alike(const Maker *maker, const RuntimeKernel *kernel, float size,
                      float to[ALIKE_POINTS * ALIKE_CHANNELS])
{
    Runtime *runtime =
        runtime_new(&maker->list, maker->outputs, maker->output_count, kernel);
    assert_non_null(runtime);
    bool is_ready = !runtime_wants_example(runtime);
    for (int run = is_ready ? 1 : 0; run < 2; run++, is_ready = true) {
        RuntimeMemory *memory = runtime_memory_new(runtime, ALIKE_SIDE, ALIKE_SIDE, 1);
        assert_true(memory != NULL && (is_ready || runtime_memory_observe(memory)));
        runtime_memory_begin(memory, ALIKE_SIDE, ALIKE_SIDE, 1);
        float *from = runtime_array(memory, maker->inputs[0]);
        for (int i = 0; i < ALIKE_POINTS * ALIKE_CHANNELS; i++)
            from[i] = (is_ready ? size : 1) * sinf(1 + (float)(i % ALIKE_CHANNELS));
        runtime_run(memory);
        memcpy(to, runtime_array(memory, maker->outputs[0]),
               sizeof *to * ALIKE_POINTS * ALIKE_CHANNELS);
        assert_true(is_ready || runtime_calibrate(runtime, &maker->list, memory));
        runtime_memory_delete(memory);
    }
    runtime_delete(runtime);
}

// What bytes miss at each point is not the same: of the mean of all points less is
// missing. Of points without any number nothing is.
static void bytes_of_like_points_differ(void **state)
{
    (void)state;
    static float exact[ALIKE_POINTS * ALIKE_CHANNELS],
        found[ALIKE_POINTS * ALIKE_CHANNELS];
    for (int i = 0; isa_at(i) != NULL; i++) {
        const RuntimeKernel *bytes = runtime_kernel(isa_at(i), PRECISION_INT8);
        if (bytes == NULL)
            continue;
        Maker *maker = maker_new(10);
        int input = add_input(maker, ALIKE_CHANNELS, false);
        add_output(maker, product_of(maker, plain(input), ALIKE_CHANNELS));
        run_alike(maker, runtime_kernel(isa_at(i), PRECISION_FLOAT), 1, exact);
        run_alike(maker, bytes, 1, found);
        double squares = 0, squares_of_means = 0;
        for (int output = 0; output < ALIKE_CHANNELS; output++) {
            double sum = 0;
            for (int point = 0; point < ALIKE_POINTS; point++) {
                int place = point * ALIKE_CHANNELS + output;
                double error = (double)found[place] - (double)exact[place];
                squares += error * error;
                sum += error;
            }
            squares_of_means += sum * sum / ALIKE_POINTS;
        }
        assert_true(squares > 0 && squares_of_means < 0.2 * squares);
        run_alike(maker, runtime_kernel(isa_at(i), PRECISION_FLOAT), 0, exact);
        run_alike(maker, bytes, 0, found);
        for (int place = 0; place < ALIKE_POINTS * ALIKE_CHANNELS; place++)
            assert_true(fabsf(found[place] - exact[place]) < 0.05f);
        maker_delete(maker);
    }
}

// Numbers of a layer, in a place where they may be changed.
static float *changed(Maker *maker, const float *numbers)
{
    return maker->numbers + (numbers - maker->numbers);
}

// Channels of all sizes, whose weights make up for that, and which are all on one side
// of 0: none of them is lost among the others. A gate, and layers of the same inputs,
// have the same bytes.
static void bytes_fit_each_channel(void **state)
{
    (void)state;
    enum { CHANNELS = 128, OUTPUTS = 3 };
    static const float SIZES[] = {0.05f, 1, 20};
    for (int i = 0; isa_at(i) != NULL; i++) {
        const RuntimeKernel *bytes = runtime_kernel(isa_at(i), PRECISION_INT8);
        if (bytes == NULL)
            continue;
        Maker *maker = maker_new(9);
        LayerInput from = normed(maker, add_input(maker, CHANNELS, false), NORM_AFFINE,
                                 ACTIVATION_IDENTITY);
        Layer *layers[OUTPUTS];
        int arrays[OUTPUTS];
        for (int j = 0; j < OUTPUTS; j++) {
            arrays[j] = add_array(maker, CHANNELS + 16 * (j > 0), false);
            layers[j] = add_linear(maker, from, arrays[j], 1, 1);
        }
        for (int c = 0; c < CHANNELS; c++) {
            float size = SIZES[c % 3];
            changed(maker, from.scale)[c] *= size;
            changed(maker, from.bias)[c] = 3 * size;
            for (int j = 0; j < OUTPUTS; j++)
                for (int output = 0; output < layers[j]->linear.outputs; output++)
                    changed(maker, layers[j]->linear.weights)[output * CHANNELS + c] /=
                        size;
        }
        LayerInput gated = plain(arrays[1]);
        gated.activation = ACTIVATION_SILU;
        gated.gate = arrays[2];
        add_output(maker, arrays[0]);
        add_output(maker, product_of(maker, gated, 40));
        double error = try_kernel(maker, bytes, 7e-2f);
        assert_true(error > 3e-3);
        maker_delete(maker);
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
        cmocka_unit_test(windows_of_planes),
        cmocka_unit_test(windows_of_many_weights),
        cmocka_unit_test(layers_that_add),
        cmocka_unit_test(pools),
        cmocka_unit_test(parts_of_an_array),
        cmocka_unit_test(activated_arrays),
        cmocka_unit_test(largest_sums),
        cmocka_unit_test(shared_inputs),
        cmocka_unit_test(gated_products),
        cmocka_unit_test(activations_are_exact),
        cmocka_unit_test(bytes_are_used),
        cmocka_unit_test(memories_are_used_again),
        cmocka_unit_test(bytes_of_like_points_differ),
        cmocka_unit_test(bytes_fit_each_channel),
        cmocka_unit_test(matrices_are_used),
        cmocka_unit_test(nearly_nothing_is_nothing),
#ifdef __SSE2__
        cmocka_unit_test(subnormals_are_zeros_in_a_run_only),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
