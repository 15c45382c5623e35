// SPDX-License-Identifier: MIT
//
// The loops of winograd.c. They are compiled once for each instruction set and size of
// square. The build gives LANES (numbers in a vector), SQUARE (points of a side of what
// is transformed, 4 or 6) and KERNEL.
#include "winograd_kernel.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// Rows and vectors of a product that are computed at once: sums fit into registers.
#if LANES == 16
enum { ROWS = 4, VECTORS = 4 };
#else
enum { ROWS = 4, VECTORS = 2 };
#endif

enum {
    POINTS = SQUARE * SQUARE,
    // Squares that are transformed at once: what fits into caches; a multiple of ROWS.
    SQUARES_AT = SQUARE == 4 ? 48 : 24,
    PAD = 16, // numbers between points, which else would share too few lines of a cache
    ALIGNMENT = 64,
};
_Static_assert(SQUARES_AT % ROWS == 0 && WINOGRAD_CHANNELS % ROWS == 0,
               "products have whole blocks of rows");
_Static_assert(WINOGRAD_CHANNELS % LANES == 0, "products have whole vectors");

// Compiled anew for each caller, as sums stay in registers only if counts are constant.
#define INLINED static inline __attribute__((always_inline))

typedef float Vector __attribute__((vector_size(4 * LANES), aligned(4), may_alias));

// The squares of all boards.
typedef struct Grid {
    const WinogradShape *shape;
    int side; // outputs of a side of a square
    int rows, columns;
} Grid;

// Where a square is.
typedef struct Place {
    int board, row, column; // of the first output
} Place;

static Grid grid_of(const WinogradShape *shape)
{
    int side = SQUARE + 1 - shape->kernel;
    return (Grid){.shape = shape,
                  .side = side,
                  .rows = (shape->height + side - 1) / side,
                  .columns = (shape->width + side - 1) / side};
}

static int squares_of(const Grid *grid)
{
    return grid->shape->boards * grid->rows * grid->columns;
}

static Place place_of(const Grid *grid, int square)
{
    int per_board = grid->rows * grid->columns, rest = square % per_board;
    return (Place){.board = square / per_board,
                   .row = rest / grid->columns * grid->side,
                   .column = rest % grid->columns * grid->side};
}

// The transforms in one dimension, from points `step` apart to points `to_step` apart:
// of inputs, B^T; its transposed, B; of outputs, A^T; its transposed, A.
#if SQUARE == 4
static inline void of_inputs(const Vector *d, int step, Vector *v, int to_step)
{
    Vector d0 = d[0], d1 = d[step], d2 = d[2 * step], d3 = d[3 * step];
    v[0] = d1 + d2;
    v[to_step] = d2 - d1;
    v[2 * to_step] = d0 - d2;
    v[3 * to_step] = d3 - d1;
}

static inline void to_inputs(const Vector *v, int step, Vector *d, int to_step)
{
    Vector v0 = v[0], v1 = v[step], v2 = v[2 * step], v3 = v[3 * step];
    d[0] = v2;
    d[to_step] = v0 - v1 - v3;
    d[2 * to_step] = v0 + v1 - v2;
    d[3 * to_step] = v3;
}

static inline void to_outputs(int side, const Vector *m, int step, Vector *y,
                              int to_step)
{
    (void)side; // 2
    y[0] = m[0] + m[step] + m[2 * step];
    y[to_step] = m[0] - m[step] + m[3 * step];
}

static inline void of_outputs(int side, const Vector *y, int step, Vector *m,
                              int to_step)
{
    (void)side; // 2
    m[0] = y[0] + y[step];
    m[to_step] = y[0] - y[step];
    m[2 * to_step] = y[0];
    m[3 * to_step] = y[step];
}
#else
static inline void of_inputs(const Vector *d, int step, Vector *v, int to_step)
{
    Vector d0 = d[0], d1 = d[step], d2 = d[2 * step], d3 = d[3 * step],
           d4 = d[4 * step], d5 = d[5 * step];
    Vector even = d4 - 4 * d2, odd = d3 - 4 * d1, near = d4 - d2, far = 2 * (d3 - d1);
    v[0] = 4 * d0 - 5 * d2 + d4;
    v[to_step] = even + odd;
    v[2 * to_step] = even - odd;
    v[3 * to_step] = near + far;
    v[4 * to_step] = near - far;
    v[5 * to_step] = 4 * d1 - 5 * d3 + d5;
}

