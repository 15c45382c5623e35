// SPDX-License-Identifier: MIT
#include "lanes.h"

#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

// One copy of lanes_kernel.c for each instruction set that the compiler knows; see
// meson.build.
extern const LaneKernel LANES_AVX512, LANES_AVXVNNI, LANES_AVX2, LANES_NEON,
    LANES_GENERIC;

enum { WIDE_WINDOW = (1 << 25) - 1 };

static const LaneKernel *const KERNELS[] = {
#ifdef HAVE_LANES_AVX512
    &LANES_AVX512,
#endif
#ifdef HAVE_LANES_AVXVNNI
    &LANES_AVXVNNI,
#endif
#ifdef HAVE_LANES_AVX2
    &LANES_AVX2,
#endif
#ifdef HAVE_LANES_NEON
    &LANES_NEON,
#endif
    &LANES_GENERIC,
};

// The word of a row, and the place of its first column in it.
static int word_of(const LaneLayout *layout, int row)
{
    return row % layout->words;
}

static int shift_of(const LaneLayout *layout, int row)
{
    return row / layout->words * layout->stride;
}

int lane_layout_word(const LaneLayout *layout, Point p)
{
    return word_of(layout, point_row(p) - 1);
}

int lane_layout_bit(const LaneLayout *layout, Point p)
{
    return shift_of(layout, point_row(p) - 1) + point_column(p);
}

void lane_layout_init(LaneLayout *layout, int columns, int rows)
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
    lane_layout_pack(layout, &grid, layout->grid);
    lane_layout_pack(layout, &edge, layout->edge);
    for (Point p = bitboard_first(&grid); p; p = bitboard_next(&grid, p)) {
        uint64_t off = ~bitboard_wide_window(&grid, p) & WIDE_WINDOW;
        layout->off_window[64 * lane_layout_word(layout, p) +
                           lane_layout_bit(layout, p)] = off | off << 32;
    }
}

void lane_layout_pack(const LaneLayout *layout, const Bitboard *set,
                      uint64_t words[LANE_WORDS_MAX])
{
    uint64_t columns = ((uint64_t)1 << layout->columns) - 1;
    memset(words, 0, LANE_WORDS_MAX * sizeof *words);
    for (int row = 0; row < layout->rows; row++)
        words[word_of(layout, row)] |=
            (bitboard_from(set, point_at(0, row + 1)) & columns)
            << shift_of(layout, row);
}

Bitboard lane_layout_unpack(const LaneLayout *layout,
                            const uint64_t words[LANE_WORDS_MAX])
{
    uint64_t columns = ((uint64_t)1 << layout->columns) - 1;
    Bitboard set = bitboard_empty();
    for (int row = 0; row < layout->rows; row++) {
        uint64_t bits = words[word_of(layout, row)] >> shift_of(layout, row) & columns;
        bitboard_add_row(&set, row + 1, bits);
    }
    return set;
}

#if defined(__x86_64__)
// The compilers that we build with do not all know this name.
static bool has_avxvnni(void)
{
    enum { LEAF = 7, SUBLEAF = 1, BIT = 4 }; // of EAX
    unsigned eax, ebx, ecx, edx;
    return __get_cpuid_count(LEAF, SUBLEAF, &eax, &ebx, &ecx, &edx) && eax >> BIT & 1;
}
#endif

// Can this processor run the kernel? Asks for all that meson.build lets it use.
static bool is_runnable(const LaneKernel *kernel)
{
#if defined(__x86_64__)
    bool has_scalar =
        __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    if (strcmp(kernel->isa, "avx512") == 0)
        return has_scalar && __builtin_cpu_supports("avx512f") &&
               __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512bw") &&
               __builtin_cpu_supports("avx512vpopcntdq") &&
               __builtin_cpu_supports("avx512vnni");
    if (strcmp(kernel->isa, "avxvnni") == 0)
        return has_scalar && __builtin_cpu_supports("avx2") && has_avxvnni();
    if (strcmp(kernel->isa, "avx2") == 0)
        return has_scalar && __builtin_cpu_supports("avx2");
#elif defined(__aarch64__) && defined(__linux__)
    if (strcmp(kernel->isa, "neon") == 0)
        return (getauxval(AT_HWCAP) & HWCAP_ASIMDDP) != 0;
#endif
    return strcmp(kernel->isa, "generic") == 0;
}

const LaneKernel *lanes_kernel_at(int index)
{
    for (size_t i = 0; i < sizeof KERNELS / sizeof KERNELS[0]; i++)
        if (is_runnable(KERNELS[i]) && index-- == 0)
            return KERNELS[i];
    return NULL;
}

const LaneKernel *lanes_kernel(const char *isa)
{
    for (int i = 0; lanes_kernel_at(i) != NULL; i++)
        if (isa == NULL || strcmp(lanes_kernel_at(i)->isa, isa) == 0)
            return lanes_kernel_at(i);
    return NULL;
}
