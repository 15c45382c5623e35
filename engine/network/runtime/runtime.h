// SPDX-License-Identifier: MIT
//
// Runs a network that is a list of layers (layer.h). The weights are packed once for an
// instruction set and a precision; threads share them. Each thread has a memory of its
// own for what layers compute.
//
// Boards of all sizes up to 19x19 are computed as they are, without a margin. Several
// boards of one size can be computed together.
#ifndef RUNTIME_H
#define RUNTIME_H

#include "isa.h"
#include "layer.h"

enum { BOARD_SIDE_MAX = 19, RUNTIME_ALIGNMENT = 16 };

// How numbers are multiplied.
typedef enum Precision {
    PRECISION_FLOAT,
    // Integers of 16 bits: inputs with a scale for each point, weights with a scale for
    // each output. Norms, activations and sums of the trunk are floats.
    PRECISION_INT16,
    // Most products of integers of 8 bits, the rest as above. Each group of some inputs
    // has a scale for each point, and one for each output.
    PRECISION_INT8,
    // Products of bfloat16, which have 8 bits of precision; sums are floats, and so is
    // the rest.
    PRECISION_BF16,
    PRECISION_COUNT, // of those in which a list of floats is computed
    // Lists of integers, and only these: every sum is exact, or has a fixed order.
    PRECISION_EXACT = PRECISION_COUNT,
    PRECISION_AUTO, // of lists of floats: the fastest that the instruction set has
} Precision;

typedef struct RuntimeKernel RuntimeKernel;
typedef struct Runtime Runtime;
typedef struct RuntimeMemory RuntimeMemory;

// The numbers from a point of an array to the next.
static inline int runtime_stride(int channels)
{
    return (channels + RUNTIME_ALIGNMENT - 1) / RUNTIME_ALIGNMENT * RUNTIME_ALIGNMENT;
}

// The kernel of an instruction set. NULL if it does not have this precision; all have
// the others than PRECISION_INT8 and PRECISION_BF16.
const RuntimeKernel *runtime_kernel(const Isa *isa, Precision precision);

// Packs the list for a kernel; the list is not needed afterwards. `outputs` are the
// arrays that are read after a run. Pre: layers fit to their arrays; each array is
// written before it is read, or filled before a run. A list of integers has neither
// attention nor RMS norms nor gates, and floats have neither windows nor norms there.
// Errors: NULL when memory is exhausted.
Runtime *runtime_new(const LayerList *list, const int outputs[], int output_count,
                     const RuntimeKernel *kernel);
void runtime_delete(Runtime *runtime); // NULL is allowed

// PRECISION_INT8 computes with 16 bits at first. Layers take bytes after an example.
// First some boards as they occur are run in a memory that observes. Then
// runtime_calibrate packs layers again, with the list that the runtime was made of.
// Afterwards memories made before can only be deleted. Where no layer can take bytes,
// runtime_wants_example is false. Errors: false when memory is exhausted; the runtime
// can only be deleted then.
bool runtime_wants_example(const Runtime *runtime);
bool runtime_memory_observe(RuntimeMemory *memory);
bool runtime_calibrate(Runtime *runtime, const LayerList *list,
                       const RuntimeMemory *memory);

// Memory for up to so many boards at once, each of at most so many columns and rows.
// Pre: columns and rows 1..BOARD_SIDE_MAX. Errors: NULL when memory is exhausted. The
// runtime must outlive it.
RuntimeMemory *runtime_memory_new(const Runtime *runtime, int columns, int rows,
                                  int boards);
void runtime_memory_delete(RuntimeMemory *memory); // NULL is allowed

// Says which boards come next. Arrays then are
// [board][point][runtime_stride(channels)], or [board][stride] for the board as a
// whole. Pre: what runtime_memory_new allows.
void runtime_memory_begin(RuntimeMemory *memory, int columns, int rows, int boards);

// An array of floats. An input is filled after runtime_memory_begin, with 0 beyond the
// last channel; an output may be read after runtime_run.
float *runtime_array(RuntimeMemory *memory, int array);

// An array of bits, which is an input: [board][point], bit i is channel i.
uint32_t *runtime_bits(RuntimeMemory *memory, int array);

// Where bytes and shorts are: [board][cell][channels]. A grid has at least two rows of
// guard cells below and above, and one or two guard cells between rows. So the
// neighbors of a point are at fixed distances, and the number of cells from a row to
// the next is even. Guard cells of bytes are 0, those of shorts have no meaning.
typedef struct IntegerGrid {
    int columns, rows;
    int stride;        // from a cell to the one above
    int first;         // the cell of the lower left point
    int cells;         // of an array
    const int *points; // [cell]: the number of the point; -1: none
} IntegerGrid;

IntegerGrid runtime_integer_grid(const RuntimeMemory *memory);

// An array of bytes or shorts, as runtime_array.
void *runtime_integers(RuntimeMemory *memory, int array);

// Runs all layers once.
void runtime_run(RuntimeMemory *memory);

// Numbers that tell what a step of a run does, for benchmarks. A step is a layer.
// Errors: false if there is no such step.
typedef struct RuntimeStepReport {
    LayerKind kind;
    int columns, rows; // of a linear layer's window
    double macs;       // products of a linear layer or of attention
    double seconds;    // spent in all runs, where the clock was on
} RuntimeStepReport;

// Measures the time of each layer from now on, with the given clock (seconds).
void runtime_memory_set_clock(RuntimeMemory *memory, double (*clock)(void));
bool runtime_step_report(const RuntimeMemory *memory, int step,
                         RuntimeStepReport *report);

#endif