static inline void to_inputs(const Vector *v, int step, Vector *d, int to_step)
{
    Vector v0 = v[0], v5 = v[5 * step];
    Vector sum = v[step] + v[2 * step], gap = v[step] - v[2 * step];
    Vector sum2 = v[3 * step] + v[4 * step], gap2 = v[3 * step] - v[4 * step];
    d[0] = 4 * v0;
    d[to_step] = 4 * (v5 - gap) - 2 * gap2;
    d[2 * to_step] = -5 * v0 - 4 * sum - sum2;
    d[3 * to_step] = gap + 2 * gap2 - 5 * v5;
    d[4 * to_step] = v0 + sum + sum2;
    d[5 * to_step] = v5;
}

static inline void to_outputs(int side, const Vector *m, int step, Vector *y,
                              int to_step)
{
    Vector sum = m[step] + m[2 * step], gap = m[step] - m[2 * step];
    Vector sum2 = m[3 * step] + m[4 * step], gap2 = m[3 * step] - m[4 * step];
    y[0] = m[0] + sum + sum2;
    if (side == 2) {
        y[to_step] = gap + 2 * gap2 + m[5 * step];
        return;
    }
    y[to_step] = gap + 2 * gap2;
    y[2 * to_step] = sum + 4 * sum2;
    y[3 * to_step] = gap + 8 * gap2 + m[5 * step];
}

static inline void of_outputs(int side, const Vector *y, int step, Vector *m,
                              int to_step)
{
    Vector even = y[0], odd = y[step], even2 = y[0], odd2 = 2 * y[step];
    if (side == 4) {
        even += y[2 * step], even2 += 4 * y[2 * step];
        odd += y[3 * step], odd2 += 8 * y[3 * step];
    }
    m[0] = y[0];
    m[to_step] = even + odd;
    m[2 * to_step] = even - odd;
    m[3 * to_step] = even2 + odd2;
    m[4 * to_step] = even2 - odd2;
    m[5 * to_step] = y[(side - 1) * step];
}
#endif

// Which points of a square, from `first` on, are on a board of that length: [*begin,
// *end).
static void clip(int first, int count, int length, int *begin, int *end)
{
    *begin = first < 0 ? -first : 0;
    *end = length - first < count ? length - first : count;
}

// Points of a board that are read or written together.
typedef struct Window {
    int row, column; // of the first one, which may be off the board
    int count;       // of a side
    int channels;    // of a point
} Window;

// Where a point of the window is among the numbers of its board.
static inline ptrdiff_t index_of(const Grid *grid, Window window, int i, int j)
{
    ptrdiff_t row = window.row + i, column = window.column + j;
    return (row * grid->shape->width + column) * window.channels;
}

// Reads the points of a window; those off the board are 0.
static inline void gather(const Grid *grid, const float *board, Window window,
                          Vector *square)
{
    int top, bottom, left, right, count = window.count;
    clip(window.row, count, grid->shape->height, &top, &bottom);
    clip(window.column, count, grid->shape->width, &left, &right);
    if (top > 0 || left > 0 || bottom < count || right < count)
        memset(square, 0, (size_t)(count * count) * sizeof *square);
    for (int i = top; i < bottom; i++)
        for (int j = left; j < right; j++)
            square[i * count + j] =
                *(const Vector *)&board[index_of(grid, window, i, j)];
}

// Writes them, or adds to them.
static inline void scatter(const Grid *grid, float *board, Window window,
                           const Vector *square, bool add)
{
    int top, bottom, left, right, count = window.count;
    clip(window.row, count, grid->shape->height, &top, &bottom);
    clip(window.column, count, grid->shape->width, &left, &right);
    for (int i = top; i < bottom; i++)
        for (int j = left; j < right; j++) {
            Vector *to = (Vector *)&board[index_of(grid, window, i, j)];
            Vector value = square[i * count + j];
            if (add)
                value += *to;
            *to = value;
        }
}

static ptrdiff_t board_at(const Grid *grid, int board, int channels)
{
    return (ptrdiff_t)board * grid->shape->height * grid->shape->width * channels;
}

// Squares that are computed together.
typedef struct Range {
    int first, count;
} Range;

// Where a point of a square is in what is transformed.
static inline ptrdiff_t place_at(int channels, ptrdiff_t point, ptrdiff_t square)
{
    return point * (SQUARES_AT * channels + PAD) + square * channels;
}

// Transforms squares of inputs: v is POINTS x SQUARES_AT x channels, with PAD
// numbers between points.
static void transform_inputs(const Grid *grid, const float *x, Range range, float *v)
{
    int channels = grid->shape->inputs, margin = grid->shape->kernel / 2;
    Vector d[SQUARE * SQUARE], rows[SQUARE * SQUARE], found[SQUARE * SQUARE];
    for (int s = 0; s < range.count; s++) {
        Place at = place_of(grid, range.first + s);
        const Window window = {at.row - margin, at.column - margin, SQUARE, channels};
        const float *board = x + board_at(grid, at.board, channels);
        for (int c = 0; c < channels; c += LANES) {
            gather(grid, board + c, window, d);
            for (int i = 0; i < SQUARE; i++)
                of_inputs(&d[i], SQUARE, &rows[i], SQUARE);
            for (int i = 0; i < SQUARE; i++)
                of_inputs(&rows[SQUARE * i], 1, &found[SQUARE * i], 1);
            for (int i = 0; i < POINTS; i++)
                *(Vector *)&v[place_at(channels, i, s) + c] = found[i];
        }
    }
}

