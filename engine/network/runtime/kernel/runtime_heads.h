// SPDX-License-Identifier: MIT
//
// The queries, keys and values of the heads of an attention layer, as they are
// multiplied; for runtime_kernel_tmpl.c only. Those of all heads are made together, in
// the order in which they lie in memory.
#ifndef RUNTIME_HEADS_H
#define RUNTIME_HEADS_H

#include <math.h>

#include "runtime_tile.h"
#include "runtime_turns.h"

// Queries that are computed together, and the largest integers: sums stay below 2^31.
// The shares of a query have a sum of up to SHARES_TOP.
enum {
    QUERIES = IS_MATRIX_KERNEL ? 32 : 12,
    SHARES_TOP = 1 << 17,
    VALUE_TOP = 16000,
    SCORE_ONE = 256,
};

// The values of a head that are multiplied together. A head has few: a whole panel
// would be half empty.
enum {
    VALUE_VECTORS = (int)NARROW_VECTORS > 0 ? (int)NARROW_VECTORS : (int)VECTORS,
    VALUE_PANEL = VALUE_VECTORS * WIDTH,
};

// The scores of a query and a panel of keys.
typedef struct ScoreRow {
    Floats at[VECTORS];
} ScoreRow;

// The heads of a board. The numbers of a head lie together.
typedef struct Heads {
    const Attention *attention;
    Numbers numbers; // of queries and keys
    int points, key_panels, value_panels;
    int query_steps, point_steps;
    int query_stride, score_stride; // Inputs of a row
    int key_numbers, value_numbers; // of a head
    float top;                      // of queries and keys
    float *row;                     // a query or key
    Input *queries;                 // [head][point][query_stride]
    float *query_scale;             // [head][point]
    Input *keys;                    // [key head][panel][step][point][STEP]
    float *key_scale;               // [key head][key_panels * PANEL]
    int32_t *key_start;             // the same: where sums of products of bytes begin
    Input *values;                  // [key head][panel][step][value][STEP]
    float *value_factor;            // [key head][value_panels * VALUE_PANEL]
    float *scores;                  // [query][score_stride]; of matrices none
    Input *shares;                  // [query][score_stride]
    float share_scale[QUERIES];
    Floats peaks[QUERIES]; // of the scores, in parts; of matrices unused
    ScoreRow end;          // of the last panel, see end_of_points
} Heads;

INLINED int round_up(int number, int unit)
{
    return (number + unit - 1) / unit * unit;
}

static float attention_top(int query_size, Numbers numbers)
{
    if (numbers == BYTES)
        return BYTE_PEAK;
    double top = sqrt((double)INT32_MAX / round_up(query_size, STEP)) - 1;
    return (float)(top < NUMBER_TOP ? floor(top) : NUMBER_TOP);
}

static void find_sizes(const AttentionLayer *layer, int points, Numbers numbers,
                       Heads *heads)
{
    int row_bytes = round_up(runtime_stride(layer->query_size), CHUNK) *
                    (numbers == BYTES ? 1 : (int)sizeof(Input));
    int row_steps = numbers == BYTES
                        ? round_up(layer->query_size, BYTE_STEP) / BYTE_STEP
                        : round_up(layer->query_size, CHUNK) / STEP;
    *heads = (Heads){
        .numbers = numbers,
        .points = points,
        .key_panels = round_up(points, PANEL) / PANEL,
        .value_panels = round_up(layer->value_size, VALUE_PANEL) / VALUE_PANEL,
        .query_steps = row_steps,
        .point_steps = round_up(points, CHUNK) / STEP,
        .query_stride = row_bytes / (int)sizeof(Input),
        .score_stride = round_up(points, PANEL),
        .top = attention_top(layer->query_size, numbers),
    };
    heads->key_numbers = heads->key_panels * heads->query_steps * PANEL * STEP;
    heads->value_numbers =
        heads->value_panels * heads->point_steps * VALUE_PANEL * STEP;
}

