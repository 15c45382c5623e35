// SPDX-License-Identifier: MIT
//
// 3x3 windows by squares of 4x4 or 5x5 points (Squares); for runtime_kernel_tmpl.c
// only.
#ifndef RUNTIME_SQUARES_H
#define RUNTIME_SQUARES_H

#include "runtime_tile.h"

// The products of parts are the values of polynomials at some points and infinity. The
// points of small squares are 0, 2/3, -2/3, 3/2 and -3/2. Those of large squares are
// 0.3, 0.85, 1.8 and their negatives. With these, rounding does less harm than with
// small integers.
#define SMALL_NEAR (2.0f / 3)
#define SMALL_FAR (3.0f / 2)
#define LARGE_NEAR 0.3f
#define LARGE_MIDDLE 0.85f
#define LARGE_FAR 1.8f

// The six parts of six neighbors.
INLINED void split_six(const Floats cell[], Floats part[])
{
    const Floats near = floats_all(SMALL_NEAR), far = floats_all(SMALL_FAR);
    const Floats near_square = floats_all(SMALL_NEAR * SMALL_NEAR);
    const Floats far_square = floats_all(SMALL_FAR * SMALL_FAR);
    const Floats both = near_square + far_square;
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

// The parts of a point and of its negative; the others are a and b, and their
// negatives.
INLINED void split_pair(const Floats cell[], float point, float a, float b,
                        Floats part[2])
{
    const Floats first = floats_all(a * a * b * b), second = floats_all(a * a + b * b);
    Floats even = multiply_add(first, cell[0], multiply_add(-second, cell[2], cell[4]));
    Floats odd = multiply_add(first, cell[1], multiply_add(-second, cell[3], cell[5]));
    part[0] = multiply_add(floats_all(point), even, odd);
    part[1] = multiply_add(floats_all(-point), even, odd);
}

// The seven parts of seven neighbors.
INLINED void split_seven(const Floats cell[], Floats part[])
{
    const float near = LARGE_NEAR * LARGE_NEAR, middle = LARGE_MIDDLE * LARGE_MIDDLE,
                far = LARGE_FAR * LARGE_FAR;
    split_pair(cell, LARGE_NEAR, LARGE_MIDDLE, LARGE_FAR, part);
    split_pair(cell, LARGE_MIDDLE, LARGE_NEAR, LARGE_FAR, part + 2);
    split_pair(cell, LARGE_FAR, LARGE_NEAR, LARGE_MIDDLE, part + 4);
    Floats last = multiply_add(floats_all(-near - middle - far), cell[4], cell[6]);
    last = multiply_add(floats_all(near * middle + near * far + middle * far), cell[2],
                        last);
    part[6] = multiply_add(floats_all(-near * middle * far), cell[0], last);
}

// `edge` is that of the square.
INLINED void split_cells(const Floats cell[], int edge, Floats part[])
{
    if (edge == SQUARE_SMALL)
        split_six(cell, part);
    else
        split_seven(cell, part);
}

// The four points from the products of the six parts.
INLINED void join_six(const Floats part[], Floats point[])
{
    Floats near_sum = part[1] + part[2], near_difference = part[1] - part[2];
    Floats far_sum = part[3] + part[4], far_difference = part[3] - part[4];
    point[0] = part[0] + near_sum + far_sum;
    point[1] = multiply_add(floats_all(SMALL_NEAR), near_difference,
                            floats_all(SMALL_FAR) * far_difference);
    point[2] = multiply_add(floats_all(SMALL_NEAR * SMALL_NEAR), near_sum,
                            floats_all(SMALL_FAR * SMALL_FAR) * far_sum);
    point[3] =
        multiply_add(floats_all(SMALL_NEAR * SMALL_NEAR * SMALL_NEAR), near_difference,
                     multiply_add(floats_all(SMALL_FAR * SMALL_FAR * SMALL_FAR),
                                  far_difference, part[5]));
}

// The sum of powers of the points of large squares, each times a number.
INLINED Floats sum_powers(int power, Floats near, Floats middle, Floats far)
{
    float factor[3] = {1, 1, 1};
    for (int i = 0; i < power; i++) {
        factor[0] *= LARGE_NEAR;
        factor[1] *= LARGE_MIDDLE;
        factor[2] *= LARGE_FAR;
    }
    return multiply_add(
        floats_all(factor[0]), near,
        multiply_add(floats_all(factor[1]), middle, floats_all(factor[2]) * far));
}

// The five points from the products of the seven parts.
INLINED void join_seven(const Floats part[], Floats point[])
{
    Floats near_sum = part[0] + part[1], near_difference = part[0] - part[1];
    Floats middle_sum = part[2] + part[3], middle_difference = part[2] - part[3];
    Floats far_sum = part[4] + part[5], far_difference = part[4] - part[5];
    point[0] = near_sum + middle_sum + far_sum;
    point[1] = sum_powers(1, near_difference, middle_difference, far_difference);
    point[2] = sum_powers(2, near_sum, middle_sum, far_sum);
    point[3] = sum_powers(3, near_difference, middle_difference, far_difference);
    point[4] = sum_powers(4, near_sum, middle_sum, far_sum) + part[6];
}

INLINED void join_parts(const Floats part[], int edge, Floats point[])
{
    if (edge == SQUARE_SMALL)
        join_six(part, point);
    else
        join_seven(part, point);
}

// The parts of a vector of inputs of a square, to[part * distance]. `from` is its lower
// left cell.
INLINED void split_square(const float *from, size_t cell, size_t row, int edge,
                          float *to, size_t distance)
{
    Floats rows[SQUARE_CELLS_MAX][SQUARE_CELLS_MAX]; // by row, kind of column
    size_t count = (size_t)edge + 2;
    for (size_t i = 0; i < count; i++) {
        Floats cells[SQUARE_CELLS_MAX];
        for (size_t j = 0; j < count; j++)
            cells[j] = load_floats(from + i * row + j * cell);
        split_cells(cells, edge, rows[i]);
    }
    for (size_t j = 0; j < count; j++) {
        Floats cells[SQUARE_CELLS_MAX], parts[SQUARE_CELLS_MAX];
        for (size_t i = 0; i < count; i++)
            cells[i] = rows[i][j];
        split_cells(cells, edge, parts);
        for (size_t i = 0; i < count; i++)
            store_floats(parts[i], to + (i * count + j) * distance);
    }
}

INLINED int square_cell(const Squares *squares, int square)
{
    int board_squares = squares->across * squares->up;
    int board = square / board_squares, place = square % board_squares;
    return board * squares->cells +
           place / squares->across * squares->edge * squares->stride +
           place % squares->across * squares->edge;
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

INLINED void prepare_squares_of(const Squares *squares, const Grid *grid, int edge,
                                float *parts, const Prepared *to)
{
    size_t width = (size_t)grid->stride, row = (size_t)squares->stride * width;
    int count = square_count(squares);
    for (int i = 0; i < count; i++) {
        const float *corner = grid->cells + (size_t)square_cell(squares, i) * width;
        for (size_t j = 0; j < width; j += WIDTH)
            split_square(corner + j, width, row, edge, parts + j, width);
        for (int part = 0; part < square_parts(edge); part++) {
            int place = part * count + i;
            to->scales[place] = round_part(parts + (size_t)part * width, width,
                                           (Input *)to->inputs + (size_t)place * width);
        }
    }
}

static void prepare_squares(const Squares *squares, const Grid *grid, float *parts,
                            const Prepared *to)
{
    if (squares->edge == SQUARE_SMALL)
        prepare_squares_of(squares, grid, SQUARE_SMALL, parts, to);
    else
        prepare_squares_of(squares, grid, SQUARE_LARGE, parts, to);
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
INLINED void join_square(const float *sums, size_t part, int edge,
                         Floats points[SQUARE_LARGE][SQUARE_LARGE])
{
    Floats rows[SQUARE_CELLS_MAX][SQUARE_LARGE]; // by part, column
    int count = edge + 2;
    for (int i = 0; i < count; i++) {
        Floats parts[SQUARE_CELLS_MAX];
        for (int j = 0; j < count; j++)
            parts[j] = load_floats(sums + (size_t)(i * count + j) * part);
        join_parts(parts, edge, rows[i]);
    }
    for (int j = 0; j < edge; j++) {
        Floats parts[SQUARE_CELLS_MAX], column[SQUARE_LARGE];
        for (int i = 0; i < count; i++)
            parts[i] = rows[i][j];
        join_parts(parts, edge, column);
        for (int i = 0; i < edge; i++)
            points[i][j] = column[i];
    }
}

// A square on the board: its lower left point, and its size there.
typedef struct SquarePlace {
    int board, column, row, columns, rows;
} SquarePlace;

static SquarePlace place_of_square(const Squares *squares, int square)
{
    int board_squares = squares->across * squares->up, edge = squares->edge;
    int on_board = square % board_squares;
    SquarePlace place = {.board = square / board_squares,
                         .column = on_board % squares->across * edge,
                         .row = on_board / squares->across * edge};
    int columns = squares->columns - place.column, rows = squares->rows - place.row;
    place.columns = columns < edge ? columns : edge;
    place.rows = rows < edge ? rows : edge;
    return place;
}

INLINED void store_square(const Product *product, const Squares *squares,
                          const SquarePlace *place,
                          Floats points[SQUARE_LARGE][SQUARE_LARGE], int output)
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

INLINED void join_squares_of(const Product *product, const Squares *squares, int edge,
                             const float *sums, int panel)
{
    size_t part = (size_t)product->rows * PANEL;
    for (int i = 0; i < product->rows; i++) {
        SquarePlace place = place_of_square(squares, i);
        for (int v = 0; v < VECTORS; v++) {
            int output = panel * PANEL + v * WIDTH;
            if (output >= product->out_stride)
                break;
            Floats points[SQUARE_LARGE][SQUARE_LARGE];
            join_square(sums + i * PANEL + v * WIDTH, part, edge, points);
            store_square(product, squares, &place, points, output);
        }
    }
}

static void join_squares(const Product *product, const Squares *squares,
                         const float *sums, int panel)
{
    if (squares->edge == SQUARE_SMALL)
        join_squares_of(product, squares, SQUARE_SMALL, sums, panel);
    else
        join_squares_of(product, squares, SQUARE_LARGE, sums, panel);
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
        for (int i = 0; i < linear->parts; i++, weights += part_weights) {
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