// The other way round, for gradients: adds to dx.
static void restore_inputs(const Grid *grid, const float *v, Range range, float *dx)
{
    int channels = grid->shape->inputs, margin = grid->shape->kernel / 2;
    Vector d[SQUARE * SQUARE], rows[SQUARE * SQUARE], found[SQUARE * SQUARE];
    for (int s = 0; s < range.count; s++) {
        Place at = place_of(grid, range.first + s);
        const Window window = {at.row - margin, at.column - margin, SQUARE, channels};
        float *board = dx + board_at(grid, at.board, channels);
        for (int c = 0; c < channels; c += LANES) {
            for (int i = 0; i < POINTS; i++)
                d[i] = *(const Vector *)&v[place_at(channels, i, s) + c];
            for (int i = 0; i < SQUARE; i++)
                to_inputs(&d[i], SQUARE, &rows[i], SQUARE);
            for (int i = 0; i < SQUARE; i++)
                to_inputs(&rows[SQUARE * i], 1, &found[SQUARE * i], 1);
            scatter(grid, board + c, window, found, true);
        }
    }
}

// From m, POINTS x SQUARES_AT x channels, to squares of outputs.
static inline void restore_outputs(const Grid *grid, int side, const float *m,
                                   Range range, float *y)
{
    int channels = grid->shape->outputs;
    Vector d[SQUARE * SQUARE], rows[SQUARE * SQUARE], found[SQUARE * SQUARE];
    for (int s = 0; s < range.count; s++) {
        Place at = place_of(grid, range.first + s);
        const Window window = {at.row, at.column, side, channels};
        float *board = y + board_at(grid, at.board, channels);
        for (int c = 0; c < channels; c += LANES) {
            for (int i = 0; i < POINTS; i++)
                d[i] = *(const Vector *)&m[place_at(channels, i, s) + c];
            for (int i = 0; i < SQUARE; i++)
                to_outputs(side, &d[i], SQUARE, &rows[i], SQUARE);
            for (int i = 0; i < side; i++)
                to_outputs(side, &rows[SQUARE * i], 1, &found[side * i], 1);
            scatter(grid, board + c, window, found, false);
        }
    }
}

// The other way round, for gradients.
static inline void transform_outputs(const Grid *grid, int side, const float *dy,
                                     Range range, float *m)
{
    int channels = grid->shape->outputs;
    Vector d[SQUARE * SQUARE], rows[SQUARE * SQUARE], found[SQUARE * SQUARE];
    for (int s = 0; s < range.count; s++) {
        Place at = place_of(grid, range.first + s);
        const Window window = {at.row, at.column, side, channels};
        const float *board = dy + board_at(grid, at.board, channels);
        for (int c = 0; c < channels; c += LANES) {
            gather(grid, board + c, window, d);
            for (int i = 0; i < side; i++)
                of_outputs(side, &d[i], side, &rows[i], side);
            for (int i = 0; i < SQUARE; i++)
                of_outputs(side, &rows[side * i], 1, &found[SQUARE * i], 1);
            for (int i = 0; i < POINTS; i++)
                *(Vector *)&m[place_at(channels, i, s) + c] = found[i];
        }
    }
}

// A product of matrices: a of rows x depth, or of depth x rows where it is transposed,
// and b of depth x width.
typedef struct Product {
    const float *a, *b;
    float *c;
    int rows, depth, width; // `rows` is a multiple of ROWS
} Product;

// ROWS x `vectors` vectors of c = a b, or of c += a^T b, from that row and column on.
INLINED void multiply_block(const Product p, int row, int column, int vectors,
                            bool is_sum)
{
    const ptrdiff_t a_row = is_sum ? 1 : p.depth, a_term = is_sum ? p.rows : 1;
    const float *a = p.a + row * a_row, *b = p.b + column;
    float *c = p.c + (ptrdiff_t)row * p.width + column;
    Vector sums[ROWS][VECTORS];
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < vectors; j++)
            sums[i][j] = is_sum ? *(Vector *)&c[i * p.width + j * LANES] : (Vector){0};
    for (int k = 0; k < p.depth; k++) {
        Vector right[VECTORS];
        for (int j = 0; j < vectors; j++)
            right[j] = *(const Vector *)&b[(ptrdiff_t)k * p.width + j * LANES];
        for (int i = 0; i < ROWS; i++)
            for (int j = 0; j < vectors; j++)
                sums[i][j] += a[i * a_row + k * a_term] * right[j];
    }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < vectors; j++)
            *(Vector *)&c[i * p.width + j * LANES] = sums[i][j];
}

