// SPDX-License-Identifier: MIT
//
// A weighted mean of numbers within -1..1 that many threads learn without a lock. If
// two of them add at the same moment, one number may be lost.
#ifndef SHARED_MEAN_H
#define SHARED_MEAN_H

#include <stdatomic.h>

typedef struct SharedMean {
    _Atomic float sum, weight;
} SharedMean;

static inline float shared_mean_weight(const SharedMean *mean)
{
    return atomic_load_explicit(&mean->weight, memory_order_relaxed);
}

static inline void shared_mean_set(SharedMean *mean, float sum, float weight)
{
    atomic_store_explicit(&mean->sum, sum, memory_order_relaxed);
    atomic_store_explicit(&mean->weight, weight, memory_order_relaxed);
}

static inline void shared_mean_add(SharedMean *mean, float number, float weight)
{
    float sum = atomic_load_explicit(&mean->sum, memory_order_relaxed);
    shared_mean_set(mean, sum + weight * number, shared_mean_weight(mean) + weight);
}

// Makes what was learnt count for a part. The mean stays until more is added.
static inline void shared_mean_fade(SharedMean *mean, float part)
{
    float sum = atomic_load_explicit(&mean->sum, memory_order_relaxed);
    shared_mean_set(mean, part * sum, part * shared_mean_weight(mean));
}

// Takes a weight away. The mean stays. Pre: its weight is not 0, and not less.
static inline void shared_mean_take(SharedMean *mean, float weight)
{
    float sum = atomic_load_explicit(&mean->sum, memory_order_relaxed);
    float before = shared_mean_weight(mean), left = before - weight;
    shared_mean_set(mean, sum * left / before, left);
}

// The mean, -1..1, together with zeros of the weight `zeros`. 0 if there is nothing.
static inline float shared_mean_of(const SharedMean *mean, float zeros)
{
    float weight = shared_mean_weight(mean) + zeros;
    if (weight <= 0)
        return 0;
    float found = atomic_load_explicit(&mean->sum, memory_order_relaxed) / weight;
    // Sum and weight were not read in the same moment.
    return found < -1 ? -1 : found > 1 ? 1 : found;
}

#endif
