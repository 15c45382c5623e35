// SPDX-License-Identifier: MIT
//
// The products of a tile, a few rows times a panel of outputs, which are summed up in
// registers; for runtime_kernel_tmpl.c only. The build gives PRECISION, one of the
// names of Precision.
#ifndef RUNTIME_TILE_H
#define RUNTIME_TILE_H

#include "runtime_dot.h"
#include "runtime_kernel.h"

#define IS_INTEGER_KERNEL (PRECISION == 1)
#define IS_MATRIX_KERNEL (PRECISION == 3)

// Sixteen registers have room for the sums, a row's input and the weights of two
// vectors. Thirty-two have room for four vectors, so there are fewer inputs to read. A
// tile of matrices is two of their registers wide.
#if IS_MATRIX_KERNEL
enum { TILE = 12, VECTORS = 2 };
#elif defined __AVX512F__ || defined __aarch64__
enum { TILE = 6, VECTORS = 4 };
#else
enum { TILE = 6, VECTORS = 2 };
#endif

enum { PANEL = VECTORS * WIDTH };

// The last panel of a layer may be half as wide, but for matrices. 0: panels
// are so narrow that all outputs, of which there are whole vectors of
// RUNTIME_ALIGNMENT, fill them.
enum {
    NARROW_VECTORS =
        (int)PANEL > (int)RUNTIME_ALIGNMENT && !IS_MATRIX_KERNEL ? VECTORS / 2 : 0
};

// Blocks of so many inputs, with the weights of a panel, fit into the nearest cache.
// The fewer they are the more bits weights can have. Matrices take all inputs at once.
#if IS_MATRIX_KERNEL
typedef uint16_t Input; // a bfloat16
typedef Floats Sum;
enum { STEP = 2, CHUNK = 32, BLOCK_INPUTS = 1 << 24 };
enum { IS_INTEGER = 0, INPUT_TOP = 1, NUMBER_TOP = 1 };
#elif IS_INTEGER_KERNEL
typedef int16_t Input;
typedef Ints Sum;
enum { STEP = 2, CHUNK = STEP, BLOCK_INPUTS = 256 };
enum { IS_INTEGER = 1, INPUT_TOP = 16383, NUMBER_TOP = INT16_MAX };
#else
typedef float Input;
typedef Floats Sum;
enum { STEP = 1, CHUNK = STEP, BLOCK_INPUTS = 256 };
enum { IS_INTEGER = 0, INPUT_TOP = 1, NUMBER_TOP = 1 };
#endif

typedef int16_t Shorts __attribute__((vector_size(2 * WIDTH)));

// What a product multiplies: numbers of type Input, or bytes. A step of bytes has as
// many bits as one of Input.
typedef enum Numbers { INPUTS, BYTES } Numbers;

_Static_assert(!IS_INTEGER || (int)BYTE_STEP == STEP * (int)sizeof(Input),
               "a step of bytes is as large as one of inputs");

// Adds to each sum the products of the step's inputs and weights.
INLINED Sum dot(Sum sum, Sum inputs, Sum weights, Numbers numbers)
{
#if PRECISION == 0 || IS_MATRIX_KERNEL
    (void)numbers;
    return multiply_add(inputs, weights, sum);
#elif defined HAS_BYTES
    return numbers == BYTES ? dot_bytes(sum, inputs, weights)
                            : dot_shorts(sum, inputs, weights);
#else
    (void)numbers;
    return dot_shorts(sum, inputs, weights);
#endif
}

INLINED Floats sum_to_floats(Sum sum)
{
#if IS_INTEGER_KERNEL
    return ints_to_floats(sum);
#else
    return sum;
#endif
}

// Stores numbers times `factor` as inputs. Pre: integers are at most NUMBER_TOP then.
INLINED void store_inputs(Floats numbers, Floats factor, Input *to)
{
#if PRECISION == 0
    (void)factor;
    store_floats(numbers, to);
#elif IS_MATRIX_KERNEL
    __m256bh rounded = _mm512_cvtneps_pbh((__m512)(numbers * factor));
    memcpy(to, &rounded, sizeof rounded);
#else
    Ints ints = round_floats(numbers * factor);
#if LANES == 8 && defined __AVX512F__
    __m256i shorts = _mm512_cvtsepi32_epi16((__m512i)ints);
    memcpy(to, &shorts, sizeof shorts);
#elif LANES == 4 && defined __AVX2__
    __m128i shorts = _mm_packs_epi32(_mm256_castsi256_si128((__m256i)ints),
                                     _mm256_extracti128_si256((__m256i)ints, 1));
    memcpy(to, &shorts, sizeof shorts);
#elif LANES == 2 && defined __SSE2__
    __m128i shorts = _mm_packs_epi32((__m128i)ints, (__m128i)ints);
    memcpy(to, &shorts, sizeof shorts / 2);
#else
    Shorts shorts = __builtin_convertvector(ints, Shorts);
    memcpy(to, &shorts, sizeof shorts);
#endif
#endif
}

// Stores a row of numbers times `factor` as inputs. Arrays end at a multiple of
// RUNTIME_ALIGNMENT; all numbers up to there may be stored. Pre: as store_inputs.
INLINED void round_numbers(const float *from, float factor, int count, Input *to)
{
    Floats factors = floats_all(factor);
#if IS_INTEGER_KERNEL && LANES == 4 && defined __AVX2__
    enum { QUARTERS_0_2_1_3 = 0xd8 };
    for (int i = 0; i < count; i += 2 * WIDTH) {
        Ints low = round_floats(load_floats(from + i) * factors);
        Ints high = round_floats(load_floats(from + i + WIDTH) * factors);
        __m256i shorts = _mm256_packs_epi32((__m256i)low, (__m256i)high);
        shorts = _mm256_permute4x64_epi64(shorts, QUARTERS_0_2_1_3);
        memcpy(to + i, &shorts, sizeof shorts);
    }
#else
    for (int i = 0; i < count; i += WIDTH)
        store_inputs(load_floats(from + i), factors, to + i);
#endif
}