// All rows of some columns.
INLINED void multiply_columns(const Product product, int column, int vectors,
                              bool is_sum)
{
    for (int i = 0; i < product.rows; i += ROWS)
        multiply_block(product, i, column, vectors, is_sum);
}

INLINED void multiply_all(const Product product, bool is_sum)
{
    int column = 0;
    for (; column + VECTORS * LANES <= product.width; column += VECTORS * LANES)
        multiply_columns(product, column, VECTORS, is_sum);
    for (; column + VECTORS / 2 * LANES <= product.width; column += VECTORS / 2 * LANES)
        multiply_columns(product, column, VECTORS / 2, is_sum);
    for (; column < product.width; column += LANES)
        multiply_columns(product, column, 1, is_sum);
}

// c = a b
static void multiply(Product product)
{
    multiply_all(product, false);
}

// c += a^T b
static void add_product(Product product)
{
    multiply_all(product, true);
}

static float *new_values(int channels)
{
    size_t bytes = (size_t)place_at(channels, POINTS, 0) * sizeof(float);
    float *values = aligned_alloc(ALIGNMENT, bytes);
    if (values != NULL)
        memset(values, 0, bytes);
    return values;
}

static int rounded_up(int count)
{
    return (count + ROWS - 1) / ROWS * ROWS;
}

static bool forward(const WinogradShape *shape, const float *x, const float *weights,
                    float *y)
{
    Grid grid = grid_of(shape);
    int inputs = shape->inputs, outputs = shape->outputs, all = squares_of(&grid);
    float *v = new_values(inputs), *m = new_values(outputs);
    bool good = v != NULL && m != NULL;
    for (int first = 0; good && first < all; first += SQUARES_AT) {
        const Range range = {first,
                             all - first < SQUARES_AT ? all - first : SQUARES_AT};
        transform_inputs(&grid, x, range, v);
        for (ptrdiff_t i = 0; i < POINTS; i++)
            multiply((Product){.a = v + place_at(inputs, i, 0),
                               .b = weights + i * inputs * outputs,
                               .c = m + place_at(outputs, i, 0),
                               .rows = rounded_up(range.count),
                               .depth = inputs,
                               .width = outputs});
        if (SQUARE > 4 && grid.side == 4)
            restore_outputs(&grid, 4, m, range, y);
        else
            restore_outputs(&grid, 2, m, range, y);
    }
    free(v);
    free(m);
    return good;
}

static bool backward(const WinogradShape *shape, const float *x, const float *turned,
                     const WinogradGradients *gradients)
{
    const float *dy = gradients->dy;
    float *dx = gradients->dx;
    Grid grid = grid_of(shape);
    int inputs = shape->inputs, outputs = shape->outputs, all = squares_of(&grid);
    float *v = new_values(inputs), *m = new_values(outputs);
    bool good = v != NULL && m != NULL;
    if (good && dx != NULL)
        memset(dx, 0, (size_t)board_at(&grid, shape->boards, inputs) * sizeof *dx);
    for (int first = 0; good && first < all; first += SQUARES_AT) {
        const Range range = {first,
                             all - first < SQUARES_AT ? all - first : SQUARES_AT};
        transform_inputs(&grid, x, range, v);
        if (SQUARE > 4 && grid.side == 4)
            transform_outputs(&grid, 4, dy, range, m);
        else
            transform_outputs(&grid, 2, dy, range, m);
        for (ptrdiff_t i = 0; i < POINTS; i++)
            add_product((Product){.a = v + place_at(inputs, i, 0),
                                  .b = m + place_at(outputs, i, 0),
                                  .c = gradients->dweights + i * inputs * outputs,
                                  .rows = inputs,
                                  .depth = range.count,
                                  .width = outputs});
        if (dx == NULL)
            continue;
        for (ptrdiff_t i = 0; i < POINTS; i++)
            multiply((Product){.a = m + place_at(outputs, i, 0),
                               .b = turned + i * inputs * outputs,
                               .c = v + place_at(inputs, i, 0),
                               .rows = rounded_up(range.count),
                               .depth = outputs,
                               .width = inputs});
        restore_inputs(&grid, v, range, dx);
    }
    free(v);
    free(m);
    return good;
}

const WinogradKernel KERNEL = {forward, backward};
