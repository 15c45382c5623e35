// SPDX-License-Identifier: MIT
//
// Linear layers by matrices; for runtime_kernel_tmpl.c only. A panel of weights is
// multiplied with all rows before the next panel, so it stays in a near cache.
#ifndef RUNTIME_MATRIX_MULTIPLY_H
#define RUNTIME_MATRIX_MULTIPLY_H

#include "runtime_matrix.h"

// A panel of a product.
typedef struct Block {
    const Product *product;
    const Segment *segment, *end;
    const Input *weights;
    ptrdiff_t size; // numbers of the weights
    int panel;
} Block;

typedef struct RowSums {
    Floats at[VECTORS];
} RowSums;

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

// How the sums of a panel become outputs.
typedef struct Ending {
    Floats bias[VECTORS], gate_bias[VECTORS];
    int first, vectors; // of the outputs
    bool has_gate, is_prepared, adds;
    Activation activation;
} Ending;

INLINED void store_row(const Product *product, const Ending *ending, int row,
                       const RowSums *sums, const RowSums *gates)
{
    ptrdiff_t place = (ptrdiff_t)row * product->out_stride + ending->first;
    for (int v = 0; v < ending->vectors; v++) {
        Floats value = sums->at[v] + ending->bias[v];
        if (ending->has_gate)
            value = activate_floats(value, ending->activation) *
                    (gates->at[v] + ending->gate_bias[v]);
        if (ending->adds)
            value = value + load_floats(product->out + place + v * WIDTH);
        if (ending->is_prepared)
            store_inputs(value, floats_all(1),
                         (Input *)product->prepared + place + v * WIDTH);
        else
            store_floats(value, product->out + place + v * WIDTH);
    }
}

// Rows of a matrix that begins at `cell`. Cells that are no rows are not stored.
typedef struct MatrixRows {
    int row, count, cell;
} MatrixRows;

INLINED void store_rows(const Product *product, const Ending *ending, MatrixRows rows,
                        const MatrixSums *sums, const MatrixSums *gates)
{
    for (int i = rows.row; i < rows.row + rows.count; i++) {
        int at = cell_of_row(product, i) - rows.cell;
        store_row(product, ending, i, &sums->rows[at], &gates->rows[at]);
    }
}

// A loop for each kind of ending: in each copy the compiler knows what is set here.
static void store_matrix(const Product *product, const Ending *all, MatrixRows rows,
                         const MatrixSums *sums, const MatrixSums *gates)
{
    Ending ending = *all;
    if (!ending.has_gate) {
        ending.has_gate = false;
        store_rows(product, &ending, rows, sums, gates);
        return;
    }
    ending.has_gate = true;
    ending.adds = false;
#define STORE(kind)                                                                    \
    ending.activation = (kind);                                                        \
    store_rows(product, &ending, rows, sums, gates)
    EACH_ACTIVATION(all->activation, STORE)
#undef STORE
}

INLINED void multiply_matrix(const Block *block, const Ending *ending, MatrixRows rows,
                             bool has_second)
{
    const Product *product = block->product;
    MatrixSums sums, gates;
    sum_matrix(block, block->weights, rows.cell, has_second, &sums);
    if (product->gate != NULL) {
        const Input *weights = product->gate->weights;
        weights += block->weights - (const Input *)product->linear->weights;
        sum_matrix(block, weights, rows.cell, has_second, &gates);
    }
    store_matrix(product, ending, rows, &sums, &gates);
}

static Ending find_ending(const Block *block)
{
    const Product *product = block->product;
    int first = block->panel * PANEL, left = (product->out_stride - first) / WIDTH;
    Ending ending = {.first = first,
                     .vectors = left < VECTORS ? left : VECTORS,
                     .has_gate = product->gate != NULL,
                     .is_prepared = product->prepared != NULL,
                     .adds = product->adds,
                     .activation = product->activation};
    for (int v = 0; v < ending.vectors; v++) {
        ending.bias[v] = load_floats(product->linear->bias + first + v * WIDTH);
        if (ending.has_gate)
            ending.gate_bias[v] = load_floats(product->gate->bias + first + v * WIDTH);
    }
    return ending;
}

// Fetches a share of the next panel of weights, while rows of this one are computed.
INLINED void fetch_next_panel(const LinearWeights *linear, const Block *block, int row,
                              int rows)
{
    const Input *next = linear->weights;
    next += (block->panel + 1) * block->size;
    fetch_share(next, block->size, row, rows, block->product->rows);
}

static void multiply_panel(const Block *block)
{
    const Product *product = block->product;
    Ending ending = find_ending(block);
    MatrixRows rows = {0};
    for (; rows.row < product->rows; rows.row += rows.count) {
        rows.cell = cell_of_row(product, rows.row);
        rows.count = rows_of_matrix(product, rows.row);
        fetch_next_panel(product->linear, block, rows.row, rows.count);
        if (product->gate != NULL)
            fetch_next_panel(product->gate, block, rows.row, rows.count);
        int last = cell_of_row(product, rows.row + rows.count - 1);
        if (last - rows.cell >= REGISTER_ROWS)
            multiply_matrix(block, &ending, rows, true);
        else
            multiply_matrix(block, &ending, rows, false);
    }
}

// There is one block: no sum overflows.
static void multiply(const Product *product)
{
    const LinearWeights *linear = product->linear;
    Block block = {.product = product,
                   .segment = linear->segments,
                   .end = linear->segments + linear->blocks[1],
                   .weights = linear->weights};
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
