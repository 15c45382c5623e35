// SPDX-License-Identifier: MIT
#include "value_bias.h"

#include <math.h>
#include <stdlib.h>

#include "rng.h"

enum {
    COUNT_MIN = 1 << 10,
    COUNT_MAX = 1 << 18, // a long search on the largest board has not many more buckets
};

// The part of earlier searches' results that still counts.
static const float KEPT = 0.5f;

bool value_bias_init(ValueBias *bias, uint64_t bytes)
{
    uint64_t count = bytes / sizeof(SharedMean);
    if (count < COUNT_MIN)
        count = COUNT_MIN;
    if (count > COUNT_MAX)
        count = COUNT_MAX;
    *bias = (ValueBias){.count = (uint32_t)count, .is_blank = true};
    bias->means = calloc(count, sizeof *bias->means);
    return bias->means != NULL;
}

uint64_t value_bias_bytes(const ValueBias *bias)
{
    return (uint64_t)bias->count * sizeof(SharedMean);
}

void value_bias_free(ValueBias *bias)
{
    free(bias->means);
}

static void fade(ValueBias *bias, float kept)
{
    for (uint32_t i = 0; i < bias->count && !bias->is_blank; i++)
        shared_mean_fade(&bias->means[i], kept);
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
    if (bucket == VALUE_BIAS_NO_BUCKET)
        return 0;
    return shared_mean_of(&bias->means[bucket % bias->count], 0);
}

void value_bias_learn(ValueBias *bias, uint32_t bucket, float more, float weight)
{
    if (bucket != VALUE_BIAS_NO_BUCKET)
        shared_mean_add(&bias->means[bucket % bias->count], more, weight);
}

float value_bias_weight(float simulations)
{
    // Square roots are the same on all machines; other powers need not be.
    return simulations > 0 ? simulations / sqrtf(sqrtf(sqrtf(simulations))) : 0;
}
