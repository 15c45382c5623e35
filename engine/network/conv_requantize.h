// SPDX-License-Identifier: MIT
//
// Scales, rounds and stores the sums of a convolution; for conv_kernel_tmpl.c and its
// headers only.
#ifndef CONV_REQUANTIZE_H
#define CONV_REQUANTIZE_H

#include <assert.h>

#include "conv_dot.h"
#include "convolution.h"

typedef float Floats __attribute__((vector_size(4 * WIDTH)));
typedef int16_t Shorts __attribute__((vector_size(2 * WIDTH)));
typedef uint8_t Bytes __attribute__((vector_size(WIDTH)));

INLINED Floats load_floats(const float *from)
{
    Floats floats;
    memcpy(&floats, from, sizeof floats);
    return floats;
}

INLINED Floats vec_within(Floats x, Floats low, Floats high)
{
#if LANES == 8 && defined __AVX512F__
    return (Floats)_mm512_min_ps(_mm512_max_ps((__m512)x, (__m512)low), (__m512)high);
#elif LANES == 4 && defined __AVX2__
    return (Floats)_mm256_min_ps(_mm256_max_ps((__m256)x, (__m256)low), (__m256)high);
#elif LANES == 2 && defined __SSE2__
    return (Floats)_mm_min_ps(_mm_max_ps((__m128)x, (__m128)low), (__m128)high);
#else
    Ints is_low = x < low;
    Ints is_high = x > high;
    x = (Floats)((is_low & (Ints)low) | (~is_low & (Ints)x));
    return (Floats)((is_high & (Ints)high) | (~is_high & (Ints)x));
#endif
}

// Rounds to the nearest integer within low..high. Adding 3 * 2^22 leaves no room for
// the fraction.
INLINED Ints round_within(Floats x, float low, float high)
{
    const Floats lows = (Floats){0} + low, highs = (Floats){0} + high;
    const Floats shift = (Floats){0} + 12582912.0f;
    return (Ints)(vec_within(x, lows, highs) + shift) - (Ints)shift;
}

INLINED Floats scale_ints(Ints ints, const float *scale, const float *bias)
{
    return __builtin_convertvector(ints, Floats) * load_floats(scale) +
           load_floats(bias);
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

// How values are made, and where they go: to one of the last three fields. It is passed
// by value: a pointer would be read again after every stored byte.
typedef struct Target {
    const float *scale, *bias;
    size_t outputs;
    uint8_t *out;   // or NULL:
    int16_t *trunk; // added to, or NULL:
    float *values;
} Target;

static inline Target target_of(const Convolution *layer)
{
    return (Target){layer->scale, layer->bias, (size_t)layer->outputs, 0, 0, 0};
}

INLINED void store_sum(Target target, Ints sum, int cell, int output)
{
    Floats value = scale_ints(sum, target.scale + output, target.bias + output);
    size_t place = (size_t)cell * target.outputs + (size_t)output;
    if (target.out != NULL) {
        store_bytes(round_within(value, 0, ACTIVATION_TOP), target.out + place);
        return;
    }
    if (target.values != NULL) {
        memcpy(target.values + place, &value, sizeof value);
        return;
    }
    assert(target.trunk != NULL);
    Ints added = round_within(value, -32767, 32767);
    Ints trunk = load_shorts(target.trunk + place);
    Floats total = __builtin_convertvector(trunk + added, Floats);
    store_shorts(round_within(total, -32767, 32767), target.trunk + place);
}

// Part of a layer: one or two vectors of outputs, from `output` on.
typedef struct Block {
    const Convolution *layer;
    const Weight *weights;
    const int32_t *beginning; // of the sums, [tap][output]
    int output;
} Block;

// Initial values of the sums of a tap.
INLINED void begin_sums(Sums *sums, const Block *block, int part, int vectors)
{
    const int32_t *from =
        block->beginning + part * block->layer->outputs + block->output;
    for (int j = 0; j < TILE; j++)
        for (int v = 0; v < vectors; v++)
            sums->at[j][v] = load_ints(from + v * WIDTH);
}

#endif
