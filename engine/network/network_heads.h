// SPDX-License-Identifier: MIT
//
// From the numbers that a network ends with to its output. For network.c and
// human_network.c only. The same on every machine.
#ifndef NETWORK_HEADS_H
#define NETWORK_HEADS_H

#include "network_internal.h"
#include "network_picture.h"

// What the network's layers end with (NetworkArrays). By point, numbers are
// runtime_stride apart.
typedef struct HeadNumbers {
    int policies, values_count; // as network_policies() and network_values() say
    const float *policy, *pass, *values, *owner;
} HeadNumbers;

// Fills a policy from the logits of the points as shown, `stride` apart, and of a pass.
// Points off the board, and points that may not be played, are 0.
void network_policy(const Picture *picture, const float *points, int stride, float pass,
                    float policy[POINT_LIMIT]);

// Fills the output.
void network_heads(const HeadNumbers *numbers, const Picture *picture,
                   NetworkOutput *output);

#endif
