// SPDX-License-Identifier: MIT
//
// Attention of floats whose sums have the same order in every kernel (layer.h); for
// runtime_kernel_tmpl.c only. A few queries at a time are multiplied with all keys of
// their head, and their shares with all values.
#ifndef RUNTIME_ORDERED_ATTENTION_H
#define RUNTIME_ORDERED_ATTENTION_H

#include <math.h>

#include "runtime_turns.h"

// Queries, and vectors of points or values, that are computed together.
enum { QUERIES = 4, COLUMNS = 2 };

// A key head of a board, and the queries at hand.
typedef struct OrderedHead {
    const Attention *attention;
    int points, stride; // of a row of keys or shares
    float *row;         // a key
    float *keys;        // [number][stride]
    float *queries;     // [QUERIES][query_size]
    float *shares;      // [QUERIES][stride], not yet divided by their sum
    float sums[QUERIES];
} OrderedHead;

static size_t attention_scratch(const AttentionLayer *layer, int points)
{
    size_t stride = (size_t)runtime_stride(points), size = (size_t)layer->query_size;
    return (size + size * stride + QUERIES * (size + stride)) * sizeof(float);
}

static OrderedHead begin_head(const Attention *attention)
{
    ptrdiff_t size = attention->layer->query_size;
    int points = attention->columns * attention->rows;
    OrderedHead head = {
        attention, points, runtime_stride(points), attention->scratch, NULL, NULL,
        NULL,      {0}};
    head.keys = head.row + size;
    head.queries = head.keys + size * head.stride;
    head.shares = head.queries + QUERIES * size;
    return head;
}

// Turns the keys, and stores each number of them for all points. Beyond the last point
// they are what they were: their products are not used.
static void take_keys(const OrderedHead *head, int key_head, const float *from)
{
    const Attention *attention = head->attention;
    int size = attention->layer->query_size, point = 0;
    for (int row = 0; row < attention->rows; row++)
        for (int column = 0; column < attention->columns; column++, point++) {
            turn_row(from, size, find_turns(attention, key_head, column, row),
                     attention->turn_stride, head->row);
            for (int i = 0; i < size; i++)
                head->keys[(ptrdiff_t)i * head->stride + point] = head->row[i];
            from += attention->key_stride;
        }
}

// Sums of products, by query and vector.
typedef struct OrderedSums {
    Floats at[QUERIES][COLUMNS];
} OrderedSums;

// What is added up: row j times number j of each query. A row begins `distance` numbers
// after the one before, and a query `stride` numbers.
typedef struct OrderedTerms {
    const float *rows, *numbers;
    ptrdiff_t distance, stride;
    int count;
} OrderedTerms;

INLINED void sum_terms(OrderedTerms terms, int queries, int columns, OrderedSums *sums)
{
    for (int q = 0; q < queries; q++)
        for (int v = 0; v < columns; v++)
            sums->at[q][v] = (Floats){0};
    for (int j = 0; j < terms.count; j++, terms.rows += terms.distance) {
        Floats row[COLUMNS];
        for (int v = 0; v < columns; v++)
            row[v] = load_floats(terms.rows + (ptrdiff_t)v * WIDTH);
        for (int q = 0; q < queries; q++) {
            Floats number = floats_all(terms.numbers[q * terms.stride + j]);
            for (int v = 0; v < columns; v++)
                sums->at[q][v] += row[v] * number;
        }
    }
}

// The products of some queries with the keys of some points.
INLINED void score_points(const OrderedHead *head, int point, int queries, int columns)
{
    int size = head->attention->layer->query_size;
    OrderedSums sums;
    OrderedTerms terms = {head->keys + point, head->queries, head->stride, size, size};
    sum_terms(terms, queries, columns, &sums);
    for (int q = 0; q < queries; q++)
        for (int v = 0; v < columns; v++)
            store_floats(sums.at[q][v], head->shares + (ptrdiff_t)q * head->stride +
                                            point + (ptrdiff_t)v * WIDTH);
}

INLINED void score_queries(const OrderedHead *head, int queries)
{
    int i = 0;
    for (; i + COLUMNS * WIDTH <= head->stride; i += COLUMNS * WIDTH)
        score_points(head, i, queries, COLUMNS);
    for (; i < head->stride; i += WIDTH)
        score_points(head, i, queries, 1);
}

