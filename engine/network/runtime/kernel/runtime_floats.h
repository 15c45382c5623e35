// SPDX-License-Identifier: MIT
//
// Vectors of floats, and functions of them; for runtime_kernel_tmpl.c only.
#ifndef RUNTIME_FLOATS_H
#define RUNTIME_FLOATS_H

#include <stdint.h>
#include <string.h>

#ifdef __ARM_NEON
#include <arm_neon.h>
#endif

#include "layer.h"
#include "simd.h"

enum { WIDTH = 2 * LANES };

typedef float Floats __attribute__((vector_size(4 * WIDTH)));
typedef int32_t Ints __attribute__((vector_size(4 * WIDTH)));

INLINED Floats load_floats(const float *from)
{
    Floats floats;
    memcpy(&floats, from, sizeof floats);
    return floats;
}

INLINED void store_floats(Floats floats, float *to)
{
    memcpy(to, &floats, sizeof floats);
}

INLINED Floats floats_all(float number)
{
    int32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return (Floats)((Ints){0} + bits);
}

// a * b + c. PRECISION_EXACT rounds the product, too; the others do not where the
// instruction set can.
INLINED Floats multiply_add(Floats a, Floats b, Floats c)
{
#if PRECISION == 4
    return a * b + c;
#elif LANES == 8 && defined __AVX512F__
    return (Floats)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
#elif LANES == 4 && defined __FMA__
    return (Floats)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
#elif LANES == 2 && defined __ARM_NEON
    return (Floats)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
#else
    return a * b + c;
#endif
}

INLINED Floats floats_select(Ints condition, Floats a, Floats b)
{
    return (Floats)((condition & (Ints)a) | (~condition & (Ints)b));
}

INLINED Floats floats_max(Floats a, Floats b)
{
#if LANES == 8 && defined __AVX512F__
    return (Floats)_mm512_max_ps((__m512)a, (__m512)b);
#elif LANES == 4 && defined __AVX2__
    return (Floats)_mm256_max_ps((__m256)a, (__m256)b);
#elif LANES == 2 && defined __SSE2__
    return (Floats)_mm_max_ps((__m128)a, (__m128)b);
#elif LANES == 2 && defined __ARM_NEON
    return (Floats)vmaxq_f32((float32x4_t)a, (float32x4_t)b);
#else
    return floats_select(a > b, a, b);
#endif
}

INLINED Floats floats_min(Floats a, Floats b)
{
#if LANES == 8 && defined __AVX512F__
    return (Floats)_mm512_min_ps((__m512)a, (__m512)b);
#elif LANES == 4 && defined __AVX2__
    return (Floats)_mm256_min_ps((__m256)a, (__m256)b);
#elif LANES == 2 && defined __SSE2__
    return (Floats)_mm_min_ps((__m128)a, (__m128)b);
#elif LANES == 2 && defined __ARM_NEON
    return (Floats)vminq_f32((float32x4_t)a, (float32x4_t)b);
#else
    return floats_select(a < b, a, b);
#endif
}

INLINED Floats floats_abs(Floats x)
{
    return (Floats)((Ints)x & INT32_MAX);
}

// Rounds to the nearest integer. Pre: it is below 2^22.
INLINED Ints round_floats(Floats x)
{
#if LANES == 8 && defined __AVX512F__
    return (Ints)_mm512_cvtps_epi32((__m512)x);
#elif LANES == 4 && defined __AVX2__
    return (Ints)_mm256_cvtps_epi32((__m256)x);
#elif LANES == 2 && defined __SSE2__
    return (Ints)_mm_cvtps_epi32((__m128)x);
#else
    const Floats shift = floats_all(12582912.0f); // leaves no room for the fraction
    return (Ints)(x + shift) - (Ints)shift;
#endif
}

INLINED Floats ints_to_floats(Ints x)
{
    return __builtin_convertvector(x, Floats);
}

// The halves of a vector of eight.
#if LANES == 4 && defined __AVX2__
INLINED __m128 low_half(Floats x)
{
    return _mm256_castps256_ps128((__m256)x);
}

INLINED __m128 high_half(Floats x)
{
    return _mm256_extractf128_ps((__m256)x, 1);
}
#endif

INLINED float sum_of_floats(Floats x)
{
#if LANES == 8 && defined __AVX512F__
    return _mm512_reduce_add_ps((__m512)x);
#elif LANES == 4 && defined __AVX2__
    __m128 four = _mm_add_ps(low_half(x), high_half(x));
    __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
#else
    float sum = 0;
    for (int i = 0; i < WIDTH; i++)
        sum += x[i];
    return sum;
#endif
}

INLINED float peak_of_floats(Floats x)
{
#if LANES == 8 && defined __AVX512F__
    return _mm512_reduce_max_ps((__m512)x);
#elif LANES == 4 && defined __AVX2__
    __m128 four = _mm_max_ps(low_half(x), high_half(x));
    __m128 two = _mm_max_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_max_ss(two, _mm_movehdup_ps(two)));
#else
    float peak = x[0];
    for (int i = 1; i < WIDTH; i++)
        peak = x[i] > peak ? x[i] : peak;
    return peak;
#endif
}

// Exchanges the numbers of each pair.
INLINED Floats swap_pairs(Floats x)
{
#if defined __AVX2__
    enum { SECOND_FIRST_FOURTH_THIRD = 0xb1 };
#endif
#if LANES == 8 && defined __AVX512F__
    return (Floats)_mm512_permute_ps((__m512)x, SECOND_FIRST_FOURTH_THIRD);
#elif LANES == 4 && defined __AVX2__
    return (Floats)_mm256_permute_ps((__m256)x, SECOND_FIRST_FOURTH_THIRD);
#else
    enum { NUMBER_BITS = 32 };
    return (Floats)((Vec)x << NUMBER_BITS | (Vec)x >> NUMBER_BITS);
#endif
}

