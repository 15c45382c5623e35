// SPDX-License-Identifier: MIT
//
// Makes lists of layers with random numbers, and compares what kernels compute of them
// with the definition of the layers.
#ifndef LAYER_MAKER_H
#define LAYER_MAKER_H

#include "runtime_kernel.h"

#include "rng.h"

enum { LAYERS_MAX = 32, ARRAYS_MAX = 32, NUMBERS_MAX = 1 << 21, INPUTS_MAX = 8 };

// A network that is being made. Functions that need more room than there is fail the
// test.
typedef struct Maker {
    Rng rng;
    Layer layers[LAYERS_MAX];
    LayerArray arrays[ARRAYS_MAX];
    LayerList list;
    int inputs[INPUTS_MAX], outputs[INPUTS_MAX];
    int input_count, output_count;
    int zeros; // of a hundred numbers of the inputs
    float *numbers;
    size_t used;
} Maker;

// Delete it with maker_delete, or by try_all and try_all_within.
Maker *maker_new(uint64_t seed);
void maker_delete(Maker *maker);

// About normal numbers, which live as long as the maker.
const float *draw_numbers(Maker *maker, int count, float mean, float deviation);

// These return the number of the new array.
int add_array(Maker *maker, int channels, bool is_board);
int add_input(Maker *maker, int channels, bool is_board);

// The array is compared.
void add_output(Maker *maker, int array);

Layer *add_layer(Maker *maker, LayerKind kind, LayerInput input, int output);

// The array as it is, or with a norm and an activation.
LayerInput plain(int array);
LayerInput normed(Maker *maker, int array, NormKind norm, Activation activation);

// A linear layer from its input to its output.
Layer *add_linear(Maker *maker, LayerInput input, int output, int columns, int rows);

// A linear layer of one point, to a new array; returns that.
int product_of(Maker *maker, LayerInput input, int outputs);

// Compares the outputs on boards of several sizes, one memory for all. The tolerance is
// a share of the deviation of an array. Returns the largest error, as such a share.
double try_kernel(const Maker *maker, const RuntimeKernel *kernel, float tolerance);

// What tells how to round to bytes.
typedef enum Example {
    EXAMPLE_NONE,
    EXAMPLE_INPUTS,   // inputs like those that are compared, as for try_kernel
    EXAMPLE_INFINITE, // inputs that are infinite
} Example;

// The same with another example.
double try_with_example(const Maker *maker, const RuntimeKernel *kernel,
                        Example example, float tolerance);

// Does an instruction set have the kernel of one that is faster?
bool has_same_kernel(int isa, Precision precision);

// The same with all kernels; deletes the maker. Tolerances are for one layer, and grow
// with the layers.
void try_all_within(Maker *maker, const float tolerance[PRECISION_COUNT]);

// For layers other than attention with bytes.
extern const float LAYER_TOLERANCE[PRECISION_COUNT];
void try_all(Maker *maker);

#endif
