// SPDX-License-Identifier: MIT
//
// Attention; for runtime_kernel_tmpl.c only. A few queries at a time are multiplied
// with all keys of their head, and their shares with all values. So the products of all
// pairs of points are never in memory.
#ifndef RUNTIME_ATTENTION_H
#define RUNTIME_ATTENTION_H

#include "runtime_tile.h"

#if IS_MATRIX_KERNEL
#include "runtime_matrix_attention.h"
#else
#include "runtime_tile_attention.h"
#endif

static void attend_head(Heads *heads, int head,
                        float *out) // NOLINT(readability-non-const-parameter): filled
{
    const AttentionLayer *layer = heads->attention->layer;
    ptrdiff_t key_head = head / (layer->heads / layer->key_heads);
    const float *key_scale = heads->key_scale + key_head * heads->key_panels * PANEL;
    float longest = IS_MATRIX_KERNEL ? largest_of(key_scale, heads->points) : 0;
    int count;
    for (int i = 0; i < heads->points; i += count) {
        int place = head * heads->points + i;
        count = share_of(heads->points, i, QUERIES);
        QueryBlock block = {
            .queries = heads->queries + (ptrdiff_t)place * heads->query_stride,
            .query_scale = heads->query_scale + place,
            .keys = heads->keys + key_head * heads->key_numbers,
            .values = heads->values + key_head * heads->value_numbers,
            .key_scale = key_scale,
            .key_start = heads->key_start + key_head * heads->key_panels * PANEL,
            .longest_key = longest,
            .value_factor =
                heads->value_factor + key_head * heads->value_panels * VALUE_PANEL,
            .out = out + (ptrdiff_t)i * heads->attention->out_stride +
                   (ptrdiff_t)head * layer->value_size,
            .count = count,
        };
        attend_block(heads, &block);
    }
}

// Queries and keys are multiplied as such numbers.
INLINED void attend_by(const Attention *attention, Numbers numbers)
{
    const AttentionLayer *layer = attention->layer;
    ptrdiff_t points = (ptrdiff_t)attention->columns * attention->rows;
    Heads heads;
    lay_out_heads(layer, (int)points, numbers, attention->scratch, &heads);
    heads.attention = attention;
    heads.end = end_of_points(&heads, heads.key_panels - 1);
#if IS_MATRIX_KERNEL
    begin_matrices();
#endif
    for (int board = 0; board < attention->boards; board++) {
        ptrdiff_t first = board * points;
        prepare_keys(&heads, attention->keys + first * attention->key_stride);
        prepare_queries(&heads, attention->queries + first * attention->query_stride);
        for (int i = 0; i < layer->key_heads; i++)
            prepare_values(&heads, i,
                           attention->values + first * attention->value_stride +
                               (ptrdiff_t)i * layer->value_size);
        for (int i = 0; i < layer->heads; i++)
            attend_head(&heads, i, attention->out + first * attention->out_stride);
    }
#if IS_MATRIX_KERNEL
    end_matrices();
#endif
}

static void attend(const Attention *attention)
{
    attend_by(attention, INPUTS);
}

#ifdef BYTE_KERNEL
static void attend_bytes(const Attention *attention)
{
    attend_by(attention, BYTES);
}
#endif

#endif
