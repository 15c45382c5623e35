// SPDX-License-Identifier: MIT
//
// The loops of a convolution: compiled once per instruction set, with LANES (64-bit
// numbers in a vector), KERNEL and KERNEL_NAME given by the build. A tile of some cells
// in a row times two vectors of output channels is summed up in registers; a step takes
// a few inputs of each cell, the same for all output channels, and their weights.
#include "convolution.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#ifdef __ARM_FEATURE_DOTPROD
#include <arm_neon.h>
#endif

#include "vec.h"

// A build for one machine (-march=native) has all that it knows in every kernel, but
// vectors of LANES numbers.
#if LANES == 8 && defined __AVX512VNNI__
#define HAS_VNNI
#endif

// 32-bit sums in a vector.
enum { WIDTH = 2 * LANES, BLOCK = 2 * WIDTH };

typedef int32_t Ints __attribute__((vector_size(4 * WIDTH)));
typedef float Floats __attribute__((vector_size(4 * WIDTH)));
typedef int16_t Shorts __attribute__((vector_size(2 * WIDTH)));
typedef uint8_t Bytes __attribute__((vector_size(WIDTH)));

// What a step multiplies: inputs taken together, and how the kernel stores them and
// their weights. With VNNI and the dot products of ARM four bytes, elsewhere two 16-bit
// numbers. ARM's are of signed bytes: inputs are less by OFFSET there, and sums begin
// with what that takes away.
#if defined HAS_VNNI
typedef uint8_t Input;
typedef int8_t Weight;
enum { STEP = 4, TILE = 12, OFFSET = 0 };
#elif defined __ARM_FEATURE_DOTPROD
typedef int8_t Input;
typedef int8_t Weight;
enum { STEP = 4, TILE = 12, OFFSET = 128 };
#else
typedef int16_t Input;
typedef int16_t Weight;
enum { STEP = 2, TILE = 6, OFFSET = 0 };
#endif

// Adds to each sum the products of the step's inputs and weights.
INLINED Ints dot(Ints sum, Ints inputs, Ints weights)
{
#if defined HAS_VNNI
    return (Ints)_mm512_dpbusd_epi32((__m512i)sum, (__m512i)inputs, (__m512i)weights);
#elif defined __ARM_FEATURE_DOTPROD
    return (Ints)vdotq_s32((int32x4_t)sum, (int8x16_t)inputs, (int8x16_t)weights);
#elif LANES == 4 && defined __AVX2__
    return sum + (Ints)_mm256_madd_epi16((__m256i)inputs, (__m256i)weights);
#elif LANES == 2 && defined __SSE2__
    return sum + (Ints)_mm_madd_epi16((__m128i)inputs, (__m128i)weights);
#else
    Ints low = (inputs << 16 >> 16) * (weights << 16 >> 16);
    return sum + low + (inputs >> 16) * (weights >> 16);
#endif
}

// The same step's inputs for all output channels.
INLINED Ints broadcast(const Input *inputs)
{
    int32_t step;
    memcpy(&step, inputs, sizeof step);
    return (Ints){0} + step;
}

INLINED Ints load_ints(const void *from)
{
    Ints ints;
    memcpy(&ints, from, sizeof ints);
    return ints;
}

INLINED Floats load_floats(const float *from)
{
    Floats floats;
    memcpy(&floats, from, sizeof floats);
    return floats;
}

// To the nearest integer within low..high. Adding 3 * 2^22 leaves no room for the
// fraction.
INLINED Ints round_within(Floats x, float low, float high)
{
    const Floats lows = (Floats){0} + low, highs = (Floats){0} + high;
    const Floats shift = (Floats){0} + 12582912.0f;
    Ints is_low = x<lows, is_high = x> highs;
    x = (Floats)((is_low & (Ints)lows) | (~is_low & (Ints)x));
    x = (Floats)((is_high & (Ints)highs) | (~is_high & (Ints)x));
    return (Ints)(x + shift) - (Ints)shift;
}

INLINED Floats scale_ints(Ints ints, const float *scale, const float *bias)
{
    return __builtin_convertvector(ints, Floats) * load_floats(scale) +
           load_floats(bias);
}

INLINED void store_bytes(Ints ints, uint8_t *to)
{
    Bytes bytes = __builtin_convertvector(ints, Bytes);
    memcpy(to, &bytes, sizeof bytes);
}

// Where the values of a layer go: to one of these.
typedef struct Target {
    const Convolution *layer;
    uint8_t *out;   // or NULL:
    int16_t *trunk; // added to, or NULL:
    float *values;
} Target;

