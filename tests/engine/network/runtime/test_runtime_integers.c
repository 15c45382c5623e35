// SPDX-License-Identifier: MIT
//
// Lists of integers: every kernel of this machine against the definition of the layers,
// bit for bit; random layers on random boards, with extreme numbers, too.
#include "runtime.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "isa.h"
#include "picture.h"
#include "rng.h"

enum {
    ROUNDS = 60,
    WIDE_ROUNDS = 10,
    CHANNELS_MAX = 128,
    BOARDS = 2,
    SIDE = BOARD_SIDE_MAX,
    POINTS_MAX = SIDE * SIDE,
    WINDOW_MAX = 5,
    INPUTS_MAX = WINDOW_MAX * WINDOW_MAX * BITS_MAX, // of a layer of bits
};

// Arrays of the lists.
enum { INPUT, BIAS, OUTPUT_BYTES, OUTPUT_SHORTS, OUTPUT_FLOATS, OUTPUT_SUMS, ARRAYS };

// A layer with its numbers, what goes in, and its outputs of all kinds.
typedef struct Bench {
    LinearLayer layer;
    LayerArray arrays[ARRAYS];
    int columns, rows;
    int8_t weights[CHANNELS_MAX * SQUARE_WEIGHTS * CHANNELS_MAX];
    float scale[CHANNELS_MAX], bias[CHANNELS_MAX];
    int16_t in[BOARDS][POINTS_MAX][CHANNELS_MAX];
    int16_t trunk[BOARDS][POINTS_MAX][CHANNELS_MAX]; // what a sum is added to
    uint32_t bits[BOARDS][POINTS_MAX];
} Bench;

static int create(void **state)
{
    *state = malloc(sizeof(Bench));
    return *state == NULL;
}

static int destroy(void **state)
{
    free(*state);
    return 0;
}

static int pick(Rng *rng, int low, int high)
{
    return low + (int)rng_below(rng, (uint32_t)(high - low + 1));
}

// What layers are drawn from.
typedef struct Kind {
    int channels_min, channels_max, side_max;
    int loud; // so many in 256 of the numbers are extreme
} Kind;

static int pick_channels(Rng *rng, const Kind *kind)
{
    return CHANNEL_GROUP * pick(rng, kind->channels_min / CHANNEL_GROUP,
                                kind->channels_max / CHANNEL_GROUP);
}

static void pick_layer(Bench *bench, Rng *rng, const Kind *kind)
{
    int window = pick(rng, 0, 1) ? 3 : 1;
    bench->layer = (LinearLayer){.inputs = pick_channels(rng, kind),
                                 .outputs = pick_channels(rng, kind),
                                 .columns = window,
                                 .rows = window,
                                 .dilation_columns = 1,
                                 .dilation_rows = 1,
                                 .integers = bench->weights,
                                 .scale = bench->scale,
                                 .bias = bench->bias,
                                 .has_bias_array = pick(rng, 0, 1),
                                 .bias_array = BIAS};
    bench->columns = pick(rng, 1, kind->side_max);
    bench->rows = pick(rng, 1, kind->side_max);
}

static int weights_of_output(const LinearLayer *layer)
{
    return layer->columns == 3 ? SQUARE_WEIGHTS * layer->inputs : layer->inputs;
}

static void describe_arrays(Bench *bench, NumberKind input)
{
    int inputs = bench->layer.inputs, outputs = bench->layer.outputs;
    bench->arrays[INPUT] = (LayerArray){inputs, false, input};
    bench->arrays[BIAS] = (LayerArray){outputs, true, NUMBERS_FLOAT};
    bench->arrays[OUTPUT_BYTES] = (LayerArray){outputs, false, NUMBERS_BYTE};
    bench->arrays[OUTPUT_SHORTS] = (LayerArray){outputs, false, NUMBERS_SHORT};
    bench->arrays[OUTPUT_SUMS] = bench->arrays[OUTPUT_SHORTS];
    bench->arrays[OUTPUT_FLOATS] = (LayerArray){outputs, false, NUMBERS_FLOAT};
}

