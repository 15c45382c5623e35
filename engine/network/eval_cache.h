// SPDX-License-Identifier: MIT
//
// Recent outputs of a network, by its input. If another order of moves leads to the
// same board, the network need not be asked again. The last moves are part of the
// network's input, but not of the key: they would hardly ever be the same.
#ifndef EVAL_CACHE_H
#define EVAL_CACHE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "input_features.h"
#include "network.h"

enum { EVAL_CACHE_LOCKS = 64 };

// Many threads may use it at once.
typedef struct EvalCache {
    struct CachedOutput *entries; // one for each remainder of a key
    uint64_t *keys;               // 0: the entry is empty
    uint64_t count;
    pthread_mutex_t locks[EVAL_CACHE_LOCKS]; // by remainder of a key
} EvalCache;

// Takes about `bytes` bytes, at least some thousand. Errors: false when memory is
// exhausted; eval_cache_free may still be called.
bool eval_cache_init(EvalCache *cache, uint64_t bytes);
void eval_cache_free(EvalCache *cache);

// Forgets everything. Other threads may use it meanwhile.
void eval_cache_clear(EvalCache *cache);

// A key of the network's input without the last moves. Two different boards have the
// same key once in 2^64.
uint64_t eval_cache_key(const InputFeatures *features);

// Fills the output with what was stored for the key. Policy numbers are exact to half a
// percent of them, owners to half a hundredth. The optimistic policy is 0: it is not
// stored, as the search has mixed it into the policy. False: nothing is stored for the
// key.
bool eval_cache_find(EvalCache *cache, uint64_t key, NetworkOutput *output);

// Stores the output in place of another one, and rounds it to what is stored: a search
// finds the same, whatever the cache knows.
void eval_cache_keep(EvalCache *cache, uint64_t key, NetworkOutput *output);

#endif
