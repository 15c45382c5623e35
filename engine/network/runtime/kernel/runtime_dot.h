// SPDX-License-Identifier: MIT
//
// Products of integers, two of 16 bits or four of 8 in each 32 bits; for
// runtime_kernel_tmpl.c only.
#ifndef RUNTIME_DOT_H
#define RUNTIME_DOT_H

#include "runtime_floats.h"

// Adds to each sum its two products.
INLINED Ints dot_shorts(Ints sum, Ints inputs, Ints weights)
{
#if LANES == 8 && defined __AVX512VNNI__
    return (Ints)_mm512_dpwssd_epi32((__m512i)sum, (__m512i)inputs, (__m512i)weights);
#elif LANES == 4 && defined __AVXVNNI__
    return (Ints)_mm256_dpwssd_avx_epi32((__m256i)sum, (__m256i)inputs,
                                         (__m256i)weights);
#elif LANES == 4 && defined __AVX2__
    return sum + (Ints)_mm256_madd_epi16((__m256i)inputs, (__m256i)weights);
#elif LANES == 2 && defined __SSE2__
    return sum + (Ints)_mm_madd_epi16((__m128i)inputs, (__m128i)weights);
#else
    Ints low = (inputs << 16 >> 16) * (weights << 16 >> 16);
    return sum + low + (inputs >> 16) * (weights >> 16);
#endif
}

// Instruction sets that multiply bytes: inputs are signed numbers with BYTE_SHIFT
// added, of which the least is BYTE_LEAST, weights signed ones. A build for one machine
// (-march=native) may use all its instructions in every kernel. The vectors still have
// LANES numbers.
#if (LANES == 8 && defined __AVX512VNNI__) || (LANES == 4 && defined __AVXVNNI__)
#define HAS_VNNI
#define HAS_BYTES
enum { BYTE_SHIFT = 128, BYTE_LEAST = 0 };
#elif defined __ARM_FEATURE_DOTPROD
#define HAS_BYTES
enum { BYTE_SHIFT = 0, BYTE_LEAST = -128 };
#endif

#ifdef HAS_BYTES
// Adds to each sum its four products.
INLINED Ints dot_bytes(Ints sum, Ints inputs, Ints weights)
{
#if LANES == 8
    return (Ints)_mm512_dpbusd_epi32((__m512i)sum, (__m512i)inputs, (__m512i)weights);
#elif LANES == 4
    return (Ints)_mm256_dpbusd_avx_epi32((__m256i)sum, (__m256i)inputs,
                                         (__m256i)weights);
#else
    return (Ints)vdotq_s32((int32x4_t)sum, (int8x16_t)inputs, (int8x16_t)weights);
#endif
}
#endif

// The four bytes of a step's inputs, for all outputs.
INLINED Ints broadcast_step(const void *inputs)
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

#endif