static void pick_numbers(Bench *bench, Rng *rng, const Kind *kind)
{
    const LinearLayer *layer = &bench->layer;
    int row = weights_of_output(layer);
    for (int i = 0; i < layer->outputs * row; i++)
        bench->weights[i] =
            (int8_t)(pick(rng, 0, 255) < kind->loud ? 127 : pick(rng, -127, 127));
    // About as much as brings the sums to a few times the range of activations.
    for (int i = 0; i < layer->outputs; i++) {
        bench->scale[i] =
            (float)pick(rng, 1, 1000) * 1e-3f * 2 / (127 * sqrtf((float)row));
        bench->bias[i] = (float)pick(rng, -1000, 1000) * 0.1f;
    }
    for (int board = 0; board < BOARDS; board++)
        for (int i = 0; i < bench->columns * bench->rows; i++) {
            for (int c = 0; c < layer->inputs; c++)
                bench->in[board][i][c] = pick(rng, 0, 255) < kind->loud
                                             ? BYTE_TOP
                                             : (int16_t)pick(rng, 0, BYTE_TOP);
            for (int c = 0; c < layer->outputs; c++)
                bench->trunk[board][i][c] = (int16_t)pick(rng, -SHORT_TOP, SHORT_TOP);
        }
}

static int cell_of(const IntegerGrid *grid, int point)
{
    return grid->first + point / grid->columns * grid->stride + point % grid->columns;
}

// The place of a number of an array of bytes or shorts.
static size_t place_of(const IntegerGrid *grid, int board, int point, int channels,
                       int channel)
{
    int cell = board * grid->cells + cell_of(grid, point);
    return (size_t)(cell * runtime_stride(channels) + channel);
}

// A number of an input on a board; 0 beyond its edges.
static int input_at(const Bench *bench, int board, int column, int row, int input)
{
    bool inside =
        column >= 0 && column < bench->columns && row >= 0 && row < bench->rows;
    return inside ? bench->in[board][row * bench->columns + column][input] : 0;
}

static int weight_at(const Bench *bench, int output, int tap, int input)
{
    const LinearLayer *layer = &bench->layer;
    return layer
        ->integers[output * weights_of_output(layer) + tap * layer->inputs + input];
}

// Four neighbors by their kinds: both, apart, before, after.
static void combine(const int cells[4], int kinds[4])
{
    kinds[0] = cells[1] + cells[2];
    kinds[1] = cells[2] - cells[1];
    kinds[2] = cells[0] - cells[2];
    kinds[3] = cells[3] - cells[1];
}

// What becomes of the first or the second one of two neighbors.
static int join(const int kinds[4], bool second)
{
    return second ? kinds[0] - kinds[1] + kinds[3] : kinds[0] + kinds[1] + kinds[2];
}

// A point, an output of it.
typedef struct Place {
    int board, column, row, output;
} Place;

// What one input of a square comes to for an output of one of its points.
static int32_t product_of_square(const Bench *bench, Place at, int input)
{
    int columns[4][4], parts[4], of_rows[4]; // by column, kind of row
    for (int i = 0; i < 4; i++) {
        int cells[4];
        for (int j = 0; j < 4; j++)
            cells[j] = input_at(bench, at.board, at.column - at.column % 2 + i - 1,
                                at.row - at.row % 2 + j - 1, input);
        combine(cells, columns[i]);
    }
    for (int kind = 0; kind < 4; kind++) {
        int cells[] = {columns[0][kind], columns[1][kind], columns[2][kind],
                       columns[3][kind]};
        combine(cells, parts);
        for (int i = 0; i < 4; i++)
            parts[i] *= weight_at(bench, at.output, 4 * kind + i, input);
        of_rows[kind] = join(parts, at.column % 2 == 1);
    }
    return join(of_rows, at.row % 2 == 1);
}

// The bias of each board is a bit larger than that of the one before.
static float bias_of(const Bench *bench, Place at)
{
    return bench->bias[at.output] + (float)(bench->layer.has_bias_array * at.board);
}

// The definition.
static float value_of(const Bench *bench, Place at)
{
    const LinearLayer *layer = &bench->layer;
    int32_t sum = 0;
    for (int i = 0; i < layer->inputs; i++)
        sum += layer->columns == 3 ? product_of_square(bench, at, i)
                                   : input_at(bench, at.board, at.column, at.row, i) *
                                         weight_at(bench, at.output, 0, i);
    float product = (float)sum * layer->scale[at.output];
    return product + bias_of(bench, at);
}

static float within(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value;
}

static int16_t added(int16_t trunk, float value)
{
    float sum = (float)trunk + rintf(within(value, -SHORT_TOP, SHORT_TOP));
    return (int16_t)within(sum, -SHORT_TOP, SHORT_TOP);
}

// A runtime and its memory for the bench's layer.
typedef struct Run {
    Runtime *runtime;
    RuntimeMemory *memory;
    IntegerGrid grid;
} Run;

