// SPDX-License-Identifier: MIT
//
// Every kernel of this machine against the definition of a layer, bit for bit: random
// layers on random grids.
#include "convolution.h"

#include <math.h>
#include <stdlib.h>

#include "isa.h"
#include "picture.h"
#include "playout_batch.h"
#include "rng.h"

enum {
    ROUNDS = 60,
    WIDE_ROUNDS = 10,
    CHANNELS_MAX = 128,
    ALIGNMENT = 64,
    SPARSE_INPUTS = 600,
    SPARSE_OUTPUTS_MAX = 160,
};

// A layer with its numbers, and arrays for what goes in and comes out.
typedef struct Bench {
    Convolution layer;
    CellGrid grid;
    int8_t weights[CHANNELS_MAX * TAPS_SQUARED * CHANNELS_MAX];
    float scale[CHANNELS_MAX], bias[CHANNELS_MAX];
    alignas(ALIGNMENT) unsigned char packed[2 * CHANNELS_MAX * TAPS_SQUARED *
                                            (CHANNELS_MAX + 4)];
    alignas(ALIGNMENT) uint8_t in[CELLS_MAX * CHANNELS_MAX];
    alignas(ALIGNMENT) unsigned char scratch[SCRATCH_BYTES * CHANNELS_MAX];
    // What comes out, and what should.
    alignas(ALIGNMENT) uint8_t out[CELLS_MAX * CHANNELS_MAX];
    alignas(ALIGNMENT) int16_t trunk[CELLS_MAX * CHANNELS_MAX];
    alignas(ALIGNMENT) float values[CELLS_MAX * CHANNELS_MAX];
    int16_t trunk_before[CELLS_MAX * CHANNELS_MAX];
} Bench;