// Takes `count` numbers of `size` bytes from a memory; NULL counts only.
static void *take_memory(char *memory, size_t *used, int count, size_t size)
{
    void *taken = memory == NULL ? NULL : memory + *used;
    *used += ((size_t)count * size + LINE - 1) / LINE * LINE;
    return taken;
}

// Shares out the memory, and returns its size.
static size_t lay_out_heads(const AttentionLayer *layer, int points, Numbers numbers,
                            void *memory, Heads *heads)
{
    find_sizes(layer, points, numbers, heads);
    int number = layer->heads, keys = layer->key_heads;
    size_t used = 0, input = sizeof(Input), real = sizeof(float);
    int row = round_up(runtime_stride(layer->query_size), CHUNK);
    heads->row = take_memory(memory, &used, row, real);
    int queries = number * points + (IS_MATRIX_KERNEL ? QUERIES : 0); // read behind
    heads->queries = take_memory(memory, &used, queries * heads->query_stride, input);
    heads->query_scale = take_memory(memory, &used, number * points, real);
    heads->keys = take_memory(memory, &used, keys * heads->key_numbers, input);
    heads->key_scale =
        take_memory(memory, &used, keys * heads->key_panels * PANEL, real);
    heads->key_start =
        take_memory(memory, &used, keys * heads->key_panels * PANEL, sizeof(int32_t));
    heads->values = take_memory(memory, &used, keys * heads->value_numbers, input);
    heads->value_factor =
        take_memory(memory, &used, keys * heads->value_panels * VALUE_PANEL, real);
    int scores = IS_MATRIX_KERNEL ? 0 : QUERIES * heads->score_stride;
    heads->scores = take_memory(memory, &used, scores, real);
    heads->shares = take_memory(memory, &used, QUERIES * heads->score_stride, input);
    return used;
}

static size_t attention_scratch(const AttentionLayer *layer, int points)
{
    Heads heads; // those of bytes need less
    return lay_out_heads(layer, points, INPUTS, NULL, &heads);
}

// Queries of bytes have QUERY_SHIFT added. So sums begin with what that adds, negated.
#if defined BYTE_KERNEL && defined HAS_VNNI
enum { QUERY_SHIFT = BYTE_SHIFT };

INLINED void find_key_starts(const Heads *heads)
{
    if (heads->numbers != BYTES)
        return;
    Ints shifts;
    memset(&shifts, QUERY_SHIFT, sizeof shifts);
    const Input *key = heads->keys;
    int panels = heads->attention->layer->key_heads * heads->key_panels;
    for (ptrdiff_t i = 0; i < panels; i++) {
        Ints sums[VECTORS] = {{0}};
        for (int j = 0; j < heads->query_steps; j++)
            for (int v = 0; v < VECTORS; v++, key += (ptrdiff_t)WIDTH * STEP)
                sums[v] = dot_bytes(sums[v], shifts, load_ints(key));
        for (int v = 0; v < VECTORS; v++) {
            Ints start = -sums[v];
            memcpy(heads->key_start + i * PANEL + (ptrdiff_t)v * WIDTH, &start,
                   sizeof start);
        }
    }
}
#else
enum { QUERY_SHIFT = 0 };

INLINED void find_key_starts(const Heads *heads)
{
    (void)heads;
}
#endif

// Rounds numbers times `factor`, of bytes plus `shift`.
INLINED void round_head_row(const Heads *heads, float factor, int shift, int count,
                            Input *to)
{
#ifdef BYTE_KERNEL
    if (heads->numbers == BYTES) {
        for (int i = 0; i < count; i += WIDTH)
            store_bytes(load_floats(heads->row + i), factor, shift, (uint8_t *)to + i);
        return;
    }
#endif
    (void)shift;
    round_numbers(heads->row, factor, count, to);
}

