// SPDX-License-Identifier: MIT
//
// Layers of arrays of integers on the cells of a board; for runtime_kernel_tmpl.c only.
#ifndef RUNTIME_INTEGERS_H
#define RUNTIME_INTEGERS_H

#include "runtime_integer_squares.h"

// A tile of a panel: cells from `cell` on.
INLINED void multiply_cells(const Panel *panel, Target target, const Input *in,
                            int cell, int vectors)
{
    int inputs = panel->linear->inputs;
    const Weight *weights = panel->weights;
    Sums sums;
    begin_sums(&sums, panel, 0, vectors);
    for (int i = 0; i < inputs; i += STEP, weights += vectors * STEP * WIDTH)
        take_step(&sums, weights, in + cell * inputs + i, inputs, vectors);
    for (int j = 0; j < TILE; j++)
        for (int v = 0; v < vectors; v++)
            store_sum(target, sums.at[j][v], cell + j, panel->output + v * WIDTH);
}

static int end_of_points(const IntegerGrid *grid)
{
    return grid->first + (grid->rows - 1) * grid->stride + grid->columns;
}

static int vectors_of_panel(const LinearWeights *linear, int output)
{
    return linear->outputs - output < PANEL ? 1 : 2;
}

static Panel first_panel(const LinearWeights *linear)
{
    return (Panel){linear, linear->weights, 0, vectors_of_panel(linear, 0)};
}

static void go_to_next_panel(Panel *panel)
{
    const LinearWeights *linear = panel->linear;
    int parts = linear->parts;
    panel->weights += panel->vectors * WIDTH * parts * linear->inputs;
    panel->output += panel->vectors * WIDTH;
    panel->vectors = vectors_of_panel(linear, panel->output);
}

// Computes all tiles of a panel of outputs, then the next panel. So the weights of a
// panel stay in a near cache.
INLINED void multiply_in_cells(const IntegerProduct *product, Target target)
{
    const IntegerGrid *grid = product->grid;
    Panel panel = first_panel(product->linear);
    for (; panel.output < product->linear->outputs; go_to_next_panel(&panel))
        for (int cell = grid->first; cell < end_of_points(grid); cell += TILE)
            if (panel.vectors == 2)
                multiply_cells(&panel, target, product->inputs, cell, 2);
            else
                multiply_cells(&panel, target, product->inputs, cell, 1);
}

INLINED void multiply_in_squares(const IntegerProduct *product, Target target)
{
    GridSquares squares;
    find_squares(product->grid, &squares);
    size_t part = part_size(product->linear->inputs);
    Panel panel = first_panel(product->linear);
    for (; panel.output < product->linear->outputs; go_to_next_panel(&panel)) {
        SquareBand band = {&panel, &squares, 0, 0, product->inputs};
        for (; band.first < squares.count; band.first += BAND * TILE) {
            int left = (squares.count - band.first + TILE - 1) / TILE;
            band.tiles = left < BAND ? left : BAND;
            if (panel.vectors == 2)
                multiply_band(&band, target, 2);
            else
                multiply_band(&band, target, 1);
            band.in += BAND * SQUARE_WEIGHTS * part;
        }
    }
}

// A few cells: a call would take longer than this.
INLINED void clear_cells(uint8_t *cells, int channels, int count)
{
    for (int i = 0; i < count * channels; i += CHANNEL_GROUP)
        memset(cells + i, 0, CHANNEL_GROUP);
}

static void clear_guards(const IntegerGrid *grid, int channels, uint8_t *cells)
{
    size_t size = (size_t)channels;
    memset(cells, 0, size * (size_t)grid->first);
    for (int row = 0; row < grid->rows; row++)
        clear_cells(
            cells + size * (size_t)(grid->first + row * grid->stride + grid->columns),
            channels, grid->stride - grid->columns);
    memset(cells + size * (size_t)end_of_points(grid), 0,
           size * (size_t)(grid->cells - end_of_points(grid)));
}

