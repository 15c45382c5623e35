// SPDX-License-Identifier: MIT
#include "network_picture.h"

#include <assert.h>
#include <string.h>

#include "symmetry.h"

static_assert((int)PLANE_COUNT <= (int)BITS_MAX, "a plane is a bit of a point");

Picture picture_paint(const InputFeatures *features, int symmetry)
{
    Picture picture;
    const Bitboard *board = &features->planes[PLANE_BOARD];
    int columns = 0, rows = 0;
    while (columns < BOARD_SIZE_MAX && bitboard_test(board, point_at(columns, 1)))
        columns++;
    while (rows < BOARD_SIZE_MAX && bitboard_test(board, point_at(0, rows + 1)))
        rows++;
    bool is_transposed = symmetry & 4;
    picture.features = features;
    picture.columns = is_transposed ? rows : columns;
    picture.rows = is_transposed ? columns : rows;
    for (Point p = bitboard_first(board); p; p = bitboard_next(board, p)) {
        Point shown = symmetry_turn(p, columns, rows, symmetry);
        picture.shown[p] =
            (int16_t)((point_row(shown) - 1) * picture.columns + point_column(shown));
    }
    return picture;
}

static void show_planes(const Picture *picture, uint32_t *points)
{
    for (int plane = 0; plane < PLANE_COUNT; plane++) {
        const Bitboard *set = &picture->features->planes[plane];
        for (Point p = bitboard_first(set); p; p = bitboard_next(set, p))
            points[picture->shown[p]] |= (uint32_t)1 << plane;
    }
}

void picture_show(const Picture *picture, RuntimeMemory *memory, int planes,
                  int globals)
{
    runtime_memory_begin(memory, picture->columns, picture->rows, 1);
    uint32_t *points = runtime_bits(memory, planes);
    memset(points, 0, (size_t)(picture->columns * picture->rows) * sizeof *points);
    show_planes(picture, points);
    float *numbers = runtime_array(memory, globals);
    memset(numbers, 0, (size_t)runtime_stride(GLOBAL_COUNT) * sizeof *numbers);
    for (int i = 0; i < GLOBAL_COUNT; i++)
        numbers[i] = picture->features->globals[i];
}
