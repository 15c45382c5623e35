// SPDX-License-Identifier: MIT
//
// The parts of a runtime; for its own sources only.
#ifndef RUNTIME_INTERNAL_H
#define RUNTIME_INTERNAL_H

#include "runtime_kernel.h"

// How the inputs of a step are made.
typedef enum Preparation {
    PREPARED_NOT,   // the array is what is multiplied
    PREPARED_ROWS,  // of a product
    PREPARED_BYTES, // of a product of bytes
    PREPARED_CELLS, // of a window: the board with a margin
    PREPARED_SQUARES,
    PREPARED_SPARSE, // the array, of which nearly all is 0
    PREPARED_FLOATS, // numbers with norm, activation and gate
} Preparation;

// A layer with what belongs to it.
typedef struct Step {
    LayerKind kind;
    LayerInput input; // scale and bias are [stride]
    Preparation preparation;
    bool shares_inputs; // with the last step that prepared some
    int inputs_from;    // the first step that reads the same prepared inputs
    bool takes_bytes;   // is a product of bytes once there was an example
    // Of bytes, [stride]: what inputs are multiplied with before they are rounded, and
    // their means before that. Weights are divided by it.
    const float *balance, *means;
    // A step writes the inputs of the next product as that one multiplies them.
    bool writes_prepared, reads_prepared;
    int margin_columns, margin_rows; // of PREPARED_CELLS
    int output;
    bool adds;
    int window_columns, window_rows; // of a linear layer
    LinearWeights linear;
    bool has_bias_array; // as LinearLayer's
    int bias_array;
    // The values are activated, and multiplied with those of the gate. NULL: they are
    // not. A step that is the gate of another does nothing of its own: `is_fused`.
    const struct Step *gate;
    Activation gate_activation;
    bool is_fused;
    PoolKind pool;
    int first; // as Layer's
    AttentionLayer attention;
    bool attends_bytes; // multiplies queries and keys as bytes
    float *turns;       // as Attention's
    int turn_stride;
} Step;

// The steps in which an array holds numbers, first and last.
typedef struct Lifetime {
    int first, last;
} Lifetime;

// What the inputs of a step were in an example.
typedef struct Observation Observation;

// The memory that was deleted last. The next one that is made for such boards is this
// one; NULL: there is none. For new pages at each position the system takes much time.
typedef struct RuntimeSpare {
    _Atomic(RuntimeMemory *) memory;
} RuntimeSpare;

struct Runtime {
    const RuntimeKernel *kernel;
    Step *steps;
    int step_count;
    LayerArray *arrays;
    Lifetime *lifetimes; // of arrays
    int array_count;
    int square;    // edge of the Squares of all layers
    void **blocks; // of memory, all that there are
    int block_count;
    RuntimeSpare *spare;
    int calibrations; // so far
};

// What a thread has for its runs.
struct RuntimeMemory {
    const Runtime *runtime;
    int most_columns, most_rows, most_boards; // that there is memory for
    int calibrations;                         // of the runtime that it is laid out for
    int columns, rows, boards;
    unsigned char *numbers; // of all arrays
    size_t *places;         // of arrays, in bytes
    void *inputs;           // of a product
    void *prepared;         // inputs that a step wrote for another
    float *scales;          // of the inputs: rows or squares
    float *grid;            // cells with a margin
    float *peaks;           // of the cells
    float *floats;          // inputs of other layers
    float *sums;            // of squares, or of pools
    void *attention;
    int *cells;   // of points
    int *points;  // of the cells of integers
    void *sparse; // what layers of bits and sparse ones need
    double (*clock)(void);
    double *seconds;           // of steps
    Observation *observations; // of steps; NULL: none are made
};

// The cells around and between the points of a board.
typedef struct Cells {
    int stride; // from a row to the one above
    int first;  // of the board
    int count;
} Cells;

// Deletes a memory; it does not become the spare one. NULL is allowed.
void runtime_memory_free(RuntimeMemory *memory);

// The cells that a window of a step needs.
Cells runtime_cells(const RuntimeMemory *memory, const Step *step);

Squares runtime_squares(const RuntimeMemory *memory);

// The number of places of an array: points, or one.
int runtime_places(const RuntimeMemory *memory, int array);

int runtime_array_stride(const Runtime *runtime, int array);

// The numbers from a row of prepared inputs to the next.
int runtime_input_stride(const Runtime *runtime, int array);

// Where the numbers of an array are, for a board.
void *runtime_board_numbers(RuntimeMemory *memory, int array, int board);

// Does an array hold bits, bytes or shorts?
bool runtime_is_integer(const Runtime *runtime, int array);

// The grid of a board, yet without `points`; and these.
IntegerGrid runtime_find_grid(int columns, int rows);
void runtime_fill_points(const IntegerGrid *grid, int *points);

// The numbers that a layer of bytes is prepared to, for a board; the bytes that a layer
// of bits needs.
size_t runtime_integer_inputs(const RuntimeMemory *memory, const Step *step);
size_t runtime_bit_scratch(const RuntimeMemory *memory, const Step *step);

// A window over an array nearly all of which is 0, for all boards.
SparseProduct runtime_sparse_product(RuntimeMemory *memory, const Step *step);

// Run layers of integers.
void runtime_multiply_integers(RuntimeMemory *memory, const Step *step);
void runtime_round_to_bytes(RuntimeMemory *memory, const Step *step);

// Memory that lives as long as the runtime, all 0. Errors: NULL when memory is
// exhausted.
void *runtime_take(Runtime *runtime, size_t count, size_t size);

// Gives such memory back before. NULL is allowed.
void runtime_drop(Runtime *runtime, void *memory);

// Notes prepared inputs of 16 bits.
void runtime_observe(RuntimeMemory *memory, const Step *step, const Prepared *inputs);
void runtime_forget_observations(RuntimeMemory *memory);

// Memory aligned to 64 bytes, all 0, for aligned_delete. Errors: NULL when memory is
// exhausted.
void *runtime_allocate(size_t count, size_t size);

// A copy with zeros beyond the last channel; of `otherwise` if there is nothing to
// copy. Errors: NULL when memory is exhausted.
float *runtime_copy_channels(Runtime *runtime, const float *from, float otherwise,
                             int channels);

// Pack the weights of a linear layer, for floats rounded as the kernel or the step's
// preparation likes, and for PRECISION_EXACT. Errors: false when memory is exhausted.
bool runtime_pack_linear(Runtime *runtime, const LinearLayer *layer, Step *step);
void runtime_drop_linear(Runtime *runtime, const LinearWeights *linear);
bool runtime_pack_exact(Runtime *runtime, const LinearLayer *layer, Step *step);
bool runtime_pack_sparse(Runtime *runtime, const LinearLayer *layer, Step *step);

// Is the layer computed by squares?
bool runtime_is_square(const LinearLayer *layer);

// Does a step need what is in an array?
bool runtime_reads(const Step *step, int array);

// Finds out which steps can share their inputs.
void runtime_share_inputs(Runtime *runtime);

// Lets steps multiply their values with those of a gate. Inputs are shared before.
void runtime_fuse_gates(Runtime *runtime, const int outputs[], int output_count);

// Lets steps write inputs as they are multiplied. Gates are fused before.
void runtime_fuse_inputs(Runtime *runtime, const int outputs[], int output_count);

// Finds out how long arrays live.
void runtime_find_lifetimes(Runtime *runtime, const int outputs[], int output_count);

// Places for arrays of the given sizes (numbers), so that those that live at the same
// time are apart. Returns the size of all.
size_t runtime_place_arrays(const Runtime *runtime, const size_t sizes[],
                            size_t places[]);

#endif