INLINED void store_sum(const Target *target, Ints sum, int cell, int output)
{
    const Convolution *layer = target->layer;
    Floats value = scale_ints(sum, layer->scale + output, layer->bias + output);
    size_t place = (size_t)cell * (size_t)layer->outputs + (size_t)output;
    if (target->out != NULL) {
        store_bytes(round_within(value, 0, 255), target->out + place);
        return;
    }
    if (target->values != NULL) {
        memcpy(target->values + place, &value, sizeof value);
        return;
    }
    Shorts trunk;
    assert(target->trunk != NULL);
    memcpy(&trunk, target->trunk + place, sizeof trunk);
    Ints added = round_within(value, -32767, 32767);
    Floats total =
        __builtin_convertvector(__builtin_convertvector(trunk, Ints) + added, Floats);
    trunk = __builtin_convertvector(round_within(total, -32767, 32767), Shorts);
    memcpy(target->trunk + place, &trunk, sizeof trunk);
}

// Part of a layer: outputs from `output` on, one or two vectors of them.
typedef struct Block {
    const Convolution *layer;
    const Weight *weights;
    const int32_t *beginning; // of the sums, by output; only if there is an OFFSET
    const int *distance;      // of the taps, in cells
    int output;
} Block;

// What one step adds to the sums of a tile: some inputs of each cell, `from` those of
// the first one, times their weights.
INLINED void take_step(Ints sums[TILE][2], const Weight *weights, const Input *from,
                       int inputs, int vectors)
{
    Ints part[2];
    for (int v = 0; v < vectors; v++)
        part[v] = load_ints(weights + v * STEP * WIDTH);
    for (int j = 0; j < TILE; j++) {
        Ints step = broadcast(from + j * inputs);
        for (int v = 0; v < vectors; v++)
            sums[j][v] = dot(sums[j][v], step, part[v]);
    }
}

// A tile of a block: cells from `cell` on.
INLINED void convolve_tile(const Block *block, const Target *target, const Input *in,
                           int cell, int vectors)
{
    int inputs = block->layer->inputs;
    const Weight *weights = block->weights;
    Ints sums[TILE][2] = {0};
    for (int j = 0; OFFSET != 0 && j < TILE; j++)
        for (int v = 0; v < vectors; v++)
            sums[j][v] = load_ints(block->beginning + block->output + v * WIDTH);
    for (int tap = 0; tap < block->layer->taps; tap++) {
        const Input *from = in + (cell + block->distance[tap]) * inputs;
        for (int i = 0; i < inputs; i += STEP, weights += vectors * STEP * WIDTH)
            take_step(sums, weights, from + i, inputs, vectors);
    }
    for (int j = 0; j < TILE; j++)
        for (int v = 0; v < vectors; v++)
            store_sum(target, sums[j][v], cell + j, block->output + v * WIDTH);
}

static size_t weight_count(const Convolution *layer)
{
    return (size_t)layer->outputs * (size_t)layer->taps * (size_t)layer->inputs;
}

static size_t packed_size(const Convolution *layer)
{
    size_t beginnings = OFFSET != 0 ? (size_t)layer->outputs * sizeof(int32_t) : 0;
    return weight_count(layer) * sizeof(Weight) + beginnings;
}

static int32_t beginning_of(const Convolution *layer, int output)
{
    int rows = layer->taps * layer->inputs;
    int32_t sum = 0;
    for (int row = 0; row < rows; row++)
        sum += layer->weights[output * rows + row];
    return OFFSET * sum;
}

static int block_size(const Convolution *layer, int output)
{
    return layer->outputs - output < BLOCK ? WIDTH : BLOCK;
}

// [block][tap][step][output of the block][input of the step], then the beginnings
static void pack(const Convolution *layer, void *packed)
{
    Weight *to = packed;
    int size;
    for (int block = 0; block < layer->outputs; block += size) {
        size = block_size(layer, block);
        for (int row = 0; row < layer->taps * layer->inputs; row += STEP)
            for (int i = 0; i < size; i++)
                for (int j = 0; j < STEP; j++) {
                    int output = block + i, rows = layer->taps * layer->inputs;
                    // A number, no character.
                    // NOLINTNEXTLINE(*signed-char*,cert-str34-c)
                    *to++ = layer->weights[output * rows + row + j];
                }
    }
    for (int output = 0; OFFSET != 0 && output < layer->outputs; output++)
        ((int32_t *)to)[output] = beginning_of(layer, output);
}

