// SPDX-License-Identifier: MIT
//
// Windows over numbers nearly all of which are 0 (SparseProduct); for
// runtime_kernel_tmpl.c only. They add up the weights of the others.
#ifndef RUNTIME_SPARSE_H
#define RUNTIME_SPARSE_H

#include "runtime_floats.h"
#include "runtime_kernel.h"

// A number that is not 0. The lower half is the place of its weights in those of its
// cell, or of the window.
typedef uint64_t Entry;

// So many entries are copied, and added up, together.
enum { ENTRIES = 8 };
typedef Entry EntryGroup __attribute__((vector_size(ENTRIES * sizeof(Entry))));

// The entries of all cells of a board. Cells around it have none. Those to the right of
// a row are those to the left of the next one.
typedef struct SparseBoard {
    int stride, first, cells;
    int room;       // entries of a cell, whole groups
    Entry *entries; // [cell][room]
    int *counts;    // [cell]
    Entry *list;    // those of a window
} SparseBoard;

INLINED SparseBoard lay_out_sparse(const SparseProduct *product)
{
    int columns = product->margin_columns, rows = product->margin_rows;
    SparseBoard board = {.stride = product->columns + columns};
    board.first = rows * board.stride + columns;
    board.cells = board.stride * (product->rows + 2 * rows) + columns;
    board.room = (product->linear->inputs + ENTRIES - 1) / ENTRIES * ENTRIES;
    board.entries = product->scratch;
    board.list = board.entries + (ptrdiff_t)board.cells * board.room;
    board.counts =
        (int *)(board.list + (ptrdiff_t)product->linear->segment_count * board.room +
                ENTRIES);
    return board;
}

static size_t sparse_scratch(const SparseProduct *product)
{
    SparseBoard board = lay_out_sparse(product);
    size_t lists = (size_t)board.cells + (size_t)product->linear->segment_count;
    return (lists * (size_t)board.room + ENTRIES) * sizeof(Entry) +
           (size_t)board.cells * sizeof *board.counts;
}

static void list_cell(const SparseProduct *product, const SparseBoard *board,
                      const float *from, int cell)
{
    Entry *to = board->entries + (ptrdiff_t)cell * board->room;
    int count = 0;
    for (int i = 0; i < product->linear->inputs; i++) {
        uint32_t number;
        memcpy(&number, from + i, sizeof number);
        to[count] = (Entry)number << 32 | (uint32_t)(i * product->out_stride);
        count += number << 1 != 0; // but for the sign
    }
    board->counts[cell] = count;
}

static void list_board(const SparseProduct *product, const SparseBoard *board,
                       const float *from)
{
    memset(board->counts, 0, (size_t)board->cells * sizeof *board->counts);
    for (int row = 0; row < product->rows; row++)
        for (int column = 0; column < product->columns; column++) {
            list_cell(product, board, from,
                      board->first + row * board->stride + column);
            from += product->stride;
        }
}

// Lists the entries of the window around a cell, and then some that add nothing.
// Returns their number, whole groups. Most cells have fewer entries than a group, so a
// whole group is copied for each, and no branch has to be predicted.
static int list_window(const SparseProduct *product, const SparseBoard *board, int cell)
{
    const LinearWeights *linear = product->linear;
    Entry place = 0, size = (Entry)linear->inputs * (Entry)product->out_stride;
    int count = 0;
    for (int i = 0; i < linear->segment_count; i++, place += size) {
        const Segment *segment = &linear->segments[i];
        int at = cell + segment->row * board->stride + segment->column;
        const Entry *from = board->entries + (ptrdiff_t)at * board->room;
        for (int k = 0; k == 0 || k < board->counts[at]; k += ENTRIES) {
            EntryGroup group;
            memcpy(&group, from + k, sizeof group);
            group += place;
            memcpy(board->list + count + k, &group, sizeof group);
        }
        count += board->counts[at];
    }
    memset(board->list + count, 0, ENTRIES * sizeof *board->list);
    return (count + ENTRIES - 1) / ENTRIES * ENTRIES;
}

INLINED void begin_outputs(const SparseProduct *product, float *out)
{
    for (int i = 0; i < product->out_stride; i += WIDTH) {
        Floats bias = load_floats(product->linear->bias + i);
        store_floats(product->adds ? bias + load_floats(out + i) : bias, out + i);
    }
}

// Adds the numbers of a group times their weights to the outputs of a point.
INLINED void add_group(const SparseProduct *product, const Entry *group, float *out)
{
    const float *weights[ENTRIES];
    Floats numbers[ENTRIES];
    for (int k = 0; k < ENTRIES; k++) {
        uint32_t bits = (uint32_t)(group[k] >> 32);
        float number;
        memcpy(&number, &bits, sizeof number);
        numbers[k] = floats_all(number);
        weights[k] = (const float *)product->linear->weights + (uint32_t)group[k];
    }
    for (int i = 0; i < product->out_stride; i += WIDTH) {
        Floats sum = load_floats(out + i);
        for (int k = 0; k < ENTRIES; k++)
            sum = multiply_add(numbers[k], load_floats(weights[k] + i), sum);
        store_floats(sum, out + i);
    }
}

static void multiply_sparse(const SparseProduct *product)
{
    SparseBoard board = lay_out_sparse(product);
    const float *from = product->from;
    float *out = product->out;
    for (int i = 0; i < product->boards; i++) {
        list_board(product, &board, from);
        from += (ptrdiff_t)product->columns * product->rows * product->stride;
        for (int row = 0; row < product->rows; row++)
            for (int column = 0; column < product->columns; column++) {
                int count = list_window(product, &board,
                                        board.first + row * board.stride + column);
                begin_outputs(product, out);
                for (int k = 0; k < count; k += ENTRIES)
                    add_group(product, board.list + k, out);
                out += product->out_stride;
            }
    }
}

#endif