static Run begin(const Bench *bench, Layer layers[], int count, const Isa *isa)
{
    static const int OUTPUTS[] = {OUTPUT_BYTES, OUTPUT_SHORTS, OUTPUT_FLOATS,
                                  OUTPUT_SUMS};
    LayerArray arrays[ARRAYS];
    memcpy(arrays, bench->arrays, sizeof arrays);
    LayerList list = {layers, count, arrays, ARRAYS, NULL};
    Run run = {runtime_new(&list, OUTPUTS, 4, runtime_kernel(isa, PRECISION_EXACT)),
               NULL,
               {0}};
    assert_non_null(run.runtime);
    run.memory = runtime_memory_new(run.runtime, SIDE, SIDE, BOARDS);
    assert_non_null(run.memory);
    runtime_memory_begin(run.memory, bench->columns, bench->rows, BOARDS);
    run.grid = runtime_integer_grid(run.memory);
    return run;
}

static void end(Run *run)
{
    runtime_memory_delete(run->memory);
    runtime_delete(run->runtime);
}

// As bias_of.
static void fill_bias(const Bench *bench, const Run *run)
{
    int outputs = bench->layer.outputs;
    float *bias = runtime_array(run->memory, BIAS);
    for (int board = 0; board < BOARDS; board++)
        for (int i = 0; i < outputs; i++)
            bias[board * runtime_stride(outputs) + i] = bench->bias[i] + (float)board;
}

static void fill_bytes(const Bench *bench, const Run *run)
{
    int inputs = bench->layer.inputs, outputs = bench->layer.outputs;
    uint8_t *in = runtime_integers(run->memory, INPUT);
    int16_t *sums = runtime_integers(run->memory, OUTPUT_SUMS);
    memset(in, 0, (size_t)(BOARDS * run->grid.cells * inputs));
    for (int board = 0; board < BOARDS; board++)
        for (int i = 0; i < bench->columns * bench->rows; i++) {
            for (int c = 0; c < inputs; c++)
                in[place_of(&run->grid, board, i, inputs, c)] =
                    (uint8_t)bench->in[board][i][c];
            for (int c = 0; c < outputs; c++)
                sums[place_of(&run->grid, board, i, outputs, c)] =
                    bench->trunk[board][i][c];
        }
}

static LayerInput plain(int array)
{
    return (LayerInput){.array = array, .gate = NO_ARRAY};
}

// All outputs of a point.
static void check_point(const Bench *bench, const Run *run, int board, int point)
{
    int outputs = bench->layer.outputs, columns = bench->columns;
    const uint8_t *bytes = runtime_integers(run->memory, OUTPUT_BYTES);
    const int16_t *shorts = runtime_integers(run->memory, OUTPUT_SHORTS);
    const int16_t *sums = runtime_integers(run->memory, OUTPUT_SUMS);
    const float *floats = runtime_array(run->memory, OUTPUT_FLOATS);
    floats += (board * columns * bench->rows + point) * outputs;
    for (int o = 0; o < outputs; o++) {
        float value =
            value_of(bench, (Place){board, point % columns, point / columns, o});
        size_t place = place_of(&run->grid, board, point, outputs, o);
        assert_true(floats[o] == value);
        assert_int_equal(bytes[place], (int)rintf(within(value, 0, BYTE_TOP)));
        assert_int_equal(shorts[place], added(0, value));
        assert_int_equal(sums[place], added(bench->trunk[board][point][o], value));
    }
}

static void check_guards(const Bench *bench, const Run *run)
{
    const uint8_t *bytes = runtime_integers(run->memory, OUTPUT_BYTES);
    int outputs = bench->layer.outputs, cells = run->grid.cells;
    for (int i = 0; i < BOARDS * cells * outputs; i++)
        if (run->grid.points[i / outputs % cells] < 0)
            assert_int_equal(bytes[i], 0);
}

static void check_layer(const Bench *bench, const Isa *isa)
{
    Layer layers[4];
    static const int OUTPUTS[] = {OUTPUT_BYTES, OUTPUT_SHORTS, OUTPUT_FLOATS,
                                  OUTPUT_SUMS};
    for (int i = 0; i < 4; i++)
        layers[i] = (Layer){.kind = LAYER_LINEAR,
                            .input = plain(INPUT),
                            .output = OUTPUTS[i],
                            .adds = OUTPUTS[i] == OUTPUT_SUMS,
                            .linear = bench->layer};
    Run run = begin(bench, layers, 4, isa);
    fill_bytes(bench, &run);
    fill_bias(bench, &run);
    runtime_run(run.memory);
    for (int board = 0; board < BOARDS; board++)
        for (int i = 0; i < bench->columns * bench->rows; i++)
            check_point(bench, &run, board, i);
    check_guards(bench, &run);
    end(&run);
}

