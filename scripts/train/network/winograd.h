// SPDX-License-Identifier: MIT
//
// Convolutions by fewer multiplications, for training on processors with AVX2: a square
// of 6x6 points is transformed, so that 4x4 outputs of a kernel of 3x3, or 2x2 of one
// of 5x5, take 36 products of each pair of channels instead of 144 or 100 (A. Lavin and
// S. Gray, "Fast algorithms for convolutional neural networks", 2015, section 4.1).
//
// Boards are N x height x width x channels floats, the channels last; outside of them
// all is 0. Numbers of channels are multiples of WINOGRAD_CHANNELS.
#ifndef WINOGRAD_H
#define WINOGRAD_H

#include <stdbool.h>

enum { WINOGRAD_CHANNELS = 16, WINOGRAD_POINTS = 36 };

typedef struct WinogradShape {
    int boards, height, width;
    int inputs, outputs; // channels
    int kernel;          // 3 or 5
} WinogradShape;

// Has this processor what is needed?
bool winograd_available(void);

// Computes y of x. `weights` are those of transformed kernels, WINOGRAD_POINTS x inputs
// x outputs. Errors: false if there is no memory.
bool winograd_forward(const WinogradShape *shape, const float *x, const float *weights,
                      float *y);

// Of dy, the gradient of y: that of the transformed kernels is added to dweights, and
// that of x is written to dx unless this is NULL.
typedef struct WinogradGradients {
    const float *dy;
    float *dx, *dweights;
} WinogradGradients;

// `turned` are WINOGRAD_POINTS x outputs x inputs. Errors: false if there is no memory.
bool winograd_backward(const WinogradShape *shape, const float *x, const float *turned,
                       const WinogradGradients *gradients);

#endif
