// SPDX-License-Identifier: MIT
//
// Attention; for runtime_kernel_tmpl.c only. A few queries at a time are multiplied
// with all keys of their head, and their shares with all values. So the products of all
// pairs of points are never in memory.
#ifndef RUNTIME_ATTENTION_H
#define RUNTIME_ATTENTION_H

#include "runtime_heads.h"

// Some queries of a head.
typedef struct QueryBlock {
    const Input *queries;
    const float *query_scale;
    const Input *keys, *values;
    const float *key_scale, *value_factor;
    float *out; // of the first query
    int count;  // at most QUERIES
} QueryBlock;

// The products of some queries and a panel of keys, not yet times the queries' scales.
INLINED void score_tile(const Heads *heads, const QueryBlock *block, int panel,
                        int query, int rows)
{
    const Input *in[TILE];
    for (int j = 0; j < rows; j++)
        in[j] = block->queries + (ptrdiff_t)(query + j) * heads->query_stride;
    Tile tile;
    clear_tile(&tile, rows);
    Steps steps = {block->keys + (ptrdiff_t)panel * heads->query_steps * PANEL * STEP,
                   0, heads->query_steps};
    take_steps(&tile, in, steps, rows, INPUTS);
    for (int j = 0; j < rows; j++)
        for (int v = 0; v < VECTORS; v++) {
            int key = panel * PANEL + v * WIDTH;
            Floats score = sum_to_floats(tile.at[j][v]);
            if (IS_INTEGER)
                score = score * load_floats(block->key_scale + key);
            store_floats(score, heads->scores +
                                    (ptrdiff_t)(query + j) * heads->score_stride + key);
        }
}

INLINED float peak_of_row(const float *row, int count)
{
    Floats peaks = load_floats(row);
    for (int i = WIDTH; i < count; i += WIDTH)
        peaks = floats_max(peaks, load_floats(row + i));
    return peak_of_floats(peaks);
}

// Scores become shares, which are not yet divided by their sum; returns the sum.
static float share_scores(const Heads *heads, float *scores, float scale)
{
    int count = heads->score_stride;
    for (int i = heads->points; i < count; i++)
        scores[i] = -INFINITY;
    Floats scales = floats_all(scale), sums = {0};
    Floats shift = floats_all(-peak_of_row(scores, count) * scale);
    for (int i = 0; i < count; i += WIDTH) {
        Floats score = multiply_add(load_floats(scores + i), scales, shift);
        Floats share = exp2_floats(score, IS_INTEGER ? 3 : 6);
        sums = sums + share;
        store_floats(share, scores + i);
    }
    return sum_of_floats(sums);
}

// Prepares shares for products; returns what to multiply with.
static float round_shares(const Heads *heads, const float *scores, float sum,
                          Input *shares)
{
    float factor = 1;
    if (IS_INTEGER) {
        factor = SHARES_TOP / sum;
        factor = factor < INT16_MAX - 1 ? factor : INT16_MAX - 1;
    }
    round_numbers(scores, factor, heads->score_stride, shares);
    return 1 / (sum * factor);
}

// The shares of a block's queries. Sums are known some time before they are needed.
static void share_block(Heads *heads, const QueryBlock *block)
{
    float sums[QUERIES];
    for (int i = 0; i < block->count; i++)
        sums[i] =
            share_scores(heads, heads->scores + (ptrdiff_t)i * heads->score_stride,
                         block->query_scale[i]);
    for (int i = 0; i < block->count; i++) {
        ptrdiff_t row = (ptrdiff_t)i * heads->score_stride;
        heads->share_scale[i] =
            round_shares(heads, heads->scores + row, sums[i], heads->shares + row);
    }
}

// Stores a vector of an output, whose first number is a value of the given number.
INLINED void store_output(const Attention *attention, Floats value, int number,
                          float *out)
{
    int left = attention->layer->value_size - number;
    if (attention->adds)
        value = value + load_some_floats(out, left);
    if (left >= WIDTH)
        store_floats(value, out);
    else
        memcpy(out, &value, sizeof(float) * (size_t)left);
}

INLINED void gather_tile(const Heads *heads, const QueryBlock *block, int panel,
                         int query, int rows)
{
    const Input *in[TILE];
    for (int j = 0; j < rows; j++)
        in[j] = heads->shares + (ptrdiff_t)(query + j) * heads->score_stride;
    Tile tile;
    clear_tile(&tile, rows);
    Steps steps = {block->values + (ptrdiff_t)panel * heads->point_steps * PANEL * STEP,
                   0, heads->point_steps};
    take_steps(&tile, in, steps, rows, INPUTS);
    const Attention *attention = heads->attention;
    for (int v = 0; v < VECTORS; v++) {
        int number = panel * PANEL + v * WIDTH;
        if (number >= attention->layer->value_size)
            break;
        Floats scale = floats_all(1);
        if (IS_INTEGER)
            scale = scale / load_floats(block->value_factor + number);
        for (int j = 0; j < rows; j++)
            store_output(attention,
                         sum_to_floats(tile.at[j][v]) * scale *
                             floats_all(heads->share_scale[query + j]),
                         number,
                         block->out + (ptrdiff_t)(query + j) * attention->out_stride +
                             number);
    }
}

// All scores of a block's queries and a panel of keys.
static void score_panel(const Heads *heads, const QueryBlock *block, int panel)
{
#define SCORE(row, size) score_tile(heads, block, panel, row, size)
    SHARE_OUT_TO_TILES(block->count, TILE, SCORE);
#undef SCORE
}

// A panel of the outputs of a block's queries.
static void gather_panel(const Heads *heads, const QueryBlock *block, int panel)
{
#define GATHER(row, size) gather_tile(heads, block, panel, row, size)
    SHARE_OUT_TO_TILES(block->count, TILE, GATHER);
#undef GATHER
}

static void attend_block(Heads *heads, const QueryBlock *block)
{
    for (int panel = 0; panel < heads->key_panels; panel++)
        score_panel(heads, block, panel);
    share_block(heads, block);
    for (int panel = 0; panel < heads->value_panels; panel++)
        gather_panel(heads, block, panel);
}

static void attend_head(Heads *heads, int head,
                        float *out) // NOLINT(readability-non-const-parameter): filled
{
    const AttentionLayer *layer = heads->attention->layer;
    ptrdiff_t key_head = head / (layer->heads / layer->key_heads);
    int count;
    for (int i = 0; i < heads->points; i += count) {
        int place = head * heads->points + i;
        count = share_of(heads->points, i, QUERIES);
        QueryBlock block = {
            .queries = heads->queries + (ptrdiff_t)place * heads->query_stride,
            .query_scale = heads->query_scale + place,
            .keys = heads->keys + key_head * heads->key_numbers,
            .values = heads->values + key_head * heads->value_numbers,
            .key_scale = heads->key_scale + key_head * heads->key_panels * PANEL,
            .value_factor =
                heads->value_factor + key_head * heads->value_panels * PANEL,
            .out = out + (ptrdiff_t)i * heads->attention->out_stride +
                   (ptrdiff_t)head * layer->value_size,
            .count = count,
        };
        attend_block(heads, &block);
    }
}

static void attend(const Attention *attention)
{
    const AttentionLayer *layer = attention->layer;
    ptrdiff_t points = (ptrdiff_t)attention->columns * attention->rows;
    Heads heads;
    lay_out_heads(layer, (int)points, attention->scratch, &heads);
    heads.attention = attention;
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
}

#endif