// A query or key, and what to do to it.
typedef struct HeadRow {
    const float *from;
    PointTurns turns;
    float scale;
    int shift; // is added to its bytes
} HeadRow;

// Turns and rounds a query or key. Returns what its products are still to be multiplied
// with; of matrices, the square of its length.
INLINED float prepare_head_row(const Heads *heads, HeadRow row, Input *to)
{
    int count = heads->attention->layer->query_size;
    int turn_stride = heads->attention->turn_stride;
#if IS_MATRIX_KERNEL
    Floats squares = {0};
    int i = 0;
    for (; i < runtime_stride(count); i += WIDTH) {
        Floats x = turn_numbers(row.from, i, count, row.turns, turn_stride) *
                   floats_all(row.scale);
        squares = multiply_add(x, x, squares);
        store_inputs(x, floats_all(1), to + i);
    }
    for (; i < heads->query_stride; i += WIDTH)
        store_inputs((Floats){0}, floats_all(1), to + i);
    return sum_of_floats(squares);
#else
    float peak = turn_row(row.from, count, row.turns, turn_stride, heads->row);
    float factor = input_factor(peak, heads->top);
    round_head_row(heads, factor, row.shift, count, to);
    return row.scale / factor;
#endif
}

static void prepare_queries(Heads *heads, const float *from)
{
    const Attention *attention = heads->attention;
    const AttentionLayer *layer = attention->layer;
    int group = layer->heads / layer->key_heads, point = 0;
    // Scores are base-2 logarithms, of matrices in parts of SCORE_ONE.
    float scale = 1.44269504f / sqrtf((float)layer->query_size);
    if (IS_MATRIX_KERNEL)
        scale *= SCORE_ONE;
    for (int row = 0; row < attention->rows; row++)
        for (int column = 0; column < attention->columns; column++, point++) {
            for (int i = 0; i < layer->heads; i++) {
                HeadRow query = {from + i * layer->query_size,
                                 find_turns(attention, i / group, column, row), scale,
                                 QUERY_SHIFT};
                int place = i * heads->points + point;
                heads->query_scale[place] = prepare_head_row(
                    heads, query,
                    heads->queries + (ptrdiff_t)place * heads->query_stride);
            }
            from += attention->query_stride;
        }
}

// Stores the key of a point step by step.
INLINED void store_key(const Heads *heads, const Input *row, int head, int point)
{
    Input *to = heads->keys + (ptrdiff_t)head * heads->key_numbers +
                (ptrdiff_t)(point / PANEL) * heads->query_steps * PANEL * STEP +
                (ptrdiff_t)(point % PANEL) * STEP;
    for (int i = 0; i < heads->query_steps; i++)
        memcpy(to + (ptrdiff_t)i * PANEL * STEP, row + (ptrdiff_t)i * STEP,
               STEP * sizeof *row);
}

// The keys between the last point and the end of its panel are 0, as are their scales.
static void clear_rest_of_keys(Heads *heads)
{
    int end = heads->key_panels * PANEL;
    memset(heads->queries, 0, (size_t)heads->query_stride * sizeof *heads->queries);
    for (int i = 0; i < heads->attention->layer->key_heads; i++)
        for (int point = heads->points; point < end; point++) {
            store_key(heads, heads->queries, i, point);
            heads->key_scale[i * end + point] = 0;
        }
}

// The queries come later: the first of them is a row of memory here.
static void prepare_keys(Heads *heads, const float *from)
{
    const Attention *attention = heads->attention;
    const AttentionLayer *layer = attention->layer;
    int point = 0;
    clear_rest_of_keys(heads);
    for (int row = 0; row < attention->rows; row++)
        for (int column = 0; column < attention->columns; column++, point++) {
            for (int i = 0; i < layer->key_heads; i++) {
                HeadRow key = {from + i * layer->query_size,
                               find_turns(attention, i, column, row), 1, 0};
                heads->key_scale[i * heads->key_panels * PANEL + point] =
                    prepare_head_row(heads, key, heads->queries);
                store_key(heads, heads->queries, i, point);
            }
            from += attention->key_stride;
        }
    find_key_starts(heads);
}