#ifdef BYTE_KERNEL
typedef int8_t Bytes __attribute__((vector_size(WIDTH)));

// Stores numbers times `factor`, plus `shift`. Pre: as bytes they are in their range.
INLINED void store_bytes(Floats numbers, float factor, int shift, uint8_t *to)
{
    Ints ints = round_floats(numbers * floats_all(factor)) + shift;
    Bytes bytes = __builtin_convertvector(ints, Bytes);
    memcpy(to, &bytes, sizeof bytes);
}
#endif

// The factor that takes numbers up to `peak` to integers up to `top`. Floats stay as
// they are. Nearly nothing becomes nothing: its factor would be infinite.
INLINED float input_factor(float peak, float top)
{
    const float nearly_nothing = 1e-30f;
    return IS_INTEGER && peak > nearly_nothing ? top / peak : 1;
}

// The next share if `rows`, of which some are done, are shared out to as few as
// possible of at most `most`, and equally.
INLINED int share_of(int rows, int done, int most)
{
    int left = rows - done;
    int shares = (left + most - 1) / most;
    return (left + shares - 1) / shares;
}

// Each number of rows of a tile has a loop of its own. Those above `most` do not occur.
#define TILE_CASE(size, most, compute)                                                 \
    case size:                                                                         \
        if ((size) > (most))                                                           \
            __builtin_unreachable();                                                   \
        compute(row, (size) < (most) ? (size) : (most));                               \
        break;

// Shares out rows to tiles of at most `most` rows, a constant: compute(row, size) for
// each, where the size is a constant.
#define SHARE_OUT_TO_TILES(rows, most, compute)                                        \
    for (int row = 0, all = (rows), share; row < all; row += share) {                  \
        share = share_of(all, row, most);                                              \
        switch (share) {                                                               \
            TILE_CASE(1, most, compute)                                                \
            TILE_CASE(2, most, compute)                                                \
            TILE_CASE(3, most, compute)                                                \
            TILE_CASE(4, most, compute)                                                \
            TILE_CASE(5, most, compute)                                                \
            TILE_CASE(6, most, compute)                                                \
            TILE_CASE(7, most, compute)                                                \
            TILE_CASE(8, most, compute)                                                \
            TILE_CASE(9, most, compute)                                                \
            TILE_CASE(10, most, compute)                                               \
            TILE_CASE(11, most, compute)                                               \
            TILE_CASE(12, most, compute)                                               \
        }                                                                              \
    }
_Static_assert(TILE <= 12, "SHARE_OUT_TO_TILES has a case for each size");

typedef struct Tile {
    Sum at[TILE][VECTORS];
} Tile;

INLINED void clear_tile(Tile *tile, int rows, int vectors)
{
    for (int j = 0; j < rows; j++)
        for (int v = 0; v < vectors; v++)
            tile->at[j][v] = (Sum){0};
}

// Steps that follow one another: their weights, of so many vectors, and how far their
// inputs are from the beginning of a row. If `fetches`, a constant, each step brings
// bytes nearer that are read later: the first step those at `next`, each other one
// those `next_bytes` behind.
typedef struct Steps {
    const Input *weights;
    int vectors;
    ptrdiff_t offset;
    int count;
    bool fetches;
    const char *next;
    ptrdiff_t next_bytes;
} Steps;

enum { LINE = 64 }; // bytes

// Brings weights nearer that are multiplied next: of `size` numbers, the share of some
// rows of all, while these are computed. Behind the last weights it does nothing: a
// processor ignores what is no memory.
INLINED void fetch_share(const Input *next, ptrdiff_t size, int row, int rows, int all)
{
    ptrdiff_t bytes = size * (ptrdiff_t)sizeof *next, end = bytes * (row + rows) / all;
    for (ptrdiff_t i = bytes * row / all / LINE * LINE; i < end; i += LINE)
        __builtin_prefetch((const char *)next + i);
}

// Adds the products of some steps to the sums. in[j] is the beginning of row j.
INLINED void take_steps(Tile *tile, const Input *const in[], Steps steps, int rows,
                        Numbers numbers)
{
    const Input *from[TILE];
    for (int j = 0; j < rows; j++)
        from[j] = in[j] + steps.offset;
    const Input *weights = steps.weights;
    for (ptrdiff_t i = 0; i < steps.count; i++) {
        if (steps.fetches) {
            __builtin_prefetch(steps.next + i * steps.next_bytes);
            __builtin_prefetch(steps.next + i * steps.next_bytes + LINE);
        }
        Sum part[VECTORS];
        for (int v = 0; v < steps.vectors; v++)
            part[v] = (Sum)load_ints(weights + v * WIDTH * STEP);
        for (int j = 0; j < rows; j++) {
            Sum inputs = (Sum)broadcast_step(from[j] + i * STEP);
            for (int v = 0; v < steps.vectors; v++)
                tile->at[j][v] = dot(tile->at[j][v], inputs, part[v], numbers);
        }
        weights += steps.vectors * WIDTH * STEP;
    }
}

#endif
