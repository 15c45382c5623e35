// SPDX-License-Identifier: MIT
//
// Convolutions with fewer multiplications, for training on processors with AVX2 or
// AVX-512. Squares of points are transformed, and so are kernels. With 6x6 points, a
// 3x3 kernel computes 4x4 outputs from 36 products for each pair of channels, instead
// of 144. A 5x5 kernel computes 2x2 outputs from 36 products, instead of 100. Source:
// A. Lavin and S. Gray, "Fast algorithms for convolutional neural networks", 2015,
// section 4.1. With 4x4 points, a 3x3 kernel computes 2x2 outputs from 16 products, as
// the program does (engine/network/runtime/layer.h): squares begin at even rows and
// columns, and the order of the products is the one there.
//
// Boards are N x height x width x channels floats, with the channels last. Outside of a
// board all is 0. Numbers of channels are multiples of WINOGRAD_CHANNELS.
#ifndef WINOGRAD_H
#define WINOGRAD_H

#include <stdbool.h>

enum { WINOGRAD_CHANNELS = 16 };

typedef struct WinogradShape {
    int boards, height, width;
    int inputs, outputs; // numbers of channels
    int kernel;          // 3 or 5
    int square;          // points of a side of a square: 6, or with a 3x3 kernel 4
    int lanes;           // of the vectors that compute it; winograd_has() them
} WinogradShape;

// Can this processor compute with vectors of so many numbers? They have 8 with AVX2, 16
// with AVX-512.
bool winograd_has(int lanes);

// Computes y from x. `weights` are the transformed kernels, square * square x inputs x
// outputs. Errors: false if memory is exhausted.
bool winograd_forward(const WinogradShape *shape, const float *x, const float *weights,
                      float *y);

// dy is the gradient of y. The gradient of the transformed kernels is added to
// dweights. The gradient of x is written to dx, unless dx is NULL.
typedef struct WinogradGradients {
    const float *dy;
    float *dx, *dweights;
} WinogradGradients;

// Computes the gradients. `turned` is square * square x outputs x inputs. Errors: false
// if memory is exhausted.
bool winograd_backward(const WinogradShape *shape, const float *x, const float *turned,
                       const WinogradGradients *gradients);

#endif