// Shorts become bytes, and these are pooled; `sums` and `most` are the right ones.
static void check_rounded(const Bench *bench, const Run *run, int board, int sums[],
                          int most[])
{
    int channels = bench->layer.outputs;
    const uint8_t *bytes = runtime_integers(run->memory, OUTPUT_BYTES);
    for (int i = 0; i < bench->columns * bench->rows; i++)
        for (int c = 0; c < channels; c++) {
            float product = (float)bench->trunk[board][i][c] * bench->scale[c];
            int right = (int)rintf(within(product + bench->bias[c], 0, BYTE_TOP));
            assert_int_equal(bytes[place_of(&run->grid, board, i, channels, c)], right);
            sums[c] += right;
            most[c] = right > most[c] ? right : most[c];
        }
}

static void check_pooled(const Bench *bench, const Run *run, int board)
{
    int sums[CHANNELS_MAX] = {0}, most[CHANNELS_MAX] = {0};
    int channels = bench->layer.outputs;
    const float *pooled = runtime_array(run->memory, OUTPUT_FLOATS);
    pooled += board * runtime_stride(2 * channels);
    check_rounded(bench, run, board, sums, most);
    for (int c = 0; c < channels; c++) {
        float mean = (float)sums[c] / (float)(bench->columns * bench->rows);
        assert_true(pooled[c] == mean);
        assert_true(pooled[channels + c] == (float)most[c]);
    }
}

static void check_trunk(Bench *bench, const Isa *isa)
{
    LayerInput trunk = plain(OUTPUT_SUMS);
    trunk.norm = NORM_AFFINE;
    trunk.scale = bench->scale;
    trunk.bias = bench->bias;
    Layer layers[] = {
        {.kind = LAYER_ACTIVATE, .input = trunk, .output = OUTPUT_BYTES},
        {.kind = LAYER_POOL,
         .input = plain(OUTPUT_BYTES),
         .output = OUTPUT_FLOATS,
         .pool = POOL_TWO},
        // So that the array is an input.
        {.kind = LAYER_LINEAR,
         .input = plain(INPUT),
         .output = OUTPUT_SUMS,
         .adds = true,
         .linear = bench->layer},
    };
    bench->arrays[OUTPUT_FLOATS] =
        (LayerArray){2 * bench->layer.outputs, true, NUMBERS_FLOAT};
    Run run = begin(bench, layers, 3, isa);
    fill_bytes(bench, &run);
    fill_bias(bench, &run);
    runtime_run(run.memory);
    for (int board = 0; board < BOARDS; board++)
        check_pooled(bench, &run, board);
    check_guards(bench, &run);
    end(&run);
}

static void check_kernels(Bench *bench, const Kind *kind, int rounds)
{
    Rng rng = rng_seeded(7, (uint64_t)kind->loud);
    for (int round = 0; round < rounds; round++) {
        pick_layer(bench, &rng, kind);
        pick_numbers(bench, &rng, kind);
        for (int i = 0; isa_at(i) != NULL; i++) {
            describe_arrays(bench, NUMBERS_BYTE);
            check_layer(bench, isa_at(i));
            check_trunk(bench, isa_at(i));
        }
    }
}

static void kernels_compute_what_a_layer_is(void **state)
{
    const Kind kind = {CHANNEL_GROUP, 48, SIDE, 0};
    check_kernels(*state, &kind, ROUNDS);
}

// Where sums are as large as can be.
static void extreme_numbers(void **state)
{
    const Kind kind = {CHANNEL_GROUP, 48, SIDE, 200};
    check_kernels(*state, &kind, ROUNDS);
}

// As many channels as the larger networks have; the definition has time for few points.
static void wide_layers(void **state)
{
    for (int loud = 0; loud <= 255; loud += 255) {
        const Kind kind = {96, CHANNELS_MAX, 7, loud};
        check_kernels(*state, &kind, WIDE_ROUNDS);
    }
}

