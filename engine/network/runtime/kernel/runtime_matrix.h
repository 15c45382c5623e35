// SPDX-License-Identifier: MIT
//
// Products of matrices of bfloat16 by AMX; for runtime_kernel_tmpl.c only. A register
// of AMX has 16 rows of 64 bytes. Four of them are the sums of 32 rows and a panel.
// Source: Intel, "Intel 64 and IA-32 architectures software developer's manual",
// chapter "Programming with Intel AMX".
#ifndef RUNTIME_MATRIX_H
#define RUNTIME_MATRIX_H

#include "runtime_tile.h"

enum {
    REGISTER_ROWS = 16,
    REGISTER_BYTES = 64, // of a row
    MATRIX_ROWS = 2 * REGISTER_ROWS,
};
_Static_assert(PANEL * sizeof(float) == 2 * REGISTER_BYTES, "a panel is two registers");
_Static_assert(CHUNK * sizeof(Input) == REGISTER_BYTES, "a chunk is a row");

// What a thread tells the processor about the registers before it uses them.
typedef struct RegisterShapes {
    uint8_t palette, start_row, reserved[14];
    uint16_t row_bytes[16];
    uint8_t rows[16];
} RegisterShapes;

// The registers are ours from here to end_matrices. They are released soon, as Linux
// saves 8 KB at each switch of threads that hold them.
INLINED void begin_matrices(void)
{
    static const RegisterShapes ALL = {
        .palette = 1,
        .row_bytes = {REGISTER_BYTES, REGISTER_BYTES, REGISTER_BYTES, REGISTER_BYTES,
                      REGISTER_BYTES, REGISTER_BYTES, REGISTER_BYTES, REGISTER_BYTES},
        .rows = {REGISTER_ROWS, REGISTER_ROWS, REGISTER_ROWS, REGISTER_ROWS,
                 REGISTER_ROWS, REGISTER_ROWS, REGISTER_ROWS, REGISTER_ROWS},
    };
    _tile_loadconfig(&ALL);
}

INLINED void end_matrices(void)
{
    _tile_release();
}

// Clears the sums: registers 0 to 3, two of them for each sixteen rows. The compiler
// must have stored what registers are loaded from, as it does not know of that.
INLINED void clear_sums(void)
{
    __asm__ volatile("" ::: "memory");
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
}

// Adds the products of 32 rows, or of 16, with some chunks of weights. `stride` are the
// numbers from a row to the next. Pre: all rows can be read.
INLINED void add_products(const Input *in, ptrdiff_t stride, const Input *weights,
                          int chunks, bool has_second)
{
    enum { CHUNK_WEIGHTS = CHUNK * PANEL };
    ptrdiff_t bytes = stride * (ptrdiff_t)sizeof(Input);
    for (int i = 0; i < chunks; i++, in += CHUNK, weights += CHUNK_WEIGHTS) {
        _tile_loadd(4, in, bytes);
        _tile_loadd(6, weights, 2 * REGISTER_BYTES);
        _tile_dpbf16ps(0, 4, 6);
        _tile_loadd(7, weights + CHUNK, 2 * REGISTER_BYTES);
        _tile_dpbf16ps(1, 4, 7);
        if (has_second) {
            _tile_loadd(5, in + REGISTER_ROWS * stride, bytes);
            _tile_dpbf16ps(2, 5, 6);
            _tile_dpbf16ps(3, 5, 7);
        }
    }
}

// Stores the sums of 32 rows, or of 16; `stride` as above.
INLINED void store_sums(float *to, ptrdiff_t stride, bool has_second)
{
    ptrdiff_t bytes = stride * (ptrdiff_t)sizeof *to;
    _tile_stored(0, to, bytes);
    _tile_stored(1, to + PANEL / 2, bytes);
    if (has_second) {
        _tile_stored(2, to + REGISTER_ROWS * stride, bytes);
        _tile_stored(3, to + REGISTER_ROWS * stride + PANEL / 2, bytes);
    }
}

#endif
