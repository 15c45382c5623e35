// SPDX-License-Identifier: MIT
#include "winograd.h"

#include <stddef.h>

#include "winograd_kernel.h"

// NULL: this processor does not have such vectors.
static const WinogradKernel *kernel_of(int lanes)
{
#ifdef WITH_X86_64
    if (lanes == 16 && __builtin_cpu_supports("avx512f"))
        return &WINOGRAD_AVX512;
    if (lanes == 8 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return &WINOGRAD_AVX2;
#else
    (void)lanes;
#endif
    return NULL;
}

bool winograd_has(int lanes)
{
    return kernel_of(lanes) != NULL;
}

bool winograd_forward(const WinogradShape *shape, const float *x, const float *weights,
                      float *y)
{
    return kernel_of(shape->lanes)->forward(shape, x, weights, y);
}

bool winograd_backward(const WinogradShape *shape, const float *x, const float *turned,
                       const WinogradGradients *gradients)
{
    return kernel_of(shape->lanes)->backward(shape, x, turned, gradients);
}