static int create(void **state)
{
    *state = aligned_alloc(alignof(Bench), sizeof(Bench));
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

static bool is_point(const CellGrid *grid, int cell)
{
    for (int row = 0; row < grid->rows; row++) {
        int first = cell_at(grid, 0, row);
        if (cell >= first && cell < first + grid->columns)
            return true;
    }
    return false;
}

static void prepare(Bench *bench, Rng *rng, const Kind *kind)
{
    static const int TAPS[] = {1, TAPS_SQUARED};
    Convolution *layer = &bench->layer;
    *layer = (Convolution){.inputs = pick_channels(rng, kind),
                           .outputs = pick_channels(rng, kind),
                           .taps = TAPS[pick(rng, 0, 1)],
                           .weights = bench->weights,
                           .scale = bench->scale,
                           .bias = bench->bias,
                           .packed = bench->packed};
    bench->grid = cell_grid(pick(rng, 1, kind->side_max), pick(rng, 1, kind->side_max));
    assert_true(bench->grid.cells <= CELLS_MAX);
    int rows = layer->taps * layer->inputs;
    for (int i = 0; i < layer->outputs * rows; i++)
        bench->weights[i] =
            (int8_t)(pick(rng, 0, 255) < kind->loud ? 127 : pick(rng, -127, 127));
    // About as much as brings the sums to a few times the range of activations.
    for (int i = 0; i < layer->outputs; i++) {
        bench->scale[i] =
            (float)pick(rng, 1, 1000) * 1e-3f * 2 / (127 * sqrtf((float)rows));
        bench->bias[i] = (float)pick(rng, -1000, 1000) * 0.1f;
    }
    int cells = bench->grid.cells;
    for (int i = 0; i < cells * layer->inputs; i++)
        bench->in[i] = !is_point(&bench->grid, i / layer->inputs) ? 0
                       : pick(rng, 0, 255) < kind->loud
                           ? ACTIVATION_TOP
                           : (uint8_t)pick(rng, 0, ACTIVATION_TOP);
    for (int i = 0; i < cells * layer->outputs; i++)
        bench->trunk_before[i] = (int16_t)pick(rng, -32767, 32767);
}

static int weight_at(const Bench *bench, int output, int tap, int input)
{
    const Convolution *layer = &bench->layer;
    return layer->weights[(output * layer->taps + tap) * layer->inputs + input];
}

static int activation_at(const Bench *bench, int cell, int input)
{
    return bench->in[cell * bench->layer.inputs + input];
}

// What one tap comes to for an output of a cell.
static int32_t sum_of_cell(const Bench *bench, int cell, int output, int tap)
{
    int distance = (tap - bench->layer.taps / 2) * bench->grid.stride;
    int32_t sum = 0;
    for (int i = 0; i < bench->layer.inputs; i++)
        sum +=
            activation_at(bench, cell + distance, i) * weight_at(bench, output, tap, i);
    return sum;
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

// What one input of a square comes to for an output of one of its cells.
static int32_t product_of_square(const Bench *bench, int cell, int output, int input)
{
    int row = (cell - bench->grid.first) / bench->grid.stride;
    int column = (cell - bench->grid.first) % bench->grid.stride;
    int columns[4][4], parts[4], of_rows[4]; // by column, kind of row
    for (int i = 0; i < 4; i++) {
        int cells[4];
        for (int j = 0; j < 4; j++)
            cells[j] = activation_at(bench,
                                     cell_at(&bench->grid, column - column % 2 + i - 1,
                                             row - row % 2 + j - 1),
                                     input);
        combine(cells, columns[i]);
    }
    for (int kind = 0; kind < 4; kind++) {
        int cells[] = {columns[0][kind], columns[1][kind], columns[2][kind],
                       columns[3][kind]};
        combine(cells, parts);
        for (int i = 0; i < 4; i++)
            parts[i] *= weight_at(bench, output, 4 * kind + i, input);
        of_rows[kind] = join(parts, column % 2 == 1);
    }
    return join(of_rows, row % 2 == 1);
}

// The definition.
static float value_of(const Bench *bench, int cell, int output)
{
    const Convolution *layer = &bench->layer;
    int32_t sum = 0;
    if (layer->taps == TAPS_SQUARED)
        for (int i = 0; i < layer->inputs; i++)
            sum += product_of_square(bench, cell, output, i);
    else
        for (int tap = 0; tap < layer->taps; tap++)
            sum += sum_of_cell(bench, cell, output, tap);
    float product = (float)sum * layer->scale[output];
    return product + layer->bias[output];
}

static float within(float value, float low, float high)
{
    return value < low ? low : value > high ? high : value;
}

static int16_t added(int16_t trunk, float value)
{
    float sum = (float)trunk + rintf(within(value, -32767, 32767));
    return (int16_t)within(sum, -32767, 32767);
}

static void check_layer(Bench *bench, const ConvolutionKernel *kernel)
{
    const Convolution *layer = &bench->layer;
    assert_true(kernel->packed_size(layer) <= sizeof bench->packed);
    kernel->pack(layer, bench->packed);
    memset(bench->out, 99, sizeof bench->out);
    memcpy(bench->trunk, bench->trunk_before, sizeof bench->trunk);
    kernel->activate(layer, &bench->grid, bench->in, bench->out, bench->scratch);
    kernel->add(layer, &bench->grid, bench->in, bench->trunk, bench->scratch);
    kernel->evaluate(layer, &bench->grid, bench->in, bench->values, bench->scratch);
    for (int cell = 0; cell < bench->grid.cells; cell++)
        for (int output = 0; output < layer->outputs; output++) {
            int i = cell * layer->outputs + output;
            if (!is_point(&bench->grid, cell)) {
                assert_int_equal(bench->out[i], 0);
                continue;
            }
            float value = value_of(bench, cell, output);
            assert_true(bench->values[i] == value);
            assert_int_equal(bench->out[i],
                             (int)rintf(within(value, 0, ACTIVATION_TOP)));
            assert_int_equal(bench->trunk[i], added(bench->trunk_before[i], value));
        }
}

static void check_rectify(Bench *bench, const ConvolutionKernel *kernel)
{
    const Convolution *layer = &bench->layer;
    Norm norm = {layer->scale, layer->bias};
    memset(bench->out, 99, sizeof bench->out);
    kernel->rectify(&bench->grid, layer->outputs, bench->trunk_before, &norm,
                    bench->out);
    for (int i = 0; i < bench->grid.cells * layer->outputs; i++) {
        int c = i % layer->outputs;
        float product = (float)bench->trunk_before[i] * layer->scale[c];
        float value = rintf(within(product + layer->bias[c], 0, ACTIVATION_TOP));
        bool inside = is_point(&bench->grid, i / layer->outputs);
        assert_int_equal(bench->out[i], inside ? (int)value : 0);
    }
}

// Of the layer's outputs of the kernel that was checked last.
static void check_pool(const Bench *bench, const ConvolutionKernel *kernel)
{
    int32_t sum[CHANNELS_MAX], right_sum[CHANNELS_MAX] = {0};
    uint8_t maximum[CHANNELS_MAX], right_maximum[CHANNELS_MAX] = {0};
    int channels = bench->layer.outputs;
    for (int i = 0; i < bench->grid.cells * channels; i++) {
        right_sum[i % channels] += bench->out[i];
        if (bench->out[i] > right_maximum[i % channels])
            right_maximum[i % channels] = bench->out[i];
    }
    kernel->pool(&bench->grid, channels, bench->out, sum, maximum);
    assert_memory_equal(sum, right_sum, (size_t)channels * sizeof *sum);
    assert_memory_equal(maximum, right_maximum, (size_t)channels);
}

static void check_kernels(Bench *bench, const Kind *kind, int rounds)
{
    Rng rng = rng_seeded(7, (uint64_t)kind->loud);
    for (int round = 0; round < rounds; round++) {
        prepare(bench, &rng, kind);
        for (int i = 0; isa_at(i) != NULL; i++) {
            const ConvolutionKernel *kernel = isa_at(i)->convolution;
            assert_non_null(kernel);
            check_layer(bench, kernel);
            check_rectify(bench, kernel);
            check_pool(bench, kernel);
        }
    }
}

static void test_kernels_compute_what_a_layer_is(void **state)
{
    const Kind kind = {CHANNEL_GROUP, 48, 19, 0};
    check_kernels(*state, &kind, ROUNDS);
}

// Where sums are as large as can be.
static void test_extreme_numbers(void **state)
{
    const Kind kind = {CHANNEL_GROUP, 48, 19, 200};
    check_kernels(*state, &kind, ROUNDS);
}

// As many channels as the larger networks have; the definition has time for few cells.
static void test_wide_layers(void **state)
{
    for (int loud = 0; loud <= 255; loud += 255) {
        const Kind kind = {96, CHANNELS_MAX, 7, loud};
        check_kernels(*state, &kind, WIDE_ROUNDS);
    }
}

// A random layer of few inputs, and which of them are 1.
typedef struct SparseBench {
    SparseLayer layer;
    int8_t weights[SPARSE_INPUTS * SPARSE_OUTPUTS_MAX];
    float scale[SPARSE_OUTPUTS_MAX], bias[SPARSE_OUTPUTS_MAX];
    int32_t shared[SPARSE_OUTPUTS_MAX];
    uint16_t inputs[SPARSE_INPUTS];
    int count;
} SparseBench;

// `low`, `high`: of the weights.
static void prepare_sparse(SparseBench *bench, Rng *rng, int low, int high)
{
    SparseLayer *layer = &bench->layer;
    *layer = (SparseLayer){.outputs = CHANNEL_GROUP *
                                      pick(rng, 1, SPARSE_OUTPUTS_MAX / CHANNEL_GROUP),
                           .weights = bench->weights,
                           .scale = bench->scale,
                           .bias = bench->bias};
    for (int i = 0; i < SPARSE_INPUTS * layer->outputs; i++)
        bench->weights[i] = (int8_t)pick(rng, low, high);
    for (int i = 0; i < layer->outputs; i++) {
        bench->scale[i] = (float)pick(rng, -1000, 1000) * 0.01f;
        bench->bias[i] = (float)pick(rng, -1000, 1000) * 0.1f;
        bench->shared[i] = pick(rng, -3000, 3000);
    }
    bench->count = 0;
    int in_256 = pick(rng, 0, 256);
    for (int i = 0; i < SPARSE_INPUTS; i++)
        if (pick(rng, 0, 255) < in_256)
            bench->inputs[bench->count++] = (uint16_t)i;
}

static void check_sparse(const SparseBench *bench, const ConvolutionKernel *kernel)
{
    const SparseLayer *layer = &bench->layer;
    int16_t trunk[SPARSE_OUTPUTS_MAX];
    SparseCell cell = {bench->shared, bench->inputs, bench->count};
    kernel->begin(layer, &cell, trunk);
    for (int o = 0; o < layer->outputs; o++) {
        int32_t sum = bench->shared[o];
        for (int i = 0; i < bench->count; i++)
            sum += layer->weights[bench->inputs[i] * layer->outputs + o];
        float product = (float)sum * layer->scale[o];
        assert_int_equal(trunk[o], added(0, product + layer->bias[o]));
    }
}

// Also of more weights than 16 bits hold, all of them the least or the greatest.
static void test_sparse_layers(void **state)
{
    static const int RANGES[][2] = {{-128, 127}, {127, 127}, {-128, -128}};
    (void)state;
    SparseBench *bench = malloc(sizeof *bench);
    assert_non_null(bench);
    Rng rng = rng_seeded(11, 0);
    for (int round = 0; round < ROUNDS; round++) {
        const int *range = RANGES[round % 3];
        prepare_sparse(bench, &rng, range[0], range[1]);
        for (int i = 0; isa_at(i) != NULL; i++)
            check_sparse(bench, isa_at(i)->convolution);
    }
    free(bench);
}

static void test_kernels_by_name(void **state)
{
    (void)state;
    assert_string_equal(isa_named("generic")->convolution->isa, "generic");
    assert_null(isa_named("none"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_kernels_compute_what_a_layer_is, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(test_extreme_numbers, create, destroy),
        cmocka_unit_test_setup_teardown(test_wide_layers, create, destroy),
        cmocka_unit_test(test_sparse_layers),
        cmocka_unit_test(test_kernels_by_name),
    };
    return cmocka_run_group_tests_name("convolution", tests, NULL, NULL);
}
