// SPDX-License-Identifier: MIT
//
// Attention; for runtime_kernel_tmpl.c only. The keys and values of a head are packed
// as weights are. Then a few queries at a time are multiplied with all keys, and their
// shares with all values, so the products of all pairs of points are never in memory.
#ifndef RUNTIME_ATTENTION_H
#define RUNTIME_ATTENTION_H

#include <math.h>

#include "runtime_tile.h"

// Queries that are computed together, and the largest integers: sums stay below 2^31.
// The shares of a query have a sum of up to SHARES_TOP.
enum {
    QUERIES = 2 * TILE,
    SHARES_TOP = 1 << 17,
    VALUE_TOP = 16000,
};

// The memory of a head, and its sizes.
typedef struct Head {
    int points, key_panels, value_panels;
    int query_steps, point_steps;
    int query_stride, score_stride; // numbers of a row
    int top;                        // of queries and keys
    float *row;
    Input *keys;         // [panel][step][point of the panel][STEP]
    float *key_scale;    // [point]
    Input *values;       // [panel][step][value of the panel][STEP]
    float *value_factor; // [value]
    Input *queries;      // [query][query_stride]
    float query_scale[QUERIES];
    float *scores; // [query][score_stride]
    Input *shares; // [query][score_stride]
    float share_scale[QUERIES];
} Head;

INLINED int round_up(int number, int unit)
{
    return (number + unit - 1) / unit * unit;
}

// Takes `count` numbers of `size` bytes from a memory; NULL counts only.
static void *take_memory(char *memory, size_t *used, int count, size_t size)
{
    enum { LINE = 64 };
    void *taken = memory == NULL ? NULL : memory + *used;
    *used += ((size_t)count * size + LINE - 1) / LINE * LINE;
    return taken;
}

static int attention_top(int query_size)
{
    double top = sqrt((double)INT32_MAX / round_up(query_size, STEP)) - 1;
    return top < NUMBER_TOP ? (int)top : NUMBER_TOP;
}

// Shares out the memory, and returns its size.
static size_t lay_out_head(const AttentionLayer *layer, int points, void *memory,
                           Head *head)
{
    *head = (Head){
        .points = points,
        .key_panels = round_up(points, PANEL) / PANEL,
        .value_panels = round_up(layer->value_size, PANEL) / PANEL,
        .query_steps = round_up(layer->query_size, STEP) / STEP,
        .point_steps = round_up(points, STEP) / STEP,
        .query_stride = round_up(layer->query_size, RUNTIME_ALIGNMENT),
        .top = attention_top(layer->query_size),
    };
    head->score_stride = round_up(points, PANEL > 2 * WIDTH ? PANEL : 2 * WIDTH);
    size_t used = 0;
    int longest = round_up(layer->value_size, PANEL);
    longest = longest > head->query_stride ? longest : head->query_stride;
    head->row = take_memory(memory, &used, longest, sizeof(float));
    head->keys =
        take_memory(memory, &used, head->key_panels * head->query_steps * PANEL * STEP,
                    sizeof(Input));
    head->key_scale =
        take_memory(memory, &used, head->key_panels * PANEL, sizeof(float));
    head->values = take_memory(memory, &used,
                               head->value_panels * head->point_steps * PANEL * STEP,
                               sizeof(Input));
    head->value_factor =
        take_memory(memory, &used, head->value_panels * PANEL, sizeof(float));
    head->queries =
        take_memory(memory, &used, QUERIES * head->query_stride, sizeof(Input));
    head->scores =
        take_memory(memory, &used, QUERIES * head->score_stride, sizeof(float));
    head->shares =
        take_memory(memory, &used, QUERIES * head->score_stride, sizeof(Input));
    return used;
}

static size_t attention_scratch(const AttentionLayer *layer, int points)
{
    Head head;
    return lay_out_head(layer, points, NULL, &head);
}

// Exchanges the numbers of each pair.
INLINED Floats swap_pairs(Floats x)
{
    Floats swapped;
    for (int i = 0; i < WIDTH; i++)
        swapped[i] = x[i ^ 1];
    return swapped;
}

INLINED Floats turn(Floats x, const float *turns, int stride)
{
    return multiply_add(swap_pairs(x), load_floats(turns + stride),
                        x * load_floats(turns));
}

// The turns of a point of the board, or NULL: by its column and by its row.
typedef struct PointTurns {
    const float *column, *row;
} PointTurns;

static PointTurns find_turns(const Attention *attention, int key_head, int point)
{
    if (attention->turns == NULL)
        return (PointTurns){NULL, NULL};
    int head = attention->layer->shares_frequencies ? 0 : key_head;
    size_t size = 2 * (size_t)attention->turn_stride;
    const float *first = attention->turns + (size_t)(head * 2 * BOARD_SIDE_MAX) * size;
    int column = point % attention->columns, row = point / attention->columns;
    return (PointTurns){first + (size_t)column * size,
                        first + (size_t)(BOARD_SIDE_MAX + row) * size};
}

