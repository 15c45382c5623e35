// SPDX-License-Identifier: MIT
//
// The loops over points and channels. They are compiled once for each instruction set
// and precision; the build gives LANES (64-bit numbers in a vector), PRECISION and
// KERNEL. PRECISION is a value of the type Precision. The kernel of 8-bit
// integers is that of 16-bit ones with some functions of its own: BYTE_KERNEL.
#include "runtime_kernel.h"

#if PRECISION == 4
#include "runtime_bits.h"
#include "runtime_integers.h"
#include "runtime_ordered.h"
#include "runtime_ordered_attention.h"
#elif PRECISION == 3
#include "runtime_attention.h"
#include "runtime_matrix_multiply.h"
#include "runtime_prepare.h"
#else
#include "runtime_attention.h"
#include "runtime_multiply.h"
#include "runtime_prepare.h"
#include "runtime_sparse.h"
#include "runtime_squares.h"
#endif

static void pool(const float *from, int points, int stride, float *sum, float *maximum)
{
    for (int i = 0; i < stride; i += WIDTH) {
        Floats total = {0}, largest = load_floats(from + i);
        for (int j = 0; j < points; j++) {
            Floats x = load_floats(from + (ptrdiff_t)j * stride + i);
            total = total + x;
            largest = floats_max(largest, x);
        }
        store_floats(total, sum + i);
        store_floats(largest, maximum + i);
    }
}

static void spread(const float *from, int points, int stride, float *to, bool adds)
{
    for (int j = 0; j < points; j++, to += stride)
        for (int i = 0; i < stride; i += WIDTH) {
            Floats x = load_floats(from + i);
            store_floats(adds ? x + load_floats(to + i) : x, to + i);
        }
}

#define FUNCTIONS_OF_ALL                                                               \
    .panel = PANEL, .step = STEP, .input_size = sizeof(Input),                         \
    .prepare_floats = prepare_floats, .multiply = multiply,                            \
    .attention_scratch = attention_scratch, .attend = attend, .pool = pool,            \
    .spread = spread

#if PRECISION == 4
const RuntimeKernel KERNEL = {
    FUNCTIONS_OF_ALL,
    .precision = PRECISION_EXACT,
    .chunk = 1,
    .shift = {PLAIN_SHIFT, DIFFERENCE_SHIFT},
    .prepare_integers = prepare_integers,
    .multiply_integers = multiply_integers,
    .round_to_bytes = round_to_bytes,
    .pool_bytes = pool_bytes,
    .bit_scratch = bit_scratch,
    .add_bits = add_bits,
};
#else
#define FUNCTIONS_OF_FLOATS                                                            \
    FUNCTIONS_OF_ALL, .chunk = CHUNK, .block_inputs = BLOCK_INPUTS,                    \
                      .input_top = INPUT_TOP, .weight_top = NUMBER_TOP,                \
                      .prepare_rows = prepare_rows
#if PRECISION == 3
const RuntimeKernel KERNEL = {FUNCTIONS_OF_FLOATS, .precision = PRECISION_BF16,
                              .rows_behind = MATRIX_ROWS, .writes_prepared = true};
#else
#define FUNCTIONS_OF_CELLS                                                             \
    .narrow_panel = NARROW_VECTORS * WIDTH, .prepare_cells = prepare_cells,            \
    .prepare_squares = prepare_squares, .multiply_squares = multiply_squares,          \
    .multiply_sparse = multiply_sparse, .sparse_scratch = sparse_scratch
const RuntimeKernel KERNEL = {FUNCTIONS_OF_FLOATS, FUNCTIONS_OF_CELLS,
                              .precision = (Precision)PRECISION};
#ifdef BYTE_KERNEL
const RuntimeKernel BYTE_KERNEL = {
    FUNCTIONS_OF_FLOATS,
    FUNCTIONS_OF_CELLS,
    .precision = PRECISION_INT8,
    .attend_bytes = attend_bytes,
    .prepare_bytes = prepare_bytes,
    .multiply_bytes = multiply_bytes,
};
#endif
#endif
#endif