// Each value of a head has a factor of its own, for all points. The values between the
// last one and the end of its panel are 0.
static void find_value_factors(Heads *heads, int head, const float *from)
{
    int count = heads->attention->layer->value_size;
    int end = heads->value_panels * VALUE_PANEL;
    float *factors = heads->value_factor + head * end;
    for (int i = 0; i < end; i += WIDTH) {
        Floats peak = {0};
        for (int j = 0; j < heads->points; j++) {
            const float *row = from + (ptrdiff_t)j * heads->attention->value_stride;
            peak = floats_max(peak, floats_abs(load_some_floats(row + i, count - i)));
        }
        for (int j = 0; j < WIDTH; j++)
            factors[i + j] = input_factor(peak[j], VALUE_TOP);
    }
}

// The points of a step, and some of their values.
typedef struct ValueStep {
    const float *from;
    int stride, points; // from a point to the next; at most STEP
    int count;          // of values; there may be more than a vector has
} ValueStep;

// Numbers times their factors as inputs of 16 bits, each in 32 bits.
#if IS_INTEGER_KERNEL || IS_MATRIX_KERNEL
INLINED Ints round_to_shorts(Floats numbers, Floats factor)
{
#if IS_INTEGER_KERNEL
    return round_floats(numbers * factor) & UINT16_MAX;
#else
    (void)factor;
    return (Ints)_mm512_cvtepu16_epi32((__m256i)_mm512_cvtneps_pbh((__m512)numbers));
#endif
}
#endif

INLINED void store_values(const ValueStep *step, Floats factor, Input *to)
{
#if IS_INTEGER_KERNEL || IS_MATRIX_KERNEL
    enum { BITS = 32 / STEP };
    Ints joined = {0};
    for (int i = 0; i < step->points; i++) {
        Floats x =
            load_some_floats(step->from + (ptrdiff_t)i * step->stride, step->count);
        joined |= round_to_shorts(x, factor) << (i * BITS);
    }
    memcpy(to, &joined, sizeof joined);
#else
    (void)factor;
    store_floats(load_some_floats(step->from, step->count), to);
#endif
}

// The first point of a step of values. With matrices, two vectors of scores become one
// of half the size. So their shares come in turns: four of this one, four of that one.
INLINED int first_of_step(int step)
{
    if (!IS_MATRIX_KERNEL)
        return step * STEP;
    enum { CHUNK_STEPS = CHUNK / STEP };
    int in_chunk = step % CHUNK_STEPS;
    return step / CHUNK_STEPS * CHUNK + in_chunk % 4 / 2 * WIDTH + in_chunk / 4 * 4 +
           in_chunk % 2 * STEP;
}

static void prepare_values(Heads *heads, int head, const float *from)
{
    int count = heads->attention->layer->value_size;
    int stride = heads->attention->value_stride,
        end = heads->value_panels * VALUE_PANEL;
    if (IS_INTEGER)
        find_value_factors(heads, head, from);
    const float *factors = heads->value_factor + head * end;
    Input *first = heads->values + (ptrdiff_t)head * heads->value_numbers;
    for (int i = 0; i < heads->point_steps; i++) {
        int first_point = first_of_step(i), left = heads->points - first_point;
        for (int j = 0; j < end; j += WIDTH) {
            ValueStep step = {from + (ptrdiff_t)first_point * stride + j, stride,
                              left < STEP ? left : STEP, count - j};
            ptrdiff_t place = (ptrdiff_t)(j / VALUE_PANEL) * heads->point_steps + i;
            store_values(&step, load_floats(factors + j),
                         first + place * VALUE_PANEL * STEP +
                             (ptrdiff_t)(j % VALUE_PANEL) * STEP);
        }
    }
}

#endif
