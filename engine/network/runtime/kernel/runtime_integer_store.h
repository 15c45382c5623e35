// SPDX-License-Identifier: MIT
//
// Scales, rounds and stores the sums of layers of integers; for runtime_kernel_tmpl.c
// only. Each step is one operation of floats, so every kernel finds the same bits.
#ifndef RUNTIME_INTEGER_STORE_H
#define RUNTIME_INTEGER_STORE_H

#include <assert.h>

#include "runtime_integer_tile.h"
#include "runtime_kernel.h"

typedef int16_t Shorts __attribute__((vector_size(2 * WIDTH)));
typedef uint8_t Bytes __attribute__((vector_size(WIDTH)));

// Rounds to the nearest integer within low..high.
INLINED Ints round_within(Floats x, float low, float high)
{
    return round_floats(floats_min(floats_max(x, floats_all(low)), floats_all(high)));
}

INLINED Floats scale_ints(Ints ints, const float *scale, const float *bias)
{
    return ints_to_floats(ints) * load_floats(scale) + load_floats(bias);
}

INLINED void store_shorts(Ints ints, int16_t *to)
{
    Shorts shorts = __builtin_convertvector(ints, Shorts);
    memcpy(to, &shorts, sizeof shorts);
}

// Pre: 0..255. Without a single instruction for it, compilers take a vector apart to
// make bytes of it.
INLINED void store_bytes(Ints ints, uint8_t *to)
{
#if LANES == 4 && defined __AVX2__
    __m128i shorts = _mm_packs_epi32(_mm256_castsi256_si128((__m256i)ints),
                                     _mm256_extracti128_si256((__m256i)ints, 1));
    _mm_storeu_si64(to, _mm_packus_epi16(shorts, shorts));
#elif LANES == 2 && defined __SSE2__
    __m128i shorts = _mm_packs_epi32((__m128i)ints, (__m128i)ints);
    _mm_storeu_si32(to, _mm_packus_epi16(shorts, shorts));
#else
    Bytes bytes = __builtin_convertvector(ints, Bytes);
    memcpy(to, &bytes, sizeof bytes);
#endif
}

INLINED Ints load_shorts(const int16_t *from)
{
#if LANES == 4 && defined __AVX2__
    return (Ints)_mm256_cvtepi16_epi32(_mm_loadu_si128((const void *)from));
#else
    Shorts shorts;
    memcpy(&shorts, from, sizeof shorts);
    return __builtin_convertvector(shorts, Ints);
#endif
}

// How values are made, and where they go. It is passed by value: a pointer would be
// read again after every stored byte. The kind of numbers is known when a loop is
// compiled.
typedef struct Target {
    NumberKind numbers;
    const float *scale, *bias;
    size_t stride;
    void *out;
    const int *points; // as in IntegerGrid
    bool adds;         // to shorts
} Target;

INLINED Target target_of(const IntegerProduct *product, NumberKind numbers)
{
    return (Target){.numbers = numbers,
                    .scale = product->linear->scale,
                    .bias = product->bias,
                    .stride = (size_t)product->out_stride,
                    .out = product->out,
                    .points = product->grid->points,
                    .adds = product->adds};
}

INLINED void add_shorts(Ints ints, bool adds, int16_t *to)
{
    if (adds)
        ints =
            round_within(ints_to_floats(load_shorts(to) + ints), -SHORT_TOP, SHORT_TOP);
    store_shorts(ints, to);
}

INLINED void store_sum(Target target, Ints sum, int cell, int output)
{
    Floats value = scale_ints(sum, target.scale + output, target.bias + output);
    size_t place = (size_t)cell * target.stride + (size_t)output;
    if (target.numbers == NUMBERS_BYTE)
        store_bytes(round_within(value, 0, BYTE_TOP), (uint8_t *)target.out + place);
    else if (target.numbers == NUMBERS_SHORT)
        add_shorts(round_within(value, -SHORT_TOP, SHORT_TOP), target.adds,
                   (int16_t *)target.out + place);
    else if (target.points[cell] >= 0)
        store_floats(value, (float *)target.out +
                                (size_t)target.points[cell] * target.stride + output);
}

// One or two vectors of outputs of a layer, from `output` on.
typedef struct Panel {
    const LinearWeights *linear;
    const Weight *weights;
    int output, vectors;
} Panel;

// Initial values of the sums of a part.
INLINED void begin_sums(Sums *sums, const Panel *panel, int part, int vectors)
{
    const LinearWeights *linear = panel->linear;
    const int32_t *from = linear->beginnings + part * linear->outputs + panel->output;
    for (int j = 0; j < TILE; j++)
        for (int v = 0; v < vectors; v++)
            sums->at[j][v] = load_ints(from + v * WIDTH);
}

#endif
