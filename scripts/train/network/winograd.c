// SPDX-License-Identifier: MIT
#include "winograd.h"

#include <stddef.h>

#include "winograd_kernel.h"

// NULL: this processor does not have such vectors.
static const WinogradKernel *kernel_of(int lanes, int square)
{
#ifdef WITH_X86_64
    if (lanes == 16 && __builtin_cpu_supports("avx512f"))
        return square == 4 ? &WINOGRAD_AVX512_4 : &WINOGRAD_AVX512_6;
    if (lanes == 8 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return square == 4 ? &WINOGRAD_AVX2_4 : &WINOGRAD_AVX2_6;
#else
    (void)lanes;
    (void)square;
#endif
    return NULL;
}

bool winograd_has(int lanes)
{
    return kernel_of(lanes, 6) != NULL;
}

bool winograd_forward(const WinogradShape *shape, const float *x, const float *weights,
                      float *y)
{
    return kernel_of(shape->lanes, shape->square)->forward(shape, x, weights, y);
}

bool winograd_backward(const WinogradShape *shape, const float *x, const float *turned,
                       const WinogradGradients *gradients)
{
    return kernel_of(shape->lanes, shape->square)
        ->backward(shape, x, turned, gradients);
}
