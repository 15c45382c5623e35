// SPDX-License-Identifier: MIT
//
// A set of hashes.
#ifndef HASH_SET_H
#define HASH_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct HashSet {
    uint64_t *slots; // 0: free
    size_t slot_count, count;
} HashSet;

void hash_set_init(HashSet *set);
void hash_set_free(HashSet *set);

// Adds a hash, unless the set has it. Errors: false if memory is exhausted.
bool hash_set_add(HashSet *set, uint64_t hash);

bool hash_set_has(const HashSet *set, uint64_t hash);

// Writes all hashes in ascending order. Pre: room for set->count hashes.
void hash_set_list(const HashSet *set, uint64_t hashes[]);

#endif