// Turns a query or key, and returns the largest absolute value.
INLINED float turn_row(const float *from, int count, PointTurns turns, int turn_stride,
                       float *to)
{
    Floats peak = {0};
    for (int i = 0; i < count; i += WIDTH) {
        Floats x = load_some_floats(from + i, count - i);
        if (turns.column != NULL) {
            x = turn(x, turns.column + i, turn_stride);
            x = turn(x, turns.row + i, turn_stride);
        }
        peak = floats_max(peak, floats_abs(x));
        store_floats(x, to + i);
    }
    return peak_of_floats(peak);
}

INLINED void round_numbers(const float *from, float factor, int count, Input *to)
{
    for (int i = 0; i < count; i += WIDTH)
        store_inputs(load_floats(from + i), floats_all(factor), to + i);
}

// Turns and rounds the query or key of a point; returns its scale.
static float prepare_point(const Attention *attention, const Head *head, int key_head,
                           const float *from, int point, Input *to)
{
    int count = attention->layer->query_size;
    float peak = turn_row(from, count, find_turns(attention, key_head, point),
                          attention->turn_stride, head->row);
    float factor = input_factor(peak, (float)head->top);
    round_numbers(head->row, factor, count, to);
    return 1 / factor;
}

static void pack_keys(const Attention *attention, int board, int key_head, Head *head)
{
    const float *from = attention->keys +
                        (ptrdiff_t)board * head->points * attention->key_stride +
                        (ptrdiff_t)key_head * attention->layer->query_size;
    Input *row = head->queries; // free at this time
    for (int i = 0; i < head->key_panels * PANEL; i++) {
        Input *to = head->keys +
                    (ptrdiff_t)(i / PANEL) * head->query_steps * PANEL * STEP +
                    (ptrdiff_t)(i % PANEL) * STEP;
        if (i < head->points)
            head->key_scale[i] =
                prepare_point(attention, head, key_head,
                              from + (ptrdiff_t)i * attention->key_stride, i, row);
        else
            memset(row, 0, (size_t)head->query_stride * sizeof *row);
        for (int j = 0; j < head->query_steps; j++)
            memcpy(to + (ptrdiff_t)j * PANEL * STEP, row + (ptrdiff_t)j * STEP,
                   STEP * sizeof *row);
    }
}

// All values of a head of keys that are in a vector have their own factor.
static void find_value_factors(const float *from, int stride, int count, Head *head)
{
    for (int i = 0; i < count; i += WIDTH) {
        Floats peak = {0};
        for (int j = 0; j < head->points; j++)
            peak = floats_max(peak, floats_abs(load_some_floats(
                                        from + (ptrdiff_t)j * stride + i, count - i)));
        for (int j = 0; j < WIDTH; j++)
            head->value_factor[i + j] = input_factor(peak[j], VALUE_TOP);
    }
}

static void pack_values(const Attention *attention, int board, int key_head, Head *head)
{
    int count = attention->layer->value_size, stride = attention->value_stride;
    const float *from = attention->values + (ptrdiff_t)board * head->points * stride +
                        (ptrdiff_t)key_head * count;
    find_value_factors(from, stride, count, head);
    memset(head->values, 0,
           (size_t)(head->value_panels * head->point_steps * PANEL * STEP) *
               sizeof(Input));
    for (int i = 0; i < head->points; i++)
        for (int j = 0; j < count; j += WIDTH) {
            Floats x = load_some_floats(from + (ptrdiff_t)i * stride + j, count - j);
            Input rounded[WIDTH];
            store_inputs(x * load_floats(head->value_factor + j), floats_all(1),
                         rounded);
            Input *to =
                head->values +
                ((ptrdiff_t)(j / PANEL) * head->point_steps + i / STEP) * PANEL * STEP +
                (ptrdiff_t)(j % PANEL) * STEP + i % STEP;
            for (int k = 0; k < WIDTH; k++)
                to[(ptrdiff_t)k * STEP] = rounded[k];
        }
}

// The products of some queries and a panel of keys, times the scales.
INLINED void score_tile(const Head *head, int panel, int query, int rows)
{
    const Input *in[TILE];
    for (int j = 0; j < rows; j++)
        in[j] = head->queries + (ptrdiff_t)(query + j) * head->query_stride;
    Tile tile;
    clear_tile(&tile, rows);
    take_steps(&tile, in, 0,
               head->keys + (ptrdiff_t)panel * head->query_steps * PANEL * STEP,
               head->query_steps, rows);
    for (int j = 0; j < rows; j++)
        for (int v = 0; v < VECTORS; v++) {
            int key = panel * PANEL + v * WIDTH;
            Floats score =
                sum_to_floats(tile.at[j][v]) * floats_all(head->query_scale[query + j]);
            if (IS_INTEGER)
                score = score * load_floats(head->key_scale + key);
            store_floats(score, head->scores +
                                    (ptrdiff_t)(query + j) * head->score_stride + key);
        }
}

