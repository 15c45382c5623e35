// SPDX-License-Identifier: MIT
//
// 3x3 windows by squares of 4x4 points (Squares); for runtime_kernel_tmpl.c only.
#ifndef RUNTIME_SQUARES_H
#define RUNTIME_SQUARES_H

#include "runtime_tile.h"

// The products of parts are the values of polynomials at 0, 2/3, -2/3, 3/2, -3/2 and
// infinity. With these points, rounding does less harm than with small integers.
#define NEAR (2.0f / 3)
#define FAR (3.0f / 2)

// The six parts of six neighbors.
INLINED void split_cells(const Floats cell[SQUARE_CELLS], Floats part[SQUARE_CELLS])
{
    const Floats near = floats_all(NEAR), far = floats_all(FAR);
    const Floats near_square = floats_all(NEAR * NEAR);
    const Floats far_square = floats_all(FAR * FAR);
    const Floats both = floats_all(NEAR * NEAR + FAR * FAR);
    Floats near_even = multiply_add(-far_square, cell[2], cell[4]);
    Floats near_odd = multiply_add(-far_square, cell[1], cell[3]);
    Floats far_even = multiply_add(-near_square, cell[2], cell[4]);
    Floats far_odd = multiply_add(-near_square, cell[1], cell[3]);
    part[0] = multiply_add(-both, cell[2], cell[0] + cell[4]);
    part[1] = multiply_add(near, near_odd, near_even);
    part[2] = multiply_add(-near, near_odd, near_even);
    part[3] = multiply_add(far, far_odd, far_even);
    part[4] = multiply_add(-far, far_odd, far_even);
    part[5] = multiply_add(-both, cell[3], cell[1] + cell[5]);
}

// The four points from the products of the six parts.
INLINED void join_parts(const Floats part[SQUARE_CELLS], Floats point[SQUARE])
{
    Floats near_sum = part[1] + part[2], near_difference = part[1] - part[2];
    Floats far_sum = part[3] + part[4], far_difference = part[3] - part[4];
    point[0] = part[0] + near_sum + far_sum;
    point[1] = multiply_add(floats_all(NEAR), near_difference,
                            floats_all(FAR) * far_difference);
    point[2] = multiply_add(floats_all(NEAR * NEAR), near_sum,
                            floats_all(FAR * FAR) * far_sum);
    point[3] = multiply_add(
        floats_all(NEAR * NEAR * NEAR), near_difference,
        multiply_add(floats_all(FAR * FAR * FAR), far_difference, part[5]));
}

// The parts of a vector of inputs of a square, to[part * distance]. `from` is its lower
// left cell.
INLINED void split_square(const float *from, size_t cell, size_t row, float *to,
                          size_t distance)
{
    Floats rows[SQUARE_CELLS][SQUARE_CELLS]; // by row, kind of column
    for (size_t i = 0; i < SQUARE_CELLS; i++) {
        Floats cells[SQUARE_CELLS];
        for (size_t j = 0; j < SQUARE_CELLS; j++)
            cells[j] = load_floats(from + i * row + j * cell);
        split_cells(cells, rows[i]);
    }
    for (size_t j = 0; j < SQUARE_CELLS; j++) {
        Floats cells[SQUARE_CELLS], parts[SQUARE_CELLS];
        for (size_t i = 0; i < SQUARE_CELLS; i++)
            cells[i] = rows[i][j];
        split_cells(cells, parts);
        for (size_t i = 0; i < SQUARE_CELLS; i++)
            store_floats(parts[i], to + (i * SQUARE_CELLS + j) * distance);
    }
}

INLINED int square_cell(const Squares *squares, int square)
{
    int board_squares = squares->across * squares->up;
    int board = square / board_squares, place = square % board_squares;
    return board * squares->cells + place / squares->across * SQUARE * squares->stride +
           place % squares->across * SQUARE;
}

INLINED int square_count(const Squares *squares)
{
    return squares->boards * squares->across * squares->up;
}

// Rounds a part of a square; returns its scale.
static float round_part(const float *from, size_t stride, Input *to)
{
    Floats peaks = {0};
    for (size_t i = 0; i < stride; i += WIDTH)
        peaks = floats_max(peaks, floats_abs(load_floats(from + i)));
    float factor = input_factor(peak_of_floats(peaks), INPUT_TOP);
    round_numbers(from, factor, (int)stride, to);
    return 1 / factor;
}

static void prepare_squares(const Squares *squares, const Grid *grid, float *parts,
                            const Prepared *to)
{
    size_t width = (size_t)grid->stride, row = (size_t)squares->stride * width;
    int count = square_count(squares);
    for (int i = 0; i < count; i++) {
        const float *corner = grid->cells + (size_t)square_cell(squares, i) * width;
        for (size_t j = 0; j < width; j += WIDTH)
            split_square(corner + j, width, row, parts + j, width);
        for (int part = 0; part < SQUARE_PARTS; part++) {
            int place = part * count + i;
            to->scales[place] = round_part(parts + (size_t)part * width, width,
                                           (Input *)to->inputs + (size_t)place * width);
        }
    }
}

// Some squares of one part, times a panel of weights.
typedef struct SquareBlock {
    const Product *product;
    const Input *in;
    const Input *weights;
    ptrdiff_t size;           // of the weights, in bytes
    const float *input_scale; // of the squares
    const float *scale;       // of the outputs
    float *sums;              // [square][PANEL]
} SquareBlock;

