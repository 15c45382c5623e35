// SPDX-License-Identifier: MIT
#include "value_bias.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "rng.h"

enum {
    COUNT_MIN = 1 << 10,
    COUNT_MAX = 1 << 18, // a long search on the largest board has not many more buckets
    BUCKET_BYTES = 2 * sizeof(float),
};

// The part of earlier searches' results that still counts.
static const float KEPT = 0.5f;

bool value_bias_init(ValueBias *bias, uint64_t bytes)
{
    uint64_t count = bytes / BUCKET_BYTES;
    if (count < COUNT_MIN)
        count = COUNT_MIN;
    if (count > COUNT_MAX)
        count = COUNT_MAX;
    *bias = (ValueBias){.count = (uint32_t)count, .is_blank = true};
    bias->sums = calloc(count, sizeof *bias->sums);
    bias->weights = calloc(count, sizeof *bias->weights);
    return bias->sums != NULL && bias->weights != NULL;
}

uint64_t value_bias_bytes(const ValueBias *bias)
{
    return (uint64_t)bias->count * BUCKET_BYTES;
}

void value_bias_free(ValueBias *bias)
{
    free((void *)bias->sums);
    free((void *)bias->weights);
}

static float get(const _Atomic float *number)
{
    return atomic_load_explicit(number, memory_order_relaxed);
}

static void set(_Atomic float *number, float value)
{
    atomic_store_explicit(number, value, memory_order_relaxed);
}

// Both numbers shrink, and so the mean stays until more is learnt.
static void fade(ValueBias *bias, float kept)
{
    for (uint32_t i = 0; i < bias->count && !bias->is_blank; i++) {
        set(&bias->sums[i], kept * get(&bias->sums[i]));
        set(&bias->weights[i], kept * get(&bias->weights[i]));
    }
}

void value_bias_clear(ValueBias *bias)
{
    fade(bias, 0);
    bias->is_blank = true;
}

void value_bias_begin(ValueBias *bias)
{
    fade(bias, KEPT);
    bias->is_blank = false;
}

uint32_t value_bias_bucket(const Position *pos, Point last, Point second_last)
{
    if (last == NO_POINT || last == PASS || second_last == NO_POINT)
        return VALUE_BIAS_NO_BUCKET;
    Bitboard atari = position_atari_stones(pos);
    uint64_t black = bitboard_wide_window(&pos->stones[BLACK], last);
    uint64_t white = bitboard_wide_window(&pos->stones[WHITE], last);
    uint64_t moves = (uint64_t)last << 16 | second_last;
    uint64_t state = (uint64_t)(pos->ko != NO_POINT) << 1 | pos->to_play;
    uint64_t key = rng_mix(black << 25 | white);
    key = rng_mix(key ^ bitboard_wide_window(&atari, last));
    key = rng_mix(key ^ (moves << 2 | state));
    uint32_t bucket = (uint32_t)(key >> 32);
    return bucket != VALUE_BIAS_NO_BUCKET ? bucket : 1;
}

float value_bias_of(const ValueBias *bias, uint32_t bucket)
{
    float weight = get(&bias->weights[bucket % bias->count]);
    if (bucket == VALUE_BIAS_NO_BUCKET || weight <= 0)
        return 0;
    float mean = get(&bias->sums[bucket % bias->count]) / weight;
    // Both were not read in the same moment.
    return mean < -1 ? -1 : mean > 1 ? 1 : mean;
}

void value_bias_learn(ValueBias *bias, uint32_t bucket, float more, float weight)
{
    if (bucket == VALUE_BIAS_NO_BUCKET)
        return;
    uint32_t i = bucket % bias->count;
    set(&bias->sums[i], get(&bias->sums[i]) + weight * more);
    set(&bias->weights[i], get(&bias->weights[i]) + weight);
}
