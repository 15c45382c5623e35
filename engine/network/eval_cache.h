// SPDX-License-Identifier: MIT
//
// What a network has said lately, by what it was shown, so that it need not be asked
// again where another order of moves has led to the same board. The last moves, which
// it is shown, too, are left out of that: they would hardly ever be the same.
#ifndef EVAL_CACHE_H
#define EVAL_CACHE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "input_features.h"
#include "network.h"

enum { EVAL_CACHE_LOCKS = 64 };

// May be used by many threads at once.
typedef struct EvalCache {
    struct CachedOutput *entries; // one for each remainder of a key
    uint64_t *keys;               // 0: there is nothing yet
    uint64_t count;
    pthread_mutex_t locks[EVAL_CACHE_LOCKS]; // by remainder, too
} EvalCache;

// Takes about so many bytes, at least some thousand. Errors: false when memory is
// exhausted; it may be freed all the same.
bool eval_cache_init(EvalCache *cache, uint64_t bytes);
void eval_cache_free(EvalCache *cache);

// Forgets everything. Pre: no other thread uses it.
void eval_cache_clear(EvalCache *cache);

// A number for what the network sees but for the last moves. Different boards have the
// same one once in 2^64.
uint64_t eval_cache_key(const InputFeatures *features);

// Fills the output with what was kept for the key: numbers of the policy but for half a
// percent of them, of the owners but for half a hundredth. The optimistic policy and
// the errors are not kept, as the search does not use them: they are 0. False: nothing
// is known.
bool eval_cache_find(EvalCache *cache, uint64_t key, NetworkOutput *output);

// Keeps the output, and forgets another one for that.
void eval_cache_keep(EvalCache *cache, uint64_t key, const NetworkOutput *output);

#endif
