// SPDX-License-Identifier: MIT
//
// The attention of a block of queries by tiles; for runtime_kernel_tmpl.c only.
#ifndef RUNTIME_TILE_ATTENTION_H
#define RUNTIME_TILE_ATTENTION_H

#include "runtime_shares.h"

// What the sums of products begin with.
INLINED void begin_scores(const QueryBlock *block, int panel, int rows, Numbers numbers,
                          Tile *tile)
{
#if defined BYTE_KERNEL && defined HAS_VNNI
    for (int v = 0; v < VECTORS && numbers == BYTES; v++) {
        Ints start = load_ints(block->key_start + panel * PANEL + v * WIDTH);
        for (int j = 0; j < rows; j++)
            tile->at[j][v] = start;
    }
    if (numbers == BYTES)
        return;
#else
    (void)block, (void)panel, (void)numbers;
#endif
    clear_tile(tile, rows, VECTORS);
}

// A panel of keys, the first of some queries, and their number.
typedef struct KeyTile {
    int panel, query, rows;
} KeyTile;

// The products of some queries and a panel of keys, not yet times the queries' scales.
INLINED void score_tile(Heads *heads, const QueryBlock *block, KeyTile at,
                        Numbers numbers)
{
    int panel = at.panel, rows = at.rows;
    const Input *in[TILE];
    for (int j = 0; j < rows; j++)
        in[j] = block->queries + (ptrdiff_t)(at.query + j) * heads->query_stride;
    Tile tile;
    begin_scores(block, panel, rows, numbers, &tile);
    Steps steps = {.weights = block->keys +
                              (ptrdiff_t)panel * heads->query_steps * PANEL * STEP,
                   .vectors = VECTORS,
                   .count = heads->query_steps};
    take_steps(&tile, in, steps, rows, numbers);
    Floats scales[VECTORS];
    for (int v = 0; v < VECTORS; v++)
        scales[v] = IS_INTEGER
                        ? load_floats(block->key_scale + panel * PANEL + v * WIDTH)
                        : floats_all(1);
    bool is_last = panel == heads->key_panels - 1;
    for (int j = 0; j < rows; j++) {
        ptrdiff_t query = at.query + j;
        float *to = heads->scores + query * heads->score_stride + panel * PANEL;
        Floats peak = heads->peaks[query];
        for (int v = 0; v < VECTORS; v++) {
            Floats score = sum_to_floats(tile.at[j][v]) * scales[v];
            if (is_last)
                score = score + heads->end.at[v];
            peak = floats_max(peak, score);
            store_floats(score, to + v * WIDTH);
        }
        heads->peaks[query] = peak;
    }
}

// Scores become shares, which are not yet divided by their sum; returns the sum. The
// largest score times the scale is `peak`.
static float share_scores(const Heads *heads, float *scores, float scale, float peak)
{
    int count = heads->score_stride;
    Floats scales = floats_all(scale), shift = floats_all(-peak), sums = {0};
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
    float peaks[QUERIES], sums[QUERIES];
    for (int i = 0; i < block->count; i++)
        peaks[i] = peak_of_floats(heads->peaks[i]) * block->query_scale[i];
    for (int i = 0; i < block->count; i++)
        sums[i] =
            share_scores(heads, heads->scores + (ptrdiff_t)i * heads->score_stride,
                         block->query_scale[i], peaks[i]);
    for (int i = 0; i < block->count; i++) {
        ptrdiff_t row = (ptrdiff_t)i * heads->score_stride;
        heads->share_scale[i] =
            round_shares(heads, heads->scores + row, sums[i], heads->shares + row);
    }
}

INLINED void gather_tile(const Heads *heads, const QueryBlock *block, int panel,
                         int query, int rows)
{
    const Input *in[TILE];
    for (int j = 0; j < rows; j++)
        in[j] = heads->shares + (ptrdiff_t)(query + j) * heads->score_stride;
    Tile tile;
    clear_tile(&tile, rows, VALUE_VECTORS);
    Steps steps = {.weights = block->values + (ptrdiff_t)panel * heads->point_steps *
                                                  VALUE_PANEL * STEP,
                   .vectors = VALUE_VECTORS,
                   .count = heads->point_steps};
    take_steps(&tile, in, steps, rows, INPUTS);
    const Attention *attention = heads->attention;
    for (int v = 0; v < VALUE_VECTORS; v++) {
        int number = panel * VALUE_PANEL + v * WIDTH;
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

INLINED void score_panel_of(Heads *heads, const QueryBlock *block, int panel,
                            Numbers numbers)
{
#define SCORE(row, size) score_tile(heads, block, (KeyTile){panel, row, size}, numbers)
    SHARE_OUT_TO_TILES(block->count, TILE, SCORE);
#undef SCORE
}

// All scores of a block's queries and a panel of keys.
static void score_panel(Heads *heads, const QueryBlock *block, int panel)
{
#ifdef BYTE_KERNEL
    if (heads->numbers == BYTES) {
        score_panel_of(heads, block, panel, BYTES);
        return;
    }
#endif
    score_panel_of(heads, block, panel, INPUTS);
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
    for (int i = 0; i < block->count; i++)
        heads->peaks[i] = floats_all(-INFINITY);
    for (int panel = 0; panel < heads->key_panels; panel++)
        score_panel(heads, block, panel);
    share_block(heads, block);
    for (int panel = 0; panel < heads->value_panels; panel++)
        gather_panel(heads, block, panel);
}

#endif
