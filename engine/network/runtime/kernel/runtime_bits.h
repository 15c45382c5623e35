// SPDX-License-Identifier: MIT
//
// A linear layer of an array of bits, nearly all of which are 0 (BitProduct); for
// runtime_kernel_tmpl.c only. It adds up the weights of those that are 1.
#ifndef RUNTIME_BITS_H
#define RUNTIME_BITS_H

#include "runtime_integer_store.h"

// The weights of a group of outputs, and sums of them.
typedef int8_t GroupWeights __attribute__((vector_size(CHANNEL_GROUP)));
typedef int16_t GroupSums __attribute__((vector_size(2 * CHANNEL_GROUP)));
typedef int32_t GroupTotals __attribute__((vector_size(4 * CHANNEL_GROUP)));

enum { GROUPS_MAX = 4 };

// The sum of this many weights always fits into 16 bits.
enum { SHORT_SUM = 256 };

// The inputs of a point that are 1, and the known sum of the weights of others.
typedef struct SparsePoint {
    const int32_t *shared; // [output]
    const uint16_t *inputs;
    int count;
} SparsePoint;

// Adds the weights of at most SHORT_SUM inputs to the totals of some groups, from
// `output` on.
INLINED void add_weights(const BitProduct *product, const SparsePoint *point,
                         int output, int groups, GroupTotals totals[])
{
    GroupSums sums[GROUPS_MAX] = {{0}};
    const int8_t *weights = product->linear->weights;
    for (int i = 0; i < point->count; i++) {
        const int8_t *from =
            weights + point->inputs[i] * (size_t)product->out_stride + output;
        for (int g = 0; g < groups; g++, from += CHANNEL_GROUP) {
            GroupWeights some;
            memcpy(&some, from, sizeof some);
            sums[g] += __builtin_convertvector(some, GroupSums);
        }
    }
    for (int g = 0; g < groups; g++)
        totals[g] += __builtin_convertvector(sums[g], GroupTotals);
}

// Computes the outputs of some groups, from `output` on.
INLINED void sum_groups(const BitProduct *product, const SparsePoint *point, int output,
                        int groups, int16_t *out)
{
    GroupTotals totals[GROUPS_MAX];
    memcpy(totals, point->shared + output, (size_t)groups * sizeof totals[0]);
    for (int i = 0; i < point->count; i += SHORT_SUM) {
        int left = point->count - i;
        SparsePoint some = {NULL, point->inputs + i,
                            left < SHORT_SUM ? left : SHORT_SUM};
        add_weights(product, &some, output, groups, totals);
    }
    const char *sums = (const void *)totals;
    for (int o = output; o < output + groups * CHANNEL_GROUP; o += WIDTH) {
        Ints sum = load_ints(sums + (size_t)(o - output) * sizeof(int32_t));
        Floats value = scale_ints(sum, product->linear->scale + o, product->bias + o);
        store_shorts(round_within(value, -SHORT_TOP, SHORT_TOP), out + o);
    }
}

static void sum_point(const BitProduct *product, const SparsePoint *point, int16_t *out)
{
    int output = 0, outputs = product->out_stride;
    for (; outputs - output >= GROUPS_MAX * CHANNEL_GROUP;
         output += GROUPS_MAX * CHANNEL_GROUP)
        sum_groups(product, point, output, GROUPS_MAX, out);
    for (; output < outputs; output += CHANNEL_GROUP)
        sum_groups(product, point, output, 1, out);
}

// The channels of a point that are 1, without the first. The first LISTED_MAX are
// listed as numbers. More, which are rare, are bits.
enum { LISTED_MAX = 8 };
typedef uint16_t InputList __attribute__((vector_size(2 * LISTED_MAX)));
typedef struct SeenPoint {
    uint16_t channels[LISTED_MAX];
    int count;     // of these
    uint32_t more; // others, as bits
} SeenPoint;

// The points of a board, with as many guards around as the window looks beyond it.
// Guards between two rows serve both.
typedef struct SeenBoard {
    SeenPoint *points;
    int stride, first;
} SeenBoard;

static size_t seen_count(const BitProduct *product, SeenBoard *board)
{
    const IntegerGrid *grid = product->grid;
    int columns = product->columns / 2, rows = product->rows / 2;
    board->stride = grid->columns + columns;
    board->first = rows * board->stride + columns;
    return (size_t)board->stride * ((size_t)grid->rows + 2 * (size_t)rows) +
           (size_t)columns;
}

static size_t bit_inputs(const BitProduct *product)
{
    return (size_t)product->columns * (size_t)product->rows * (size_t)product->channels;
}

static size_t bit_scratch(const BitProduct *product)
{
    SeenBoard board;
    return seen_count(product, &board) * sizeof(SeenPoint) +
           (bit_inputs(product) + LISTED_MAX) * sizeof(uint16_t);
}

static SeenPoint see(uint32_t bits)
{
    SeenPoint seen = {.count = 0};
    for (bits &= bits - 1; bits && seen.count < LISTED_MAX; bits &= bits - 1)
        seen.channels[seen.count++] = (uint16_t)__builtin_ctz(bits);
    seen.more = bits;
    return seen;
}

static SeenBoard see_board(const BitProduct *product)
{
    const IntegerGrid *grid = product->grid;
    SeenBoard board = {.points = product->scratch};
    size_t count = seen_count(product, &board);
    memset(board.points, 0, count * sizeof *board.points);
    const uint32_t *bits = product->bits;
    for (int row = 0; row < grid->rows; row++)
        for (int column = 0; column < grid->columns; column++)
            board.points[board.first + row * board.stride + column] = see(*bits++);
    return board;
}

// Lists the inputs that are 1 in the window around a point. Returns their number. Most
// places have few channels or none, so a whole vector is stored for each, and no branch
// has to be predicted. Pre: `inputs` has room for LISTED_MAX more than there can be.
static int list_inputs(const BitProduct *product, const SeenBoard *board, int place,
                       uint16_t inputs[])
{
    int count = 0, columns = product->columns / 2, rows = product->rows / 2;
    uint16_t input = 0, channels = (uint16_t)product->channels;
    for (int i = -rows; i <= rows; i++)
        for (int j = -columns; j <= columns; j++, input += channels) {
            const SeenPoint *seen = &board->points[place + i * board->stride + j];
            InputList list;
            memcpy(&list, seen->channels, sizeof list);
            list += input;
            memcpy(inputs + count, &list, sizeof list);
            count += seen->count;
            for (uint32_t more = seen->more; more; more &= more - 1)
                inputs[count++] = (uint16_t)(input + __builtin_ctz(more));
        }
    return count;
}

static void add_bits(const BitProduct *product)
{
    const IntegerGrid *grid = product->grid;
    SeenBoard board = see_board(product);
    uint16_t *inputs = (void *)(board.points + seen_count(product, &board));
    for (int row = 0; row < grid->rows; row++)
        for (int column = 0; column < grid->columns; column++) {
            int place = board.first + row * board.stride + column;
            int cell = grid->first + row * grid->stride + column;
            int edges = window_edges(product->columns, column, grid->columns) *
                            window_edge_count(product->rows) +
                        window_edges(product->rows, row, grid->rows);
            SparsePoint point = {product->linear->edges + edges * product->out_stride,
                                 inputs, list_inputs(product, &board, place, inputs)};
            sum_point(product, &point, product->out + cell * product->out_stride);
        }
}

#endif