// Activations as this kernel multiplies them.
static const Input *prepare_inputs(const Convolution *layer, const CellGrid *grid,
                                   const uint8_t *in, void *scratch)
{
    if (sizeof(Input) == sizeof *in && OFFSET == 0)
        return (const Input *)in;
    Input *prepared = scratch;
    for (int i = 0; i < grid->cells * layer->inputs; i++)
        prepared[i] = (Input)(in[i] - OFFSET);
    return prepared;
}

static int end_of(const CellGrid *grid)
{
    return cell_at(grid, grid->columns, grid->rows - 1);
}

static void find_distances(int taps, int stride, int distance[])
{
    for (int i = 0; i < taps; i++)
        distance[i] =
            taps == 9 ? (i / 3 - 1) * stride + i % 3 - 1 : (i - taps / 2) * stride;
}

// All tiles of a block of outputs, then the next block: so its weights stay near.
static void convolve(const Target *target, const CellGrid *grid, const Input *in)
{
    const Convolution *layer = target->layer;
    int distance[9], size;
    find_distances(layer->taps, grid->stride, distance);
    const Weight *weights = layer->packed;
    Block block = {.layer = layer,
                   .weights = weights,
                   .beginning = (const void *)(weights + weight_count(layer)),
                   .distance = distance};
    for (; block.output < layer->outputs; block.output += size) {
        size = block_size(layer, block.output);
        for (int cell = grid->first; cell < end_of(grid); cell += TILE)
            if (size == BLOCK)
                convolve_tile(&block, target, in, cell, 2);
            else
                convolve_tile(&block, target, in, cell, 1);
        block.weights += size * layer->taps * layer->inputs;
    }
}

static void clear_guards(const CellGrid *grid, int channels, uint8_t *cells)
{
    size_t size = (size_t)channels;
    memset(cells, 0, size * (size_t)grid->first);
    for (int row = 0; row < grid->rows; row++)
        memset(cells + size * (size_t)cell_at(grid, grid->columns, row), 0, size);
    memset(cells + size * (size_t)end_of(grid), 0,
           size * (size_t)(grid->cells - end_of(grid)));
}

static void activate(const Convolution *layer, const CellGrid *grid, const uint8_t *in,
                     uint8_t *out, void *scratch)
{
    Target target = {.layer = layer, .out = out};
    convolve(&target, grid, prepare_inputs(layer, grid, in, scratch));
    clear_guards(grid, layer->outputs, out);
}

static void add(const Convolution *layer, const CellGrid *grid, const uint8_t *in,
                int16_t *trunk, // NOLINT(readability-non-const-parameter): the target
                void *scratch)
{
    Target target = {.layer = layer, .trunk = trunk};
    convolve(&target, grid, prepare_inputs(layer, grid, in, scratch));
}

static void evaluate(const Convolution *layer, const CellGrid *grid, const uint8_t *in,
                     float *out, // NOLINT(readability-non-const-parameter): the target
                     void *scratch)
{
    Target target = {.layer = layer, .values = out};
    convolve(&target, grid, prepare_inputs(layer, grid, in, scratch));
}

static void rectify(const CellGrid *grid, int channels, const int16_t *trunk,
                    const Norm *norm, uint8_t *out)
{
    for (int cell = grid->first; cell < end_of(grid); cell++)
        for (int c = 0; c < channels; c += WIDTH) {
            size_t place = (size_t)cell * (size_t)channels + (size_t)c;
            Shorts shorts;
            memcpy(&shorts, trunk + place, sizeof shorts);
            Ints ints = __builtin_convertvector(shorts, Ints);
            Floats value = scale_ints(ints, norm->scale + c, norm->bias + c);
            store_bytes(round_within(value, 0, 255), out + place);
        }
    clear_guards(grid, channels, out);
}

static void pool(const CellGrid *grid, int channels, const uint8_t *in, int32_t sum[],
                 uint8_t maximum[])
{
    memset(sum, 0, (size_t)channels * sizeof *sum);
    memset(maximum, 0, (size_t)channels);
    for (int cell = grid->first; cell < end_of(grid); cell++)
        for (int c = 0; c < channels; c++) {
            uint8_t activation = in[cell * channels + c];
            sum[c] += activation;
            maximum[c] = activation > maximum[c] ? activation : maximum[c];
        }
}

const ConvolutionKernel KERNEL = {
    .isa = KERNEL_NAME,
    .packed_size = packed_size,
    .pack = pack,
    .activate = activate,
    .add = add,
    .evaluate = evaluate,
    .rectify = rectify,
    .pool = pool,
};
