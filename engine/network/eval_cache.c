// SPDX-License-Identifier: MIT
#include "eval_cache.h"

#include <stdlib.h>
#include <string.h>

#include "packed_numbers.h"
#include "rng.h"

enum { COUNT_MIN = 4 };

typedef struct CachedOutput {
    float win, score, win_error, score_error, score_mean, score_stdev;
    uint16_t policy[POINT_LIMIT]; // the upper halves of floats
    uint8_t owner[POINT_LIMIT];   // steps above -1
} CachedOutput;

bool eval_cache_init(EvalCache *cache, uint64_t bytes)
{
    uint64_t count = bytes / (sizeof(CachedOutput) + sizeof *cache->keys);
    *cache = (EvalCache){.count = count > COUNT_MIN ? count : COUNT_MIN};
    for (int i = 0; i < EVAL_CACHE_LOCKS; i++)
        pthread_mutex_init(&cache->locks[i], NULL);
    cache->keys = calloc(cache->count, sizeof *cache->keys);
    cache->entries = malloc(cache->count * sizeof *cache->entries);
    return cache->keys != NULL && cache->entries != NULL;
}

void eval_cache_free(EvalCache *cache)
{
    for (int i = 0; i < EVAL_CACHE_LOCKS; i++)
        pthread_mutex_destroy(&cache->locks[i]);
    free(cache->keys);
    free(cache->entries);
}

void eval_cache_clear(EvalCache *cache)
{
    for (int i = 0; i < EVAL_CACHE_LOCKS; i++)
        pthread_mutex_lock(&cache->locks[i]);
    memset(cache->keys, 0, cache->count * sizeof *cache->keys);
    for (int i = EVAL_CACHE_LOCKS - 1; i >= 0; i--)
        pthread_mutex_unlock(&cache->locks[i]);
}

static uint64_t mix_plane(uint64_t key, const Bitboard *plane)
{
    for (int i = 0; i < BITBOARD_WORDS; i++)
        key = rng_mix(key ^ plane->word[i]);
    return key;
}

uint64_t eval_cache_key(const InputFeatures *features)
{
    uint64_t key = 1;
    for (int i = 0; i < PLANE_COUNT; i++)
        if (i < PLANE_MOVES || i >= PLANE_MOVES + FEATURE_MOVES)
            key = mix_plane(key, &features->planes[i]);
    for (int i = 0; i < GLOBAL_COUNT; i++)
        key = rng_mix(key ^ (uint16_t)features->globals[i]);
    return key != 0 ? key : 1;
}

static pthread_mutex_t *lock_of(EvalCache *cache, uint64_t index)
{
    return &cache->locks[index % EVAL_CACHE_LOCKS];
}

static void read_entry(const CachedOutput *entry, NetworkOutput *output)
{
    output->win = entry->win;
    output->score = entry->score;
    output->win_error = entry->win_error;
    output->score_error = entry->score_error;
    output->score_mean = entry->score_mean;
    output->score_stdev = entry->score_stdev;
    output->no_result = 0;
    output->variance_time = -1;
    memset(output->optimistic, 0, sizeof output->optimistic);
    for (int p = 0; p < POINT_LIMIT; p++) {
        output->policy[p] = packed_of_upper_half(entry->policy[p]);
        output->owner[p] = packed_of_owner(entry->owner[p]);
    }
}

static void fill_entry(CachedOutput *entry, const NetworkOutput *output)
{
    entry->win = output->win;
    entry->score = output->score;
    entry->win_error = output->win_error;
    entry->score_error = output->score_error;
    entry->score_mean = output->score_mean;
    entry->score_stdev = output->score_stdev;
    for (int p = 0; p < POINT_LIMIT; p++) {
        entry->policy[p] = packed_upper_half(output->policy[p]);
        entry->owner[p] = packed_owner(output->owner[p]);
    }
}

bool eval_cache_find(EvalCache *cache, uint64_t key, NetworkOutput *output)
{
    uint64_t index = key % cache->count;
    pthread_mutex_lock(lock_of(cache, index));
    bool is_known = cache->keys[index] == key;
    if (is_known)
        read_entry(&cache->entries[index], output);
    pthread_mutex_unlock(lock_of(cache, index));
    return is_known;
}

void eval_cache_keep(EvalCache *cache, uint64_t key, NetworkOutput *output)
{
    uint64_t index = key % cache->count;
    CachedOutput entry;
    fill_entry(&entry, output);
    read_entry(&entry, output);
    pthread_mutex_lock(lock_of(cache, index));
    cache->keys[index] = key;
    cache->entries[index] = entry;
    pthread_mutex_unlock(lock_of(cache, index));
}
