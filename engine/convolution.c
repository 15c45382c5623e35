// SPDX-License-Identifier: MIT
#include "convolution.h"

#include <string.h>

// One copy of convolution_kernel.c for each instruction set that the compiler knows;
// see meson.build.
extern const ConvolutionKernel CONVOLUTION_AVX512, CONVOLUTION_AVXVNNI,
    CONVOLUTION_AVX2, CONVOLUTION_NEON, CONVOLUTION_GENERIC;

static const ConvolutionKernel *const KERNELS[] = {
#ifdef HAVE_LANES_AVX512
    &CONVOLUTION_AVX512,
#endif
#ifdef HAVE_LANES_AVXVNNI
    &CONVOLUTION_AVXVNNI,
#endif
#ifdef HAVE_LANES_AVX2
    &CONVOLUTION_AVX2,
#endif
#ifdef HAVE_LANES_NEON
    &CONVOLUTION_NEON,
#endif
    &CONVOLUTION_GENERIC,
};

enum { KERNEL_COUNT = sizeof KERNELS / sizeof KERNELS[0] };

const ConvolutionKernel *convolution_kernel(const char *isa)
{
    for (int i = 0; i < KERNEL_COUNT; i++)
        if (strcmp(KERNELS[i]->isa, isa) == 0)
            return KERNELS[i];
    return NULL;
}

CellGrid cell_grid(int columns, int rows)
{
    int stride = (columns + 2) / 2 * 2;
    return (CellGrid){.columns = columns,
                      .rows = rows,
                      .stride = stride,
                      .first = 2 * stride + 2,
                      .cells = (rows + 5) * stride + TILE_MAX};
}
