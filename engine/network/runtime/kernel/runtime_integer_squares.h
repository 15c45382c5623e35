// SPDX-License-Identifier: MIT
//
// A 3x3 window of integers for squares of four cells at a time (LinearLayer); for
// runtime_kernel_tmpl.c only. The places of a tile are squares. Those of the two lowest
// rows come first, from left to right. A band is some tiles. First all factors are made
// from the inputs, by [tile][part][group of channels][place][channel of the group]. So
// the distances between places are constants in the loop that takes the time.
#ifndef RUNTIME_INTEGER_SQUARES_H
#define RUNTIME_INTEGER_SQUARES_H

#include "runtime_integer_store.h"

// The factors made of four neighbors. A part is four times the kind of the rows plus
// the kind of the columns.
enum { SQUARE_BOTH, SQUARE_APART, SQUARE_BEFORE, SQUARE_AFTER };

// All parts are differences, except the sum of four cells.
INLINED int part_shift(int part)
{
    return part == SQUARE_BOTH ? PLAIN_SHIFT : DIFFERENCE_SHIFT;
}

// The squares of a grid, by their lower left cells.
typedef struct GridSquares {
    int count, stride; // of the grid
    int cell[INTEGER_SQUARES_MAX];
} GridSquares;

static inline void find_squares(const IntegerGrid *grid, GridSquares *squares)
{
    squares->count = 0;
    squares->stride = grid->stride;
    for (int row = 0; row < grid->rows; row += 2)
        for (int column = 0; column < grid->columns; column += 2)
            squares->cell[squares->count++] = grid->first + row * grid->stride + column;
}

// Some inputs of a cell, and the type in which they are multiplied. Their differences
// are taken modulo the range of that type, which does no harm.
typedef uint8_t InputBytes __attribute__((vector_size(CHANNEL_GROUP)));
typedef Modular Inputs __attribute__((vector_size(CHANNEL_GROUP * sizeof(Modular))));

INLINED Inputs load_inputs(const uint8_t *from)
{
    InputBytes bytes;
    memcpy(&bytes, from, sizeof bytes);
    return __builtin_convertvector(bytes, Inputs);
}

// The factors made of four neighbors, by kind.
INLINED void combine(const Inputs cells[4], Inputs kinds[4])
{
    kinds[SQUARE_BOTH] = cells[1] + cells[2];
    kinds[SQUARE_APART] = cells[2] - cells[1];
    kinds[SQUARE_BEFORE] = cells[0] - cells[2];
    kinds[SQUARE_AFTER] = cells[3] - cells[1];
}

// The factors made of a group of inputs of a square; `in` is its lower left cell. Each
// part goes to an array of its own; these are `array` numbers apart.
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

// Numbers of a tile, in one part.
static inline size_t part_size(int channels)
{
    return (size_t)TILE * (size_t)channels;
}

static inline void prepare_squares(const GridSquares *squares, int channels,
                                   const uint8_t *in, Input *prepared)
{
    size_t inputs = (size_t)channels, row = (size_t)squares->stride * inputs;
    size_t part = part_size(channels);
    for (int i = 0; i < squares->count; i++) {
        const uint8_t *from = in + (size_t)squares->cell[i] * inputs;
        Input *to = prepared + (size_t)(i / TILE) * SQUARE_WEIGHTS * part +
                    (size_t)(i % TILE) * CHANNEL_GROUP;
        for (size_t j = 0; j < inputs; j += CHANNEL_GROUP, to += TILE * CHANNEL_GROUP)
            prepare_inputs(from + j, inputs, row, to, part);
    }
}

// Some tiles of squares, and the outputs of a panel. The weights of a part serve all
// these tiles in turn, so they are still in the nearest cache.
typedef struct SquareBand {
    const Panel *panel;
    const GridSquares *squares;
    int first, tiles; // at most BAND
    const Input *in;  // of the first tile
} SquareBand;

// The sums of the parts of the squares of a band.
typedef Sums BandSums[SQUARE_WEIGHTS][BAND];

// The sums of a part of a tile; `in` is the first input of that part.
INLINED void sum_part(const Panel *panel, int part, const Input *in, Sums *to,
                      int vectors)
{
    int inputs = panel->linear->inputs;
    const Weight *weights = panel->weights + part * inputs * vectors * WIDTH;
    Sums sums;
    begin_sums(&sums, panel, part, vectors);
    for (int group = 0; group < inputs; group += CHANNEL_GROUP) {
#pragma GCC unroll UNROLLED
        for (int i = 0; i < CHANNEL_GROUP; i += STEP, weights += vectors * STEP * WIDTH)
            take_step(&sums, weights, in + i, CHANNEL_GROUP, vectors);
        in += TILE * CHANNEL_GROUP;
    }
    *to = sums;
}

// Combines the sums of the parts of a square: first the columns for each kind of rows,
// then the rows.
INLINED void store_square(const SquareBand *band, Target target, BandSums sums,
                          int place, int v)
{
    Ints row[4][2];
    for (int kind = 0; kind < 4; kind++) {
        Ints part[4];
        for (int i = 0; i < 4; i++)
            part[i] = sums[4 * kind + i][place / TILE].at[place % TILE][v];
        row[kind][0] = part[SQUARE_BOTH] + part[SQUARE_APART] + part[SQUARE_BEFORE];
        row[kind][1] = part[SQUARE_BOTH] - part[SQUARE_APART] + part[SQUARE_AFTER];
    }
    const GridSquares *squares = band->squares;
    int output = band->panel->output + v * WIDTH;
    int cell = squares->cell[band->first + place];
    for (int i = 0; i < 2; i++) {
        Ints both = row[SQUARE_BOTH][i], apart = row[SQUARE_APART][i];
        store_sum(target, both + apart + row[SQUARE_BEFORE][i], cell + i, output);
        store_sum(target, both - apart + row[SQUARE_AFTER][i],
                  cell + squares->stride + i, output);
    }
}

INLINED void multiply_band(const SquareBand *band, Target target, int vectors)
{
    BandSums sums;
    size_t part = part_size(band->panel->linear->inputs);
    for (int i = 0; i < SQUARE_WEIGHTS; i++)
        for (int tile = 0; tile < band->tiles; tile++) {
            const Input *in = band->in + (size_t)(tile * SQUARE_WEIGHTS + i) * part;
            sum_part(band->panel, i, in, &sums[i][tile], vectors);
        }
    int left = band->squares->count - band->first;
    int places = left < band->tiles * TILE ? left : band->tiles * TILE;
    for (int v = 0; v < vectors; v++)
        for (int place = 0; place < places; place++)
            store_square(band, target, sums, place, v);
}

#endif
