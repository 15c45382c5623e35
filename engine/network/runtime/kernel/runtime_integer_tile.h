// SPDX-License-Identifier: MIT
//
// The multiplications of layers of integers, for each instruction set; for
// runtime_kernel_tmpl.c only. A tile is some cells times two vectors of outputs; it is
// summed up in registers. A step takes a few inputs of each cell, the same for all
// outputs, and their weights.
#ifndef RUNTIME_INTEGER_TILE_H
#define RUNTIME_INTEGER_TILE_H

#include "runtime_dot.h"

// A panel of outputs. The last panel of a layer may have one vector only.
enum { PANEL = 2 * WIDTH };

// How many inputs a step takes, and how the kernel stores inputs and weights. With VNNI
// and the dot products of ARM a step takes four bytes, elsewhere two 16-bit numbers.
// VNNI's input bytes are unsigned, ARM's signed. Inputs that do not fit are stored with
// a SHIFT added, and sums begin with the correction for it. A BAND of tiles shares the
// weights of a part. With 16-bit weights, those of all parts would fill the nearest
// cache. UNROLLED is the number of unrolled steps. Of two additions gcc would make a
// tree of sums, for which there are no registers.
#if defined HAS_VNNI
typedef uint8_t Input, Modular;
typedef int8_t Weight;
enum { STEP = 4, UNROLLED = 4 };
enum { TILE = LANES == 8 ? 13 : 5, BAND = LANES == 8 ? 1 : 4 };
enum { PLAIN_SHIFT = 0, DIFFERENCE_SHIFT = 128 };
#elif defined HAS_BYTES // of ARM
typedef int8_t Input;
typedef uint8_t Modular;
typedef int8_t Weight;
enum { STEP = 4, UNROLLED = 4, TILE = 13, BAND = 1 };
enum { PLAIN_SHIFT = -128, DIFFERENCE_SHIFT = 0 };
#else
typedef int16_t Input;
typedef uint16_t Modular;
typedef int16_t Weight;
enum { STEP = 2, UNROLLED = 1, TILE = 5, BAND = 4 };
enum { PLAIN_SHIFT = 0, DIFFERENCE_SHIFT = 0 };
#endif

// Adds to each sum the products of the step's inputs and weights.
INLINED Ints dot(Ints sum, Ints inputs, Ints weights)
{
#ifdef HAS_BYTES
    return dot_bytes(sum, inputs, weights);
#else
    return dot_shorts(sum, inputs, weights);
#endif
}

// The sums of a tile: by place, then by vector of outputs.
typedef struct Sums {
    Ints at[TILE][2];
} Sums;

// Adds one step to the sums of a tile: some inputs of each place, times their weights,
// for one or two vectors of outputs. `from` are the inputs of the first place. Those of
// the next place are `distance` numbers further on.
INLINED void take_step(Sums *sums, const Weight *weights, const Input *from,
                       int distance, int vectors)
{
    Ints part[2];
    for (int v = 0; v < vectors; v++)
        part[v] = load_ints(weights + v * STEP * WIDTH);
    for (int j = 0; j < TILE; j++) {
        Ints step = broadcast_step(from + j * distance);
        for (int v = 0; v < vectors; v++)
            sums->at[j][v] = dot(sums->at[j][v], step, part[v]);
    }
}

#endif
