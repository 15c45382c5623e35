// SPDX-License-Identifier: MIT
//
// The attention of a block of queries by matrices; for runtime_kernel_tmpl.c only.
#ifndef RUNTIME_MATRIX_ATTENTION_H
#define RUNTIME_MATRIX_ATTENTION_H

#include "runtime_matrix.h"
#include "runtime_shares.h"

_Static_assert((int)QUERIES == (int)MATRIX_ROWS, "a block of queries is a matrix");

// The scores of a block's queries.
INLINED void score_block(const Heads *heads, const QueryBlock *block, bool has_second)
{
    const Input *keys = block->keys;
    for (int panel = 0; panel < heads->key_panels; panel++) {
        clear_sums();
        add_products(block->queries, heads->query_stride, keys,
                     heads->query_steps * STEP / CHUNK, has_second);
        store_sums(heads->scores + (ptrdiff_t)panel * PANEL, heads->score_stride,
                   has_second);
        keys += (ptrdiff_t)heads->query_steps * PANEL * STEP;
    }
}

// Scores become shares, which are to be multiplied with what is returned.
static float share_scores(const Heads *heads, float *scores, Input *shares)
{
    int count = heads->score_stride;
    for (int i = heads->points; i < count; i++)
        scores[i] = -INFINITY;
    Floats shift = floats_all(-peak_of_row(scores, count)), sums = {0};
    for (int i = 0; i < count; i += WIDTH) {
        Floats share = exp2_floats(load_floats(scores + i) + shift, 3);
        sums = sums + share;
        store_inputs(share, floats_all(1), shares + i);
    }
    return 1 / sum_of_floats(sums);
}

// The outputs of a block's queries for a panel of values.
INLINED void gather_panel(const Heads *heads, const QueryBlock *block, int panel,
                          bool has_second)
{
    const Attention *attention = heads->attention;
    _Alignas(REGISTER_BYTES) Floats sums[MATRIX_ROWS][VECTORS];
    clear_sums();
    add_products(heads->shares, heads->score_stride,
                 block->values + (ptrdiff_t)panel * heads->point_steps * PANEL * STEP,
                 heads->point_steps * STEP / CHUNK, has_second);
    store_sums((float *)sums, PANEL, has_second);
    for (int v = 0; v < VECTORS; v++) {
        int number = panel * PANEL + v * WIDTH;
        if (number >= attention->layer->value_size)
            break;
        for (int i = 0; i < block->count; i++)
            store_output(attention, sums[i][v] * floats_all(heads->share_scale[i]),
                         number,
                         block->out + (ptrdiff_t)i * attention->out_stride + number);
    }
}

INLINED void attend_rows(Heads *heads, const QueryBlock *block, bool has_second)
{
    score_block(heads, block, has_second);
    for (int i = 0; i < block->count; i++) {
        ptrdiff_t row = (ptrdiff_t)i * heads->score_stride;
        heads->share_scale[i] =
            share_scores(heads, heads->scores + row, heads->shares + row);
    }
    for (int panel = 0; panel < heads->value_panels; panel++)
        gather_panel(heads, block, panel, has_second);
}

static void attend_block(Heads *heads, const QueryBlock *block)
{
    if (block->count > REGISTER_ROWS)
        attend_rows(heads, block, true);
    else
        attend_rows(heads, block, false);
}

#endif
