// SPDX-License-Identifier: MIT
//
// A window of 3x3 cells for squares of four cells at a time, see Convolution; for
// convolution_kernel.c only. The places of a tile are squares, those of the two lowest
// rows first, from left to right; a band is some tiles.
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
typedef uint8_t Activations __attribute__((vector_size(CHANNEL_GROUP)));
typedef Modular Inputs __attribute__((vector_size(CHANNEL_GROUP * sizeof(Modular))));

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
        for (size_t j = 0; j < inputs; j += CHANNEL_GROUP, prepared += CHANNEL_GROUP)
            prepare_inputs(from + j, inputs, row, prepared,
                           (size_t)squares->count * inputs);
    }
}

// Some tiles of squares, and the outputs of a block. The weights of a part serve all of
// them one after the other, so that they are still in the nearest cache.
typedef struct SquareBand {
    const Block *block;
    const Squares *squares;
    int first, tiles; // at most BAND
    const Input *in;  // of the first square, in the array of the first part
} SquareBand;

// Sums of the squares of a band.
typedef Ints BandSums[BAND * TILE][2];

// Sums so far: of the kind of rows that is being computed by column, of the cells by
// row and column.
typedef struct BandState {
    BandSums columns[2], cells[2][2];
} BandState;

// Stores the sum of a cell of a square, if there is such a square.
INLINED void store_cell(const SquareBand *band, Target target, Ints sum, int place,
                        int row, int column, int v)
{
    const Squares *squares = band->squares;
    if (band->first + place >= squares->count)
        return;
    int cell = squares->cell[band->first + place] + row * squares->stride + column;
    store_sum(target, sum, cell, band->block->output + v * WIDTH);
}

// Takes what a kind of rows comes to in a column of a square.
INLINED void take_rows(const SquareBand *band, Target target, BandState *state,
                       int kind, Ints sum, int place, int column, int v)
{
    Ints *lower = &state->cells[0][column][place][v];
    Ints *upper = &state->cells[1][column][place][v];
    if (kind == SQUARE_BOTH) {
        *lower = sum;
    } else if (kind == SQUARE_APART) {
        *upper = *lower - sum;
        *lower += sum;
    } else if (kind == SQUARE_BEFORE) {
        store_cell(band, target, *lower + sum, place, 0, column, v);
    } else {
        store_cell(band, target, *upper + sum, place, 1, column, v);
    }
}

// Takes what a part comes to in a square.
INLINED void take_part(const SquareBand *band, Target target, BandState *state,
                       int part, Ints sum, int place, int v)
{
    Ints *left = &state->columns[0][place][v], *right = &state->columns[1][place][v];
    int rows = part / 4, columns = part % 4;
    if (columns == SQUARE_BOTH) {
        *left = sum;
    } else if (columns == SQUARE_APART) {
        *right = *left - sum;
        *left += sum;
    } else if (columns == SQUARE_BEFORE) {
        take_rows(band, target, state, rows, *left + sum, place, 0, v);
    } else {
        take_rows(band, target, state, rows, *right + sum, place, 1, v);
    }
}

INLINED void compute_part(const SquareBand *band, Target target, BandState *state,
                          int part, int vectors)
{
    const Block *block = band->block;
    int inputs = block->layer->inputs;
    const Weight *weights = block->weights + part * inputs * vectors * WIDTH;
    const Input *in =
        band->in + (size_t)part * (size_t)band->squares->count * (size_t)inputs;
    for (int tile = 0; tile < band->tiles; tile++, in += TILE * inputs) {
        Sums sums;
        begin_sums(&sums, block, part, vectors);
        take_inputs(&sums, weights, in, inputs, vectors);
        for (int j = 0; j < TILE; j++)
            for (int v = 0; v < vectors; v++)
                take_part(band, target, state, part, sums.at[j][v], tile * TILE + j, v);
    }
}

// Each part has its own copy of what computes it, in which it is a constant.
INLINED void convolve_squares(const SquareBand *band, Target target, int vectors)
{
    BandState state;
#pragma GCC unroll 16
    for (int part = 0; part < TAPS_SQUARED; part++)
        compute_part(band, target, &state, part, vectors);
}

#endif