// A tile fetches its share of the weights of the next part, which lie behind those of
// this one, as multiply_tile does. There are so few squares that a share is large: it
// is spread over the steps.
INLINED void multiply_square_tile(const SquareBlock *block, int square, int rows,
                                  int vectors)
{
    const Product *product = block->product;
    const Input *in[TILE];
    for (int j = 0; j < rows; j++)
        in[j] = block->in + (ptrdiff_t)(square + j) * product->input_stride;
    Tile tile;
    clear_tile(&tile, rows, vectors);
    int count = product->linear->segments->steps;
    Steps steps = {.weights = block->weights,
                   .vectors = vectors,
                   .count = count,
                   .fetches = true,
                   .next = (const char *)block->weights + block->size +
                           block->size * square / product->rows,
                   .next_bytes = block->size * rows / product->rows / count};
    take_steps(&tile, in, steps, rows, INPUTS);
    for (int j = 0; j < rows; j++)
        for (int v = 0; v < vectors; v++) {
            Floats value = sum_to_floats(tile.at[j][v]);
            if (IS_INTEGER)
                value = value * floats_all(block->input_scale[square + j]) *
                        load_floats(block->scale + v * WIDTH);
            store_floats(value, block->sums + (square + j) * PANEL + v * WIDTH);
        }
}

INLINED void multiply_square_block(const SquareBlock *block, int vectors)
{
#define MULTIPLY_SQUARE(row, size) multiply_square_tile(block, row, size, vectors)
    SHARE_OUT_TO_TILES(block->product->rows, TILE, MULTIPLY_SQUARE);
#undef MULTIPLY_SQUARE
}

// The points of a square, from the products of its parts.
INLINED void join_square(const float *sums, size_t part, Floats points[SQUARE][SQUARE])
{
    Floats rows[SQUARE_CELLS][SQUARE]; // by part, column
    for (size_t i = 0; i < SQUARE_CELLS; i++) {
        Floats parts[SQUARE_CELLS];
        for (size_t j = 0; j < SQUARE_CELLS; j++)
            parts[j] = load_floats(sums + (i * SQUARE_CELLS + j) * part);
        join_parts(parts, rows[i]);
    }
    for (int j = 0; j < SQUARE; j++) {
        Floats parts[SQUARE_CELLS], column[SQUARE];
        for (int i = 0; i < SQUARE_CELLS; i++)
            parts[i] = rows[i][j];
        join_parts(parts, column);
        for (int i = 0; i < SQUARE; i++)
            points[i][j] = column[i];
    }
}

// A square on the board: its lower left point, and its size there.
typedef struct SquarePlace {
    int board, column, row, columns, rows;
} SquarePlace;

static SquarePlace place_of_square(const Squares *squares, int square)
{
    int board_squares = squares->across * squares->up;
    int on_board = square % board_squares;
    SquarePlace place = {.board = square / board_squares,
                         .column = on_board % squares->across * SQUARE,
                         .row = on_board / squares->across * SQUARE};
    int columns = squares->columns - place.column, rows = squares->rows - place.row;
    place.columns = columns < SQUARE ? columns : SQUARE;
    place.rows = rows < SQUARE ? rows : SQUARE;
    return place;
}

INLINED void store_square(const Product *product, const Squares *squares,
                          const SquarePlace *place, Floats points[SQUARE][SQUARE],
                          int output)
{
    Floats bias = load_floats(product->linear->bias + output);
    int first =
        (place->board * squares->rows + place->row) * squares->columns + place->column;
    for (int i = 0; i < place->rows; i++)
        for (int j = 0; j < place->columns; j++) {
            int point = first + i * squares->columns + j;
            float *out = product->out + (ptrdiff_t)point * product->out_stride + output;
            Floats value = points[i][j] + bias;
            if (product->adds)
                value = value + load_floats(out);
            store_floats(value, out);
        }
}

static void join_squares(const Product *product, const Squares *squares,
                         const float *sums, int panel)
{
    size_t part = (size_t)product->rows * PANEL;
    for (int i = 0; i < product->rows; i++) {
        SquarePlace place = place_of_square(squares, i);
        for (int v = 0; v < VECTORS; v++) {
            int output = panel * PANEL + v * WIDTH;
            if (output >= product->out_stride)
                break;
            Floats points[SQUARE][SQUARE];
            join_square(sums + i * PANEL + v * WIDTH, part, points);
            store_square(product, squares, &place, points, output);
        }
    }
}

static void multiply_squares(const Product *product, const Squares *squares,
                             float *sums)
{
    const LinearWeights *linear = product->linear;
    size_t part = (size_t)product->rows * (size_t)product->input_stride;
    const Input *weights = linear->weights;
    for (int panel = 0; panel < linear->panels; panel++) {
        bool is_narrow =
            NARROW_VECTORS > 0 && linear->ends_narrow && panel == linear->panels - 1;
        ptrdiff_t part_weights = (ptrdiff_t)linear->segments->steps * STEP * WIDTH *
                                 (is_narrow ? NARROW_VECTORS : VECTORS);
        for (int i = 0; i < SQUARE_PARTS; i++, weights += part_weights) {
            SquareBlock block = {
                .product = product,
                .in = (const Input *)product->inputs + (size_t)i * part,
                .weights = weights,
                .size = part_weights * (ptrdiff_t)sizeof *weights,
                .input_scale = product->input_scale + i * product->rows,
                .scale = linear->scale + (i * linear->panels + panel) * PANEL,
                .sums = sums + i * product->rows * PANEL,
            };
            if (is_narrow)
                multiply_square_block(&block, NARROW_VECTORS);
            else
                multiply_square_block(&block, VECTORS);
        }
        join_squares(product, squares, sums, panel);
    }
}

#endif
