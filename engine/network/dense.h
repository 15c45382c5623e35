// SPDX-License-Identifier: MIT
//
// A dense layer of floats; for the sources of the network only.
#ifndef DENSE_H
#define DENSE_H

#include <string.h>

#include "network_internal.h"

enum { DENSE_MAX = NETWORK_CHANNELS_MAX };

// output[i] = bias[i] plus the sum of weights[j][i] * input[j]. That sum is made of
// four partial sums, to which the inputs are added in turn. So the order is the same
// everywhere.
typedef struct Dense {
    const float *weights, *bias;
    int inputs, outputs; // at most DENSE_MAX outputs
} Dense;

static inline void apply_dense(const Dense *dense, const float *input, float output[])
{
    float sums[4][DENSE_MAX];
    const float *weights = dense->weights;
    memset(sums, 0, sizeof sums);
    for (int j = 0; j < dense->inputs; j++, weights += dense->outputs)
        for (int i = 0; i < dense->outputs; i++)
            sums[j % 4][i] += weights[i] * input[j];
    for (int i = 0; i < dense->outputs; i++)
        output[i] =
            dense->bias[i] + ((sums[0][i] + sums[1][i]) + (sums[2][i] + sums[3][i]));
}

#endif
