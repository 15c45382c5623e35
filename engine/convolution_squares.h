// SPDX-License-Identifier: MIT
//
// A window of 3x3 cells for squares of four cells at a time, see Convolution; for
// convolution_kernel.c only. The places of a tile are squares, those of the two lowest
// rows first, from left to right.
#ifndef CONVOLUTION_SQUARES_H
#define CONVOLUTION_SQUARES_H

#include <stdbool.h>
#include <stddef.h>

#include "convolution_store.h"

// What is multiplied of four neighbours; a part is one kind of rows times four plus one
// of columns.
enum { SQUARE_BOTH, SQUARE_APART, SQUARE_BEFORE, SQUARE_AFTER };

// Only the sum of four cells is no difference.
INLINED int part_shift(int part)
{
    return part == SQUARE_BOTH ? PLAIN_SHIFT : DIFFERENCE_SHIFT;
}

// The squares of a grid: their lower left cells.
typedef struct Squares {
    int count, stride; // of the grid
    int cell[SQUARES_MAX];
} Squares;

static inline void find_squares(const CellGrid *grid, Squares *squares)
{
    squares->count = 0;
    squares->stride = grid->stride;
    for (int row = 0; row < grid->rows; row += 2)
        for (int column = 0; column < grid->columns; column += 2)
            squares->cell[squares->count++] = cell_at(grid, column, row);
}

// Some inputs of a cell, and how they are multiplied. Their differences are taken
// modulo the range of a number, which does no harm.
typedef uint8_t Activations __attribute__((vector_size(OUTPUT_GROUP)));
typedef Modular Inputs __attribute__((vector_size(OUTPUT_GROUP * sizeof(Modular))));

INLINED Inputs load_inputs(const uint8_t *from)
{
    Activations activations;
    memcpy(&activations, from, sizeof activations);
    return __builtin_convertvector(activations, Inputs);
}

// Of four neighbours the numbers that are multiplied, by SquareKind.
INLINED void combine(const Inputs cells[4], Inputs kinds[4])
{
    kinds[SQUARE_BOTH] = cells[1] + cells[2];
    kinds[SQUARE_APART] = cells[2] - cells[1];
    kinds[SQUARE_BEFORE] = cells[0] - cells[2];
    kinds[SQUARE_AFTER] = cells[3] - cells[1];
}

// What is multiplied of some inputs of a square; `in` is its lower left cell. Goes to
// an array for each part, which are so many numbers apart.
INLINED void prepare_inputs(const uint8_t *in, size_t cell, size_t row, Input *to,
                            size_t array)
{
    Inputs rows[4][4]; // by column, kind
    for (size_t column = 0; column < 4; column++) {
        const uint8_t *from = in + column * cell - cell - row;
        Inputs cells[4] = {load_inputs(from), load_inputs(from + row),
                           load_inputs(from + 2 * row), load_inputs(from + 3 * row)};
        combine(cells, rows[column]);
    }
    for (int kind = 0; kind < 4; kind++) {
        Inputs cells[4] = {rows[0][kind], rows[1][kind], rows[2][kind], rows[3][kind]};
        Inputs parts[4];
        combine(cells, parts);
        for (int i = 0; i < 4; i++, to += array) {
            Inputs part = parts[i] + (Modular)part_shift(4 * kind + i);
            memcpy(to, &part, sizeof part);
        }
    }
}

static inline void prepare_squares(const Squares *squares, int channels,
                                   const uint8_t *in, Input *prepared)
{
    size_t inputs = (size_t)channels, row = (size_t)squares->stride * inputs;
    for (int i = 0; i < squares->count; i++) {
        const uint8_t *from = in + (size_t)squares->cell[i] * inputs;
        for (size_t j = 0; j < inputs; j += OUTPUT_GROUP, prepared += OUTPUT_GROUP)
            prepare_inputs(from + j, inputs, row, prepared,
                           (size_t)squares->count * inputs);
    }
}

// Squares from one on, and the outputs of a block.
typedef struct SquareTile {
    const Block *block;
    const Squares *squares;
    int first;
    const Input *in; // of the first one, in the array of the first part
} SquareTile;

// Adds a part to sums that have been begun.
INLINED void take_part(const SquareTile *tile, int part, Sums *sums, int vectors)
{
    const Block *block = tile->block;
    int inputs = block->layer->inputs;
    size_t array = (size_t)tile->squares->count * (size_t)inputs;
    take_inputs(sums, block->weights + part * inputs * vectors * WIDTH,
                tile->in + (size_t)part * array, inputs, vectors);
}

// Adds two others, or the first less the second.
INLINED void add_two(Sums *sums, const Sums *first, const Sums *second, bool is_less,
                     int vectors)
{
    for (int j = 0; j < TILE; j++)
        for (int v = 0; v < vectors; v++) {
            Ints other = second->at[j][v];
            sums->at[j][v] += first->at[j][v] + (is_less ? -other : other);
        }
}

// The sums of some cells of a tile of squares, by column.
typedef struct TileRow {
    Sums column[2];
} TileRow;

// What one kind of rows comes to. To that, if they are given, what two other kinds came
// to is added, for the upper cells the second one being subtracted.
INLINED void compute_rows(const SquareTile *tile, int kind, const TileRow others[2],
                          TileRow *row, int vectors)
{
    Sums columns[2];
    for (int i = 0; i < 2; i++) {
        int part = 4 * kind + (i == 0 ? SQUARE_BOTH : SQUARE_APART);
        begin_sums(&columns[i], tile->block, part, vectors);
        take_part(tile, part, &columns[i], vectors);
    }
    for (int i = 0; i < 2; i++) {
        int part = 4 * kind + (i == 0 ? SQUARE_BEFORE : SQUARE_AFTER);
        Sums sums;
        begin_sums(&sums, tile->block, part, vectors);
        add_two(&sums, &columns[0], &columns[1], i == 1, vectors);
        if (others != NULL)
            add_two(&sums, &others[0].column[i], &others[1].column[i],
                    kind == SQUARE_AFTER, vectors);
        take_part(tile, part, &sums, vectors);
        row->column[i] = sums;
    }
}

// Stores the sums of one row of the squares: 0 or 1.
INLINED void store_row(const SquareTile *tile, Target target, const TileRow *sums,
                       int row, int vectors)
{
    const Squares *squares = tile->squares;
    for (int j = 0; j < TILE && tile->first + j < squares->count; j++) {
        int cell = squares->cell[tile->first + j] + row * squares->stride;
        for (int i = 0; i < 2; i++)
            for (int v = 0; v < vectors; v++)
                store_sum(target, sums->column[i].at[j][v], cell + i,
                          tile->block->output + v * WIDTH);
    }
}

INLINED void convolve_squares(const SquareTile *tile, Target target, int vectors)
{
    TileRow others[2], row;
    compute_rows(tile, SQUARE_BOTH, NULL, &others[0], vectors);
    compute_rows(tile, SQUARE_APART, NULL, &others[1], vectors);
    compute_rows(tile, SQUARE_BEFORE, others, &row, vectors);
    store_row(tile, target, &row, 0, vectors);
    compute_rows(tile, SQUARE_AFTER, others, &row, vectors);
    store_row(tile, target, &row, 1, vectors);
}

#endif
