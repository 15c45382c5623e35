// SPDX-License-Identifier: MIT
#include "policy_bias.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "rng.h"

enum {
    COUNT_MIN = 1 << 10,
    COUNT_MAX = 1 << 18, // slots; a long search has not many more buckets
};

// The part of earlier searches' results that still counts.
static const float KEPT = 0.5f;

// Number of results without difference that every bucket begins with: the values of
// single leaves go up and down.
static const float EVEN = 4;

// A move may be better by this without counting as more probable: good moves are always
// better than the others.
static const float USUAL = 0.05f;

bool policy_bias_init(PolicyBias *bias, uint64_t bytes)
{
    uint64_t count = bytes / sizeof(PolicyBiasSlot);
    if (count < COUNT_MIN)
        count = COUNT_MIN;
    if (count > COUNT_MAX)
        count = COUNT_MAX;
    *bias = (PolicyBias){.count = (uint32_t)count, .is_blank = true};
    bias->slots = calloc(count, sizeof *bias->slots);
    return bias->slots != NULL;
}

uint64_t policy_bias_bytes(const PolicyBias *bias)
{
    return (uint64_t)bias->count * sizeof(PolicyBiasSlot);
}

void policy_bias_free(PolicyBias *bias)
{
    free(bias->slots);
}

static void fade(PolicyBias *bias, float kept)
{
    for (uint32_t i = 0; i < bias->count && !bias->is_blank; i++)
        shared_mean_fade(&bias->slots[i].mean, kept);
}

void policy_bias_clear(PolicyBias *bias)
{
    fade(bias, 0);
    bias->is_blank = true;
}

void policy_bias_begin(PolicyBias *bias)
{
    fade(bias, KEPT);
    bias->is_blank = false;
}

uint64_t policy_bias_bucket(const Position *pos, const Bitboard *atari, Point move)
{
    if (move == PASS)
        return POLICY_BIAS_NO_BUCKET;
    uint64_t black = bitboard_wide_window(&pos->stones[BLACK], move);
    uint64_t white = bitboard_wide_window(&pos->stones[WHITE], move);
    uint64_t state = (uint64_t)(pos->ko != NO_POINT) << 1 | pos->to_play;
    uint64_t key = rng_mix(black << 25 | white);
    key = rng_mix(key ^ bitboard_wide_window(atari, move));
    key = rng_mix(key ^ ((uint64_t)move << 2 | state));
    return key != POLICY_BIAS_NO_BUCKET ? key : 1;
}

static PolicyBiasSlot *bucket_slot(const PolicyBias *bias, uint64_t bucket)
{
    // The lower half as a fraction: cheaper than a remainder.
    return &bias->slots[(bucket & UINT32_MAX) * bias->count >> 32];
}

static uint32_t bucket_mark(uint64_t bucket)
{
    return (uint32_t)(bucket >> 32);
}

static bool has_slot(const PolicyBiasSlot *slot, uint64_t bucket)
{
    return atomic_load_explicit(&slot->mark, memory_order_relaxed) ==
           bucket_mark(bucket);
}

// Takes a slot for a bucket. False if the other bucket in the slot has more weight; it
// then becomes a little weaker.
static bool take_slot(PolicyBiasSlot *slot, uint64_t bucket)
{
    if (shared_mean_weight(&slot->mean) >= 1) {
        shared_mean_take(&slot->mean, 1);
        return false;
    }
    atomic_store_explicit(&slot->mark, bucket_mark(bucket), memory_order_relaxed);
    shared_mean_set(&slot->mean, 0, 0);
    return true;
}

void policy_bias_learn(PolicyBias *bias, uint64_t bucket, float more)
{
    PolicyBiasSlot *slot = bucket_slot(bias, bucket);
    if (bucket == POLICY_BIAS_NO_BUCKET ||
        (!has_slot(slot, bucket) && !take_slot(slot, bucket)))
        return;
    shared_mean_add(&slot->mean, more, 1);
}

void policy_bias_fetch(const PolicyBias *bias, uint64_t bucket)
{
    __builtin_prefetch(bucket_slot(bias, bucket));
}

float policy_bias_of(const PolicyBias *bias, uint64_t bucket)
{
    const PolicyBiasSlot *slot = bucket_slot(bias, bucket);
    if (bucket == POLICY_BIAS_NO_BUCKET || !has_slot(slot, bucket))
        return 0;
    return shared_mean_of(&slot->mean, EVEN);
}

float policy_bias_probability(float better, float part)
{
    return better > USUAL ? part * (better - USUAL) / (1 - USUAL) : 0;
}
