// SPDX-License-Identifier: MIT
//
// Linear layers by matrices; for runtime_kernel_tmpl.c only. A panel of weights is
// multiplied with all rows before the next panel, so it stays in a near cache.
#ifndef RUNTIME_MATRIX_MULTIPLY_H
#define RUNTIME_MATRIX_MULTIPLY_H

#include "runtime_matrix.h"
#include "runtime_store.h"

typedef struct MatrixSums {
    _Alignas(REGISTER_BYTES) RowSums rows[MATRIX_ROWS];
} MatrixSums;

INLINED int cell_of_row(const Product *product, int row)
{
    return product->cells == NULL ? row : product->cells[row];
}

// The rows from `first` on that are among the cells of a matrix that begins there.
INLINED int rows_of_matrix(const Product *product, int first)
{
    int end = cell_of_row(product, first) + MATRIX_ROWS, row = first + 1;
    while (row < product->rows && cell_of_row(product, row) < end)
        row++;
    return row - first;
}

// The sums of the cells from `cell` on.
INLINED void sum_matrix(const Block *block, const Input *weights, int cell,
                        bool has_second, MatrixSums *sums)
{
    const Product *product = block->product;
    const Input *in =
        (const Input *)product->inputs + (ptrdiff_t)cell * product->input_stride;
    clear_sums();
    for (const Segment *at = block->segment; at < block->end; at++) {
        ptrdiff_t offset = at->row * product->cell_stride + at->column;
        add_products(in + offset * product->input_stride + at->input,
                     product->input_stride, weights, at->steps * STEP / CHUNK,
                     has_second);
        weights += (ptrdiff_t)at->steps * STEP * PANEL;
    }
    store_sums((float *)sums->rows, PANEL, has_second);
}

// Cells that are no rows are computed, too, but not stored.
INLINED void multiply_matrix(const Block *block, int row, int rows, bool has_second)
{
    const Product *product = block->product;
    int cell = cell_of_row(product, row);
    MatrixSums sums, gates;
    sum_matrix(block, block->weights, cell, has_second, &sums);
    if (product->gate != NULL) {
        const Input *weights = product->gate->weights;
        weights += block->weights - (const Input *)product->linear->weights;
        sum_matrix(block, weights, cell, has_second, &gates);
    }
    for (int i = 0, count; i < rows; i += count) {
        int at = cell_of_row(product, row + i) - cell;
        count = 1;
        while (i + count < rows &&
               cell_of_row(product, row + i + count) == cell + at + count)
            count++;
        if (product->gate != NULL)
            store_gated_tile(block, sums.rows + at, gates.rows + at, row + i, count,
                             INPUTS);
        else
            store_tile(block, sums.rows + at, row + i, count, INPUTS);
    }
}

// Brings a share of the next panel of weights nearer, while rows of this one are
// computed. Behind the last panel it does nothing: a processor ignores what is no
// memory.
INLINED void fetch_next_panel(const LinearWeights *linear, const Block *block, int row,
                              int rows)
{
    enum { LINE = 64 };
    const char *weights = linear->weights;
    ptrdiff_t bytes = block->size * (ptrdiff_t)sizeof(Input),
              all = block->product->rows;
    weights += (block->panel + 1) * bytes;
    ptrdiff_t end = bytes * (row + rows) / all;
    for (ptrdiff_t i = bytes * row / all / LINE * LINE; i < end; i += LINE)
        __builtin_prefetch(weights + i);
}

static void multiply_panel(const Block *block)
{
    const Product *product = block->product;
    for (int row = 0, count; row < product->rows; row += count) {
        count = rows_of_matrix(product, row);
        fetch_next_panel(product->linear, block, row, count);
        if (product->gate != NULL)
            fetch_next_panel(product->gate, block, row, count);
        int cells =
            cell_of_row(product, row + count - 1) - cell_of_row(product, row) + 1;
        if (cells > REGISTER_ROWS)
            multiply_matrix(block, row, count, true);
        else
            multiply_matrix(block, row, count, false);
    }
}

// There is one block: no sum overflows.
static void multiply(const Product *product)
{
    const LinearWeights *linear = product->linear;
    Block block = {.product = product,
                   .segment = linear->segments,
                   .end = linear->segments + linear->blocks[1],
                   .weights = linear->weights,
                   .is_first = true};
    for (const Segment *at = block.segment; at < block.end; at++)
        block.size += (ptrdiff_t)at->steps * STEP * PANEL;
    begin_matrices();
    for (; block.panel < linear->panels; block.panel++) {
        multiply_panel(&block);
        block.weights += block.size;
    }
    end_matrices();
}

#endif
