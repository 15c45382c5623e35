// SPDX-License-Identifier: MIT
//
// What winograd_kernel_tmpl.c is compiled to for each instruction set and size of
// square.
#ifndef WINOGRAD_KERNEL_H
#define WINOGRAD_KERNEL_H

#include "winograd.h"

typedef struct WinogradKernel {
    // As winograd_forward and winograd_backward.
    bool (*forward)(const WinogradShape *shape, const float *x, const float *weights,
                    float *y);
    bool (*backward)(const WinogradShape *shape, const float *x, const float *turned,
                     const WinogradGradients *gradients);
} WinogradKernel;

#ifdef WITH_X86_64
extern const WinogradKernel WINOGRAD_AVX2_4, WINOGRAD_AVX2_6, WINOGRAD_AVX512_4,
    WINOGRAD_AVX512_6;
#endif

#endif