// A layer of bits; `low`, `high`: of the weights.
static void pick_bits(Bench *bench, Rng *rng, int low, int high)
{
    bench->layer = (LinearLayer){.inputs = pick(rng, 1, BITS_MAX),
                                 .outputs = CHANNEL_GROUP * pick(rng, 1, 6),
                                 .columns = 1 + 2 * pick(rng, 0, WINDOW_MAX / 2),
                                 .rows = 1 + 2 * pick(rng, 0, WINDOW_MAX / 2),
                                 .dilation_columns = 1,
                                 .dilation_rows = 1,
                                 .integers = bench->weights,
                                 .scale = bench->scale,
                                 .bias = bench->bias,
                                 .has_bias_array = pick(rng, 0, 1),
                                 .bias_array = BIAS};
    for (int i = 0; i < CHANNELS_MAX * INPUTS_MAX; i++)
        bench->weights[i] = (int8_t)pick(rng, low, high);
    for (int i = 0; i < bench->layer.outputs; i++) {
        bench->scale[i] = (float)pick(rng, -1000, 1000) * 0.01f;
        bench->bias[i] = (float)pick(rng, -1000, 1000) * 0.1f;
    }
    bench->columns = pick(rng, 1, SIDE);
    bench->rows = pick(rng, 1, SIDE);
    int in_256 = pick(rng, 0, 256);
    for (int i = 0; i < BOARDS * POINTS_MAX; i++) {
        uint32_t bits = 1; // the first channel is 1 everywhere
        for (int j = 1; j < bench->layer.inputs; j++)
            bits |= (uint32_t)(pick(rng, 0, 255) < in_256) << j;
        bench->bits[i / POINTS_MAX][i % POINTS_MAX] = bits;
    }
}

// The sum of the weights of the bits that are 1 in a window.
static int32_t sum_of_bits(const Bench *bench, Place at)
{
    const LinearLayer *layer = &bench->layer;
    int across = layer->columns / 2, up = layer->rows / 2;
    const int8_t *weights =
        layer->integers + at.output * layer->columns * layer->rows * layer->inputs;
    int32_t sum = 0;
    for (int row = at.row - up; row <= at.row + up; row++)
        for (int column = at.column - across; column <= at.column + across; column++)
            for (int i = 0; i < layer->inputs; i++, weights++)
                if (column >= 0 && column < bench->columns && row >= 0 &&
                    row < bench->rows &&
                    bench->bits[at.board][row * bench->columns + column] >> i & 1)
                    sum += *weights;
    return sum;
}

static void check_bits(const Bench *bench, const Isa *isa)
{
    const LinearLayer *layer = &bench->layer;
    Layer only = {.kind = LAYER_LINEAR,
                  .input = plain(INPUT),
                  .output = OUTPUT_SHORTS,
                  .linear = *layer};
    Run run = begin(bench, &only, 1, isa);
    int points = bench->columns * bench->rows;
    fill_bias(bench, &run);
    for (int board = 0; board < BOARDS; board++)
        memcpy(runtime_bits(run.memory, INPUT) + board * points, bench->bits[board],
               (size_t)points * sizeof(uint32_t));
    runtime_run(run.memory);
    const int16_t *shorts = runtime_integers(run.memory, OUTPUT_SHORTS);
    for (int i = 0; i < BOARDS * points * layer->outputs; i++) {
        int board = i / layer->outputs / points, point = i / layer->outputs % points;
        Place at = {board, point % bench->columns, point / bench->columns,
                    i % layer->outputs};
        float product = (float)sum_of_bits(bench, at) * bench->scale[at.output];
        assert_int_equal(
            shorts[place_of(&run.grid, board, point, layer->outputs, at.output)],
            added(0, product + bias_of(bench, at)));
    }
    end(&run);
}

// Also of more weights than 16 bits hold, all of them the least or the greatest.
static void layers_of_bits(void **state)
{
    static const int RANGES[][2] = {{-128, 127}, {127, 127}, {-128, -128}};
    Bench *bench = *state;
    Rng rng = rng_seeded(11, 0);
    for (int round = 0; round < ROUNDS / 2; round++) {
        const int *range = RANGES[round % 3];
        pick_bits(bench, &rng, range[0], range[1]);
        describe_arrays(bench, NUMBERS_BIT);
        for (int i = 0; isa_at(i) != NULL; i++)
            check_bits(bench, isa_at(i));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(kernels_compute_what_a_layer_is, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(extreme_numbers, create, destroy),
        cmocka_unit_test_setup_teardown(wide_layers, create, destroy),
        cmocka_unit_test_setup_teardown(layers_of_bits, create, destroy),
    };
    return cmocka_run_group_tests_name("runtime_integers", tests, NULL, NULL);
}
