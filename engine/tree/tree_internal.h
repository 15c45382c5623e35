// SPDX-License-Identifier: MIT
//
// Reads and writes the numbers of the tree; for the files of the tree only.
#ifndef TREE_INTERNAL_H
#define TREE_INTERNAL_H

#include "tree.h"

static inline uint32_t slot_get(const _Atomic uint32_t *number)
{
    return atomic_load_explicit(number, memory_order_relaxed);
}

static inline void slot_set(_Atomic uint32_t *number, uint32_t value)
{
    atomic_store_explicit(number, value, memory_order_relaxed);
}

static inline void slot_count(_Atomic uint32_t *number, uint32_t amount)
{
    atomic_fetch_add_explicit(number, amount, memory_order_relaxed);
}

// Not a single atomic step: see the head of tree.h.
static inline void slot_add(_Atomic uint32_t *number, uint32_t amount)
{
    slot_set(number, slot_get(number) + amount);
}

// Do children lie behind that link?
static inline bool slot_is_header(NodeIndex link)
{
    return link != NODE_LEAF && link != NODE_EXPANDING;
}

#endif