// The first numbers of a row; the others are 0.
INLINED Floats load_some_floats(const float *from, int count)
{
    if (count >= WIDTH)
        return load_floats(from);
    Floats floats = {0};
    for (int i = 0; i < count; i++)
        floats[i] = from[i];
    return floats;
}

INLINED Floats polynomial(Floats x, const float coefficients[], int degree)
{
    Floats sum = floats_all(coefficients[degree]);
    for (int i = degree - 1; i >= 0; i--)
        sum = multiply_add(sum, x, floats_all(coefficients[i]));
    return sum;
}

// x * 2^n. Pre: x is about 1, and n -126..127.
INLINED Floats scale_by_power(Floats x, Ints n)
{
    enum { FRACTION_BITS = 23 };
    return (Floats)((Ints)x + (n << FRACTION_BITS));
}

// 2^x; below -120 it is 2^-120, so that no result is subnormal: those cost some
// processors a hundred cycles. Pre: x < 128, or there is AVX-512, which finds infinity.
// `degree` is 3 (error 1e-4) or 6.
INLINED Floats exp2_floats(Floats x, int degree)
{
    static const float THREE[] = {0.99992807f, 0.69326099f, 0.24261112f, 0.05517167f};
    static const float SIX[] = {1,
                                0.693147203f,
                                0.240226479f,
                                0.0555033247f,
                                0.00961843736f,
                                0.00133988744f,
                                0.000153533619f};
    const float *coefficients = degree == 3 ? THREE : SIX;
    x = floats_max(x, floats_all(-120));
#if LANES == 8 && defined __AVX512DQ__
    enum { FROM_NEAREST_INTEGER = 0 };
    Floats rest = (Floats)_mm512_reduce_ps((__m512)x, FROM_NEAREST_INTEGER);
    Floats power = polynomial(rest, coefficients, degree);
    return (Floats)_mm512_scalef_ps((__m512)power, (__m512)(x - rest));
#else
    Ints n = round_floats(x);
    Floats rest = x - ints_to_floats(n);
    return scale_by_power(polynomial(rest, coefficients, degree), n);
#endif
}

// Products that are rounded to integers or to bfloat16 need no more than errors of
// 1e-4.
enum { IS_ROUGH = PRECISION == 1 || PRECISION == 3 };

// e^x; x is cut to -83..83 where that is rough, otherwise to -87..88.
INLINED Floats exp_floats(Floats x)
{
    if (IS_ROUGH)
        return exp2_floats(floats_min(x * floats_all(1.44269504f), floats_all(120)), 3);
    // The best polynomial for the relative error.
    static const float COEFFICIENTS[] = {1,
                                         1.00000003f,
                                         0.499999942f,
                                         0.166664313f,
                                         0.041668002f,
                                         0.00837415531f,
                                         0.00138436535f};
    // The first part of log 2 has few bits, so its product is exact.
    const Floats log_high = floats_all(0.693359375f);
    const Floats log_low = floats_all(-2.12194440e-4f);
    x = floats_max(floats_min(x, floats_all(88)), floats_all(-87));
    Ints n = round_floats(x * floats_all(1.44269504f));
    Floats power = ints_to_floats(n);
    x = multiply_add(-power, log_low, multiply_add(-power, log_high, x));
    return scale_by_power(polynomial(x, COEFFICIENTS, 6), n);
}

// 1 / x. Where an instruction makes a guess, the error is 2e-7, or rough. Below 1e-38
// it may be 0.
INLINED Floats reciprocal(Floats x)
{
#if LANES == 8 && defined __AVX512F__
    Floats guess = (Floats)_mm512_rcp14_ps((__m512)x);
    if (IS_ROUGH)
        return guess;
#elif LANES == 4 && defined __AVX2__
    Floats guess = (Floats)_mm256_rcp_ps((__m256)x);
#else
    return floats_all(1) / x;
#endif
#if defined __AVX2__
    return multiply_add(guess, multiply_add(-x, guess, floats_all(1)), guess);
#endif
}

// Slope of ACTIVATION_LEAKY_RELU below 0.
#define LEAK 0.125f

INLINED Floats activate_floats(Floats x, Activation activation)
{
    switch (activation) {
    case ACTIVATION_RELU:
        return floats_max(x, (Floats){0});
    case ACTIVATION_LEAKY_RELU:
        return floats_max(x, x * floats_all(LEAK));
    case ACTIVATION_SILU:
        return x * reciprocal(floats_all(1) + exp_floats(-x));
    case ACTIVATION_MISH: {
        // tanh(log(1 + w)) = (w^2 + 2 w) / (w^2 + 2 w + 2), and 1 from here on.
        Floats power = exp_floats(floats_min(x, floats_all(20)));
        Floats square = power * (power + floats_all(2));
        return x * square * reciprocal(square + floats_all(2));
    }
    case ACTIVATION_IDENTITY:
        break;
    }
    return x;
}

// A loop for each activation.
#define ACTIVATION_CASE(activation, compute)                                           \
    case activation:                                                                   \
        compute(activation);                                                           \
        break;
#define EACH_ACTIVATION(kind, compute)                                                 \
    switch (kind) {                                                                    \
        ACTIVATION_CASE(ACTIVATION_IDENTITY, compute)                                  \
        ACTIVATION_CASE(ACTIVATION_RELU, compute)                                      \
        ACTIVATION_CASE(ACTIVATION_MISH, compute)                                      \
        ACTIVATION_CASE(ACTIVATION_SILU, compute)                                      \
        ACTIVATION_CASE(ACTIVATION_LEAKY_RELU, compute)                                \
    }

#endif
