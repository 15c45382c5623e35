// SPDX-License-Identifier: MIT
#include "playout_batch.h"

#include <string.h>

enum { WIDE_WINDOW = (1 << 25) - 1 };

// The word of a row, and the place of its first column in it.
static int word_of(const BatchLayout *layout, int row)
{
    return row % layout->words;
}

static int shift_of(const BatchLayout *layout, int row)
{
    return row / layout->words * layout->stride;
}

int batch_layout_word(const BatchLayout *layout, Point p)
{
    return word_of(layout, point_row(p) - 1);
}

int batch_layout_bit(const BatchLayout *layout, Point p)
{
    return shift_of(layout, point_row(p) - 1) + point_column(p);
}

void batch_layout_init(BatchLayout *layout, int columns, int rows)
{
    memset(layout, 0, sizeof *layout);
    layout->columns = columns;
    layout->rows = rows;
    layout->stride = columns + 1;
    int rows_per_word = 64 / layout->stride;
    layout->words = (rows + rows_per_word - 1) / rows_per_word;
    Bitboard grid = bitboard_board(columns, rows), inner = bitboard_empty();
    for (Point p = bitboard_first(&grid); p; p = bitboard_next(&grid, p)) {
        int column = point_column(p), row = point_row(p);
        if (column > 0 && column < columns - 1 && row > 1 && row < rows)
            bitboard_add(&inner, p);
    }
    Bitboard edge = bitboard_difference(grid, inner);
    batch_layout_pack(layout, &grid, layout->grid);
    batch_layout_pack(layout, &edge, layout->edge);
    for (Point p = bitboard_first(&grid); p; p = bitboard_next(&grid, p)) {
        uint64_t off = ~bitboard_wide_window(&grid, p) & WIDE_WINDOW;
        layout->off_window[64 * batch_layout_word(layout, p) +
                           batch_layout_bit(layout, p)] = off | off << 32;
    }
}

void batch_layout_pack(const BatchLayout *layout, const Bitboard *set,
                       uint64_t words[BATCH_WORDS_MAX])
{
    uint64_t columns = ((uint64_t)1 << layout->columns) - 1;
    memset(words, 0, BATCH_WORDS_MAX * sizeof *words);
    for (int row = 0; row < layout->rows; row++)
        words[word_of(layout, row)] |=
            (bitboard_from(set, point_at(0, row + 1)) & columns)
            << shift_of(layout, row);
}

Bitboard batch_layout_unpack(const BatchLayout *layout,
                             const uint64_t words[BATCH_WORDS_MAX])
{
    uint64_t columns = ((uint64_t)1 << layout->columns) - 1;
    Bitboard set = bitboard_empty();
    for (int row = 0; row < layout->rows; row++) {
        uint64_t bits = words[word_of(layout, row)] >> shift_of(layout, row) & columns;
        bitboard_add_row(&set, row + 1, bits);
    }
    return set;
}
