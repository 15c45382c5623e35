// SPDX-License-Identifier: MIT
//
// A vector with one 64-bit number for each lane, in GNU C. The build of the including
// kernel defines LANES. Only what GNU C cannot express well is written for one
// instruction set. Truth values are all ones or all zeros.
#ifndef SIMD_H
#define SIMD_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __SSE2__
#include <immintrin.h>
#endif

// All parts of a kernel are inlined into one loop, so that its settings are constants
// there.
#define INLINED static inline __attribute__((always_inline))

typedef uint64_t Vec __attribute__((vector_size(8 * LANES)));

static inline Vec vec_all(uint64_t number)
{
    return (Vec){0} + number;
}

static inline Vec vec_nonzero(Vec x)
{
    return (Vec)(x != 0);
}

// a where the condition holds, else b.
static inline Vec vec_select(Vec condition, Vec a, Vec b)
{
    return (condition & a) | (~condition & b);
}

// The bits that are set in at least two of four numbers.
static inline Vec vec_at_least_two(Vec a, Vec b, Vec c, Vec d)
{
    return (a & b) | (c & d) | ((a | b) & (c | d));
}

static inline bool vec_any(Vec x)
{
#if LANES == 8 && defined(__AVX512F__)
    return _mm512_test_epi64_mask((__m512i)x, (__m512i)x) != 0;
#elif LANES == 4 && defined(__AVX2__)
    return !_mm256_testz_si256((__m256i)x, (__m256i)x);
#else
    uint64_t any = 0;
    for (int lane = 0; lane < LANES; lane++)
        any |= x[lane];
    return any != 0;
#endif
}

// Is there a lane in which x is not zero and y is zero?
static inline bool vec_any_without(Vec x, Vec y)
{
#if LANES == 8 && defined(__AVX512F__)
    return _mm512_mask_test_epi64_mask(_mm512_testn_epi64_mask((__m512i)y, (__m512i)y),
                                       (__m512i)x, (__m512i)x) != 0;
#else
    return vec_any(x & (Vec)(y == 0));
#endif
}

// a | (b & ~c)
static inline Vec vec_or_without(Vec a, Vec b, Vec c)
{
#if LANES == 8 && defined(__AVX512F__)
    return (Vec)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, 0xf4);
#else
    return a | (b & ~c);
#endif
}

// Each lane's entry of a table.
static inline Vec vec_look_up(const uint64_t *table, Vec index)
{
#if LANES == 8 && defined(__AVX512F__)
    return (Vec)_mm512_i64gather_epi64((__m512i)index, table, 8);
#elif LANES == 4 && defined(__AVX2__)
    return (Vec)_mm256_i64gather_epi64((const long long *)table, (__m256i)index, 8);
#else
    Vec entry;
    for (int lane = 0; lane < LANES; lane++)
        entry[lane] = table[index[lane]];
    return entry;
#endif
}

// The number of set bits in each lane.
static inline Vec vec_count(Vec x)
{
#if LANES == 8 && defined(__AVX512VPOPCNTDQ__)
    return (Vec)_mm512_popcnt_epi64((__m512i)x);
#elif LANES == 4 && defined(__AVX2__)
    const __m256i ones =
        _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1,
                         2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i nibble = _mm256_set1_epi8(15);
    __m256i low = _mm256_and_si256((__m256i)x, nibble);
    __m256i high = _mm256_and_si256(_mm256_srli_epi16((__m256i)x, 4), nibble);
    __m256i sums = _mm256_add_epi8(_mm256_shuffle_epi8(ones, low),
                                   _mm256_shuffle_epi8(ones, high));
    return (Vec)_mm256_sad_epu8(sums, _mm256_setzero_si256());
#else
    x = x - (x >> 1 & 0x5555555555555555u);
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    x += x >> 8;
    x += x >> 16;
    return (x + (x >> 32)) & 127;
#endif
}

#endif