// Scores become shares, not yet divided by their sum; returns what to multiply with.
static float share_scores(const Head *head, float *scores, Input *shares)
{
    int count = head->score_stride;
    for (int i = head->points; i < count; i++)
        scores[i] = -INFINITY;
    Floats peaks = load_floats(scores);
    for (int i = WIDTH; i < count; i += WIDTH)
        peaks = floats_max(peaks, load_floats(scores + i));
    Floats peak = floats_all(peak_of_floats(peaks)), sums = {0};
    for (int i = 0; i < count; i += WIDTH) {
        Floats share = exp2_floats(load_floats(scores + i) - peak, IS_INTEGER ? 4 : 6);
        sums = sums + share;
        store_floats(share, scores + i);
    }
    float sum = sum_of_floats(sums), factor = 1;
    if (IS_INTEGER) {
        factor = SHARES_TOP / sum;
        factor = factor < INT16_MAX ? factor : INT16_MAX;
    }
    round_numbers(scores, factor, count, shares);
    return 1 / (sum * factor);
}

INLINED void store_values(const Attention *attention, const Head *head, Floats value,
                          int place, float *out)
{
    int left = attention->layer->value_size - place;
    if (IS_INTEGER)
        value = value / load_floats(head->value_factor + place);
    if (attention->adds)
        value = value + load_some_floats(out, left);
    memcpy(out, &value, sizeof(float) * (size_t)(left < WIDTH ? left : WIDTH));
}

INLINED void gather_tile(const Attention *attention, const Head *head, int panel,
                         int query, int rows, float *out)
{
    const Input *in[TILE];
    for (int j = 0; j < rows; j++)
        in[j] = head->shares + (ptrdiff_t)(query + j) * head->score_stride;
    Tile tile;
    clear_tile(&tile, rows);
    take_steps(&tile, in, 0,
               head->values + (ptrdiff_t)panel * head->point_steps * PANEL * STEP,
               head->point_steps, rows);
    for (int j = 0; j < rows; j++)
        for (int v = 0; v < VECTORS; v++) {
            int place = panel * PANEL + v * WIDTH;
            if (place < attention->layer->value_size)
                store_values(attention, head,
                             sum_to_floats(tile.at[j][v]) *
                                 floats_all(head->share_scale[query + j]),
                             place,
                             out + (ptrdiff_t)(query + j) * attention->out_stride +
                                 place);
        }
}

// Some queries of a head, from `first` on; a tile of fewer queries is filled up.
static void attend_queries(const Attention *attention, Head *head, int key_head,
                           int first, const float *from, float *out)
{
    int left = head->points - first, count = left < QUERIES ? left : QUERIES;
    // Scores are base-2 logarithms.
    float scale = 1.44269504f / sqrtf((float)attention->layer->query_size);
    for (int i = 0; i < count; i++)
        head->query_scale[i] =
            scale * prepare_point(attention, head, key_head,
                                  from + (ptrdiff_t)i * attention->query_stride,
                                  first + i,
                                  head->queries + (ptrdiff_t)i * head->query_stride);
    for (int panel = 0; panel < head->key_panels; panel++)
        for (int i = 0; i < count; i += TILE)
            score_tile(head, panel, i, TILE);
    for (int i = 0; i < count; i++)
        head->share_scale[i] =
            share_scores(head, head->scores + (ptrdiff_t)i * head->score_stride,
                         head->shares + (ptrdiff_t)i * head->score_stride);
    for (int panel = 0; panel < head->value_panels; panel++) {
        int i = 0;
        for (; i + TILE <= count; i += TILE)
            gather_tile(attention, head, panel, i, TILE, out);
        for (; i < count; i++)
            gather_tile(attention, head, panel, i, 1, out);
    }
}

static void attend_head(const Attention *attention, Head *head, int board, int number,
                        int key_head)
{
    const AttentionLayer *layer = attention->layer;
    ptrdiff_t first = (ptrdiff_t)board * head->points;
    for (int i = 0; i < head->points; i += QUERIES)
        attend_queries(attention, head, key_head, i,
                       attention->queries + (first + i) * attention->query_stride +
                           (ptrdiff_t)number * layer->query_size,
                       attention->out + (first + i) * attention->out_stride +
                           (ptrdiff_t)number * layer->value_size);
}

static void attend(const Attention *attention)
{
    const AttentionLayer *layer = attention->layer;
    Head head;
    lay_out_head(layer, attention->columns * attention->rows, attention->scratch,
                 &head);
    int group = layer->heads / layer->key_heads;
    for (int board = 0; board < attention->boards; board++)
        for (int key_head = 0; key_head < layer->key_heads; key_head++) {
            pack_keys(attention, board, key_head, &head);
            pack_values(attention, board, key_head, &head);
            for (int i = 0; i < group; i++)
                attend_head(attention, &head, board, key_head * group + i, key_head);
        }
}

#endif