// Scores become shares. Returns their sum: of every 16th one, then of these sums.
INLINED float share_out(const OrderedHead *head, float *scores)
{
    // Scores become base-2 logarithms.
    float scale = 1.44269504f / sqrtf((float)head->attention->layer->query_size);
    for (int i = head->points; i < head->stride; i++)
        scores[i] = scores[0];
    Floats peaks = floats_all(scores[0] * scale);
    for (int i = 0; i < head->stride; i += WIDTH) {
        Floats score = load_floats(scores + i) * floats_all(scale);
        peaks = floats_max(peaks, score);
        store_floats(score, scores + i);
    }
    Floats peak = floats_all(peak_of_floats(peaks));
    for (int i = 0; i < head->stride; i += WIDTH)
        store_floats(exp2_floats(load_floats(scores + i) - peak, 6), scores + i);
    for (int i = head->points; i < head->stride; i++)
        scores[i] = 0;
    float sums[RUNTIME_ALIGNMENT] = {0}, sum = 0;
    for (int i = 0; i < head->stride; i += RUNTIME_ALIGNMENT)
        for (int j = 0; j < RUNTIME_ALIGNMENT; j += WIDTH)
            store_floats(load_floats(sums + j) + load_floats(scores + i + j), sums + j);
    for (int j = 0; j < RUNTIME_ALIGNMENT; j++)
        sum += sums[j];
    return sum;
}

// The means of some values of all points.
INLINED void gather_some(const OrderedHead *head, const float *values, float *out,
                         int queries, int columns)
{
    const Attention *attention = head->attention;
    OrderedSums sums;
    OrderedTerms terms = {values, head->shares, attention->value_stride, head->stride,
                          head->points};
    sum_terms(terms, queries, columns, &sums);
    for (int q = 0; q < queries; q++)
        for (int v = 0; v < columns; v++)
            store_floats(sums.at[q][v] / floats_all(head->sums[q]),
                         out + (ptrdiff_t)q * attention->out_stride +
                             (ptrdiff_t)v * WIDTH);
}

// The means of all values; those of the first point begin at `values`.
INLINED void gather_values(const OrderedHead *head, const float *values, float *out,
                           int queries)
{
    int i = 0, size = head->attention->layer->value_size;
    for (; i + COLUMNS * WIDTH <= size; i += COLUMNS * WIDTH)
        gather_some(head, values + i, out + i, queries, COLUMNS);
    for (; i < size; i += WIDTH)
        gather_some(head, values + i, out + i, queries, 1);
}

// Takes the queries of some points from `point` on.
static void take_queries(const OrderedHead *head, int key_head, int point, int queries,
                         const float *from)
{
    const Attention *attention = head->attention;
    int size = attention->layer->query_size;
    for (int q = 0; q < queries; q++, point++) {
        PointTurns turns = find_turns(attention, key_head, point % attention->columns,
                                      point / attention->columns);
        turn_row(from + (ptrdiff_t)point * attention->query_stride, size, turns,
                 attention->turn_stride, head->queries + (ptrdiff_t)q * size);
    }
}

INLINED void attend_points(OrderedHead *head, const float *values, float *out,
                           int queries)
{
    score_queries(head, queries);
    for (int q = 0; q < queries; q++)
        head->sums[q] = share_out(head, head->shares + (ptrdiff_t)q * head->stride);
    gather_values(head, values, out, queries);
}

// A query head of a board, whose first point has its query, values and output there.
static void attend_head(OrderedHead *head, int key_head, const float *queries,
                        const float *values, float *out)
{
    for (int point = 0; point < head->points;) {
        int count = head->points - point < QUERIES ? 1 : QUERIES;
        float *to = out + (ptrdiff_t)point * head->attention->out_stride;
        take_queries(head, key_head, point, count, queries);
        if (count == QUERIES)
            attend_points(head, values, to, QUERIES);
        else
            attend_points(head, values, to, 1);
        point += count;
    }
}

static void attend(const Attention *attention)
{
    const AttentionLayer *layer = attention->layer;
    assert(!attention->adds && layer->query_size % CHANNEL_GROUP == 0 &&
           layer->value_size % CHANNEL_GROUP == 0);
    OrderedHead head = begin_head(attention);
    int group = layer->heads / layer->key_heads;
    for (int board = 0; board < attention->boards; board++) {
        ptrdiff_t first = (ptrdiff_t)board * head.points;
        for (int i = 0; i < layer->heads; i++) {
            int key_head = i / group;
            if (i % group == 0)
                take_keys(&head, key_head,
                          attention->keys + first * attention->key_stride +
                              (ptrdiff_t)key_head * layer->query_size);
            attend_head(&head, key_head,
                        attention->queries + first * attention->query_stride +
                            (ptrdiff_t)i * layer->query_size,
                        attention->values + first * attention->value_stride +
                            (ptrdiff_t)key_head * layer->value_size,
                        attention->out + first * attention->out_stride +
                            (ptrdiff_t)i * layer->value_size);
        }
    }
}

#endif
