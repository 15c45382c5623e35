// SPDX-License-Identifier: MIT
#include "hash_set.h"

#include <stdlib.h>

enum { SLOTS_FIRST = 1 << 10 };

void hash_set_init(HashSet *set)
{
    *set = (HashSet){.slots = NULL};
}

void hash_set_free(HashSet *set)
{
    free(set->slots);
    hash_set_init(set);
}

// No hash is 0, which marks a free slot.
static uint64_t mark_of(uint64_t hash)
{
    return hash != 0 ? hash : 1;
}

// Where a hash is, or would be. Pre: there is a free slot.
static uint64_t *slot_of(const HashSet *set, uint64_t mark)
{
    size_t last = set->slot_count - 1, i = mark & last;
    while (set->slots[i] != 0 && set->slots[i] != mark)
        i = (i + 1) & last;
    return &set->slots[i];
}

// Makes room for one more; half of the slots stay free.
static bool make_room(HashSet *set)
{
    if (2 * (set->count + 1) <= set->slot_count)
        return true;
    HashSet larger = *set;
    larger.slot_count = set->slot_count > 0 ? 2 * set->slot_count : SLOTS_FIRST;
    larger.slots = calloc(larger.slot_count, sizeof *larger.slots);
    if (larger.slots == NULL)
        return false;
    for (size_t i = 0; i < set->slot_count; i++)
        if (set->slots[i] != 0)
            *slot_of(&larger, set->slots[i]) = set->slots[i];
    free(set->slots);
    *set = larger;
    return true;
}

bool hash_set_add(HashSet *set, uint64_t hash)
{
    if (!make_room(set))
        return false;
    uint64_t *slot = slot_of(set, mark_of(hash));
    set->count += *slot == 0;
    *slot = mark_of(hash);
    return true;
}

bool hash_set_has(const HashSet *set, uint64_t hash)
{
    return set->slot_count > 0 && *slot_of(set, mark_of(hash)) != 0;
}

static int compare(const void *a, const void *b)
{
    uint64_t first = *(const uint64_t *)a, second = *(const uint64_t *)b;
    return (first > second) - (first < second);
}

void hash_set_list(const HashSet *set, uint64_t hashes[])
{
    size_t count = 0;
    for (size_t i = 0; i < set->slot_count; i++)
        if (set->slots[i] != 0)
            hashes[count++] = set->slots[i];
    qsort(hashes, count, sizeof *hashes, compare);
}
