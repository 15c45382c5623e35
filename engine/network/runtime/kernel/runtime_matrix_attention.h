// SPDX-License-Identifier: MIT
//
// The attention of a block of queries by matrices; for runtime_kernel_tmpl.c only.
// Scores become shares at once, so only shares go through memory.
#ifndef RUNTIME_MATRIX_ATTENTION_H
#define RUNTIME_MATRIX_ATTENTION_H

#include "runtime_matrix.h"
#include "runtime_shares.h"

_Static_assert((int)QUERIES == (int)MATRIX_ROWS, "a block of queries is a matrix");

// The scores of a block's queries and a panel of keys.
typedef struct Scores {
    _Alignas(REGISTER_BYTES) ScoreRow rows[MATRIX_ROWS];
} Scores;

INLINED void score_panel(const Heads *heads, const QueryBlock *block, int panel,
                         bool has_second, Scores *scores)
{
    clear_sums();
    add_products(block->queries, heads->query_stride,
                 block->keys + (ptrdiff_t)panel * heads->query_steps * PANEL * STEP,
                 heads->query_steps * STEP / CHUNK, has_second);
    store_sums((float *)scores->rows, PANEL, has_second);
}

// Shares of a block: what is added to the scores of a row, and the sum of its shares in
// parts.
typedef struct Shares {
    float shift[MATRIX_ROWS];
    __m512 sums[MATRIX_ROWS];
} Shares;

enum { EXPONENT_OF_ONE = 127 };

// So that the largest score of each row becomes 0.
static void shift_peaks(const Heads *heads, const QueryBlock *block, bool has_second,
                        Shares *all)
{
    Floats peaks[MATRIX_ROWS];
    for (int i = 0; i < block->count; i++)
        peaks[i] = floats_all(-INFINITY);
    for (int panel = 0; panel < heads->key_panels; panel++) {
        Scores scores;
        score_panel(heads, block, panel, has_second, &scores);
        ScoreRow end = end_of_points(heads, panel);
        for (int i = 0; i < block->count; i++)
            for (int v = 0; v < VECTORS; v++)
                peaks[i] = floats_max(peaks[i], scores.rows[i].at[v] + end.at[v]);
    }
    for (int i = 0; i < block->count; i++)
        all->shift[i] -= peak_of_floats(peaks[i]);
}

// Two vectors of scores become shares.
//
// A score has 8 bits behind the point. So its bits are nearly those of a bfloat16: the
// exponent and 7 bits of mantissa. Between powers of two they are not quite, as 2^f is
// not 1 + f. It is 1 + f - 0.344 f (1 - f), with an error of 0.2 %.
INLINED __m512i share_of_scores(Floats first, Floats second)
{
    enum { FRACTION = SCORE_ONE - 1, CURVE = 88 };
    __m512i share = _mm512_packus_epi32((__m512i)round_floats(first),
                                        (__m512i)round_floats(second));
    __m512i fraction = _mm512_and_si512(share, _mm512_set1_epi16(FRACTION));
    __m512i rest = _mm512_sub_epi16(_mm512_set1_epi16(SCORE_ONE), fraction);
    __m512i curve = _mm512_mulhi_epu16(_mm512_mullo_epi16(fraction, rest),
                                       _mm512_set1_epi16(CURVE));
    return _mm512_avg_epu16(_mm512_sub_epi16(share, curve), _mm512_setzero_si512());
}

INLINED void share_panel(const Heads *heads, const Scores *scores, int panel, int count,
                         Shares *all)
{
    enum { ONE = EXPONENT_OF_ONE << 7 };
    ScoreRow end = end_of_points(heads, panel);
    Input *shares = heads->shares + (ptrdiff_t)panel * PANEL;
    for (int i = 0; i < count; i++, shares += heads->score_stride) {
        const Floats *at = scores->rows[i].at;
        Floats shift = floats_all(all->shift[i]);
        __m512i share =
            share_of_scores(at[0] + (shift + end.at[0]), at[1] + (shift + end.at[1]));
        all->sums[i] = _mm512_dpbf16_ps(all->sums[i], (__m512bh)share,
                                        (__m512bh)_mm512_set1_epi16(ONE));
        memcpy(shares, &share, sizeof share);
    }
}

// Can a score of a block be so large, or so small, that 2^score is no float?
INLINED bool has_large_scores(const QueryBlock *block)
{
    static const float LARGE = 100 * SCORE_ONE;
    float longest = largest_of(block->query_scale, block->count);
    return !(longest * block->longest_key <= LARGE * LARGE);
}

// The shares of a block's queries.
INLINED void share_block(Heads *heads, const QueryBlock *block, bool has_second)
{
    Shares all;
    for (int i = 0; i < block->count; i++) {
        all.shift[i] = EXPONENT_OF_ONE * SCORE_ONE;
        all.sums[i] = _mm512_setzero_ps();
    }
    if (has_large_scores(block))
        shift_peaks(heads, block, has_second, &all);
    for (int panel = 0; panel < heads->key_panels; panel++) {
        Scores scores;
        score_panel(heads, block, panel, has_second, &scores);
        share_panel(heads, &scores, panel, block->count, &all);
    }
    for (int i = 0; i < block->count; i++)
        heads->share_scale[i] = 1 / _mm512_reduce_add_ps(all.sums[i]);
}

// The outputs of a block's queries for a panel of values.
INLINED void gather_panel(const Heads *heads, const QueryBlock *block, int panel,
                          bool has_second)
{
    const Attention *attention = heads->attention;
    Scores sums;
    clear_sums();
    add_products(heads->shares, heads->score_stride,
                 block->values +
                     (ptrdiff_t)panel * heads->point_steps * VALUE_PANEL * STEP,
                 heads->point_steps * STEP / CHUNK, has_second);
    store_sums((float *)sums.rows, VALUE_PANEL, has_second);
    for (int v = 0; v < VECTORS; v++) {
        int number = panel * VALUE_PANEL + v * WIDTH;
        if (number >= attention->layer->value_size)
            break;
        for (int i = 0; i < block->count; i++) {
            Floats value = sums.rows[i].at[v] * floats_all(heads->share_scale[i]);
            float *out = block->out + (ptrdiff_t)i * attention->out_stride + number;
            if (attention->prepared == NULL)
                store_output(attention, value, number, out);
            else
                store_inputs(value, floats_all(1),
                             (Input *)attention->prepared + (out - attention->out));
        }
    }
}

INLINED void attend_rows(Heads *heads, const QueryBlock *block, bool has_second)
{
    share_block(heads, block, has_second);
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