INLINED void multiply_to(const IntegerProduct *product, NumberKind numbers)
{
    Target target = target_of(product, numbers);
    if (product->linear->parts > 1)
        multiply_in_squares(product, target);
    else
        multiply_in_cells(product, target);
}

static void multiply_integers(const IntegerProduct *product)
{
    switch (product->numbers) {
    case NUMBERS_BYTE:
        multiply_to(product, NUMBERS_BYTE);
        clear_guards(product->grid, product->out_stride, product->out);
        break;
    case NUMBERS_SHORT:
        multiply_to(product, NUMBERS_SHORT);
        break;
    case NUMBERS_FLOAT:
        multiply_to(product, NUMBERS_FLOAT);
        break;
    case NUMBERS_BIT:
        assert(false);
    }
}

static void prepare_integers(const IntegerGrid *grid, bool is_square, int stride,
                             const uint8_t *in, void *to)
{
    if (is_square) {
        GridSquares squares;
        find_squares(grid, &squares);
        prepare_squares(&squares, stride, in, to);
        return;
    }
    Input *inputs = to;
    for (int i = 0; i < grid->cells * stride; i++)
        inputs[i] = (Input)(in[i] + PLAIN_SHIFT);
}

INLINED void round_cell(const IntegerStage *stage, NumberKind numbers, size_t from,
                        uint8_t *to)
{
    for (int c = 0; c < stage->stride; c += WIDTH) {
        size_t place = from * (size_t)stage->stride + (size_t)c;
        Floats value =
            numbers == NUMBERS_SHORT
                ? ints_to_floats(load_shorts((const int16_t *)stage->from + place))
                : load_floats((const float *)stage->from + place);
        value = value * load_floats(stage->scale + c) + load_floats(stage->bias + c);
        store_bytes(round_within(value, 0, BYTE_TOP), to + c);
    }
}

static void round_to_bytes(const IntegerGrid *grid, const IntegerStage *stage,
                           uint8_t *to)
{
    size_t stride = (size_t)stage->stride;
    for (int cell = grid->first; cell < end_of_points(grid); cell++) {
        uint8_t *bytes = to + (size_t)cell * stride;
        if (stage->numbers == NUMBERS_SHORT)
            round_cell(stage, NUMBERS_SHORT, (size_t)cell, bytes);
        else if (grid->points[cell] >= 0)
            round_cell(stage, NUMBERS_FLOAT, (size_t)grid->points[cell], bytes);
    }
    clear_guards(grid, stage->stride, to);
}

// Sums and maxima of a group of channels. The sum of a board of bytes fits into 16
// bits.
typedef uint8_t GroupBytes __attribute__((vector_size(CHANNEL_GROUP)));
typedef uint16_t GroupShorts __attribute__((vector_size(2 * CHANNEL_GROUP)));
static_assert(BYTE_TOP * BOARD_SIDE_MAX * BOARD_SIDE_MAX <= UINT16_MAX, "they fit");

static void pool_bytes(const IntegerGrid *grid, const uint8_t *in, int stride,
                       float *sum, float *maximum)
{
    for (int c = 0; c < stride; c += CHANNEL_GROUP) {
        GroupShorts sums = {0};
        GroupBytes most = {0};
        for (int cell = grid->first; cell < end_of_points(grid); cell++) {
            GroupBytes bytes;
            memcpy(&bytes, in + (size_t)cell * (size_t)stride + c, sizeof bytes);
            sums += __builtin_convertvector(bytes, GroupShorts);
            GroupBytes is_more = (GroupBytes)(bytes > most);
            most = (bytes & is_more) | (most & ~is_more);
        }
        for (int i = 0; i < CHANNEL_GROUP; i++) {
            sum[c + i] = sums[i];
            maximum[c + i] = most[i];
        }
    }
}

#endif
